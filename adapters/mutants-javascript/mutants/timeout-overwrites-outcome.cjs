'use strict';

module.exports = require('../mutant.cjs').mutant('timeout-overwrites-outcome');
