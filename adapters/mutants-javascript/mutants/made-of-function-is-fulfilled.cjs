'use strict';

module.exports = require('../mutant.cjs').mutant('made-of-function-is-fulfilled');
