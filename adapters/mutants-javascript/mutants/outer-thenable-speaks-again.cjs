'use strict';

module.exports = require('../mutant.cjs').mutant('outer-thenable-speaks-again');
