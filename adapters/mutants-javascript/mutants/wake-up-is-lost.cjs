'use strict';

module.exports = require('../mutant.cjs').mutant('wake-up-is-lost');
