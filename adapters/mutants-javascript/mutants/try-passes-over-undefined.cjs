'use strict';

module.exports = require('../mutant.cjs').mutant('try-passes-over-undefined');
