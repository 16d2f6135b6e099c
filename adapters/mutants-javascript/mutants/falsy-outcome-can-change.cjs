'use strict';

module.exports = require('../mutant.cjs').mutant('falsy-outcome-can-change');
