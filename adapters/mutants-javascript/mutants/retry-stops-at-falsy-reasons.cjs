'use strict';

module.exports = require('../mutant.cjs').mutant('retry-stops-at-falsy-reasons');
