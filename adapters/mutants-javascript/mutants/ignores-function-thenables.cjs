'use strict';

module.exports = require('../mutant.cjs').mutant('ignores-function-thenables');
