'use strict';

module.exports = require('../mutant.cjs').mutant('fulfills-with-promise');
