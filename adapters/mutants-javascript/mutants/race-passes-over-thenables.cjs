'use strict';

module.exports = require('../mutant.cjs').mutant('race-passes-over-thenables');
