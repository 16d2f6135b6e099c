'use strict';

module.exports = require('../mutant.cjs').mutant('adopts-thrown-promise');
