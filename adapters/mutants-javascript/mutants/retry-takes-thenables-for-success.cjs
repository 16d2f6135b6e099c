'use strict';

module.exports = require('../mutant.cjs').mutant('retry-takes-thenables-for-success');
