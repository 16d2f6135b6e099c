'use strict';

module.exports = require('../mutant.cjs').mutant('resolver-fulfills-with-promise');
