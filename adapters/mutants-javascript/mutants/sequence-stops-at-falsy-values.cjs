'use strict';

module.exports = require('../mutant.cjs').mutant('sequence-stops-at-falsy-values');
