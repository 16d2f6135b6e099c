'use strict';

module.exports = require('../mutant.cjs').mutant('deep-rejection-gives-overflow');
