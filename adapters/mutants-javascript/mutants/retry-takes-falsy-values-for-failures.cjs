'use strict';

module.exports = require('../mutant.cjs').mutant('retry-takes-falsy-values-for-failures');
