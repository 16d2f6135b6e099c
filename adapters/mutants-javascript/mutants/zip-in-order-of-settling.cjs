'use strict';

module.exports = require('../mutant.cjs').mutant('zip-in-order-of-settling');
