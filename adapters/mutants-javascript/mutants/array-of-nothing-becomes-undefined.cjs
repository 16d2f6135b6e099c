'use strict';

module.exports = require('../mutant.cjs').mutant('array-of-nothing-becomes-undefined');
