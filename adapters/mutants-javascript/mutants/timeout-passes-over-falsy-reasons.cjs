'use strict';

module.exports = require('../mutant.cjs').mutant('timeout-passes-over-falsy-reasons');
