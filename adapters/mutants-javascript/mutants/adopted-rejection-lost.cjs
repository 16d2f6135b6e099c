'use strict';

module.exports = require('../mutant.cjs').mutant('adopted-rejection-lost');
