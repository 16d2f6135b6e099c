'use strict';

module.exports = require('../mutant.cjs').mutant('throw-is-repeated-after-flush');
