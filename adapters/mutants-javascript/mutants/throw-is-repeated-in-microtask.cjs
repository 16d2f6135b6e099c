'use strict';

module.exports = require('../mutant.cjs').mutant('throw-is-repeated-in-microtask');
