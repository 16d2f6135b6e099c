'use strict';

module.exports = require('../mutant.cjs').mutant('all-takes-thenables-for-values');
