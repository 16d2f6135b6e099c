'use strict';

module.exports = require('../mutant.cjs').mutant('then-result-is-adopted');
