'use strict';

module.exports = require('../mutant.cjs').mutant('falsy-becomes-undefined');
