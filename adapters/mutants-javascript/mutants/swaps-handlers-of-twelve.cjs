'use strict';

module.exports = require('../mutant.cjs').mutant('swaps-handlers-of-twelve');
