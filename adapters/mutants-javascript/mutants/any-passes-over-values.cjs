'use strict';

module.exports = require('../mutant.cjs').mutant('any-passes-over-values');
