'use strict';

module.exports = require('../mutant.cjs').mutant('sequence-passes-over-falsy-reasons');
