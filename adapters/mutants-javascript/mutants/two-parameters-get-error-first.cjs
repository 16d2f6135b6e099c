'use strict';

module.exports = require('../mutant.cjs').mutant('two-parameters-get-error-first');
