'use strict';

module.exports = require('../mutant.cjs').mutant('retry-gives-up-without-falsy-reason');
