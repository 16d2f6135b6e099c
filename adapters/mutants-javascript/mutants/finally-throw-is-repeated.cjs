'use strict';

module.exports = require('../mutant.cjs').mutant('finally-throw-is-repeated');
