'use strict';

module.exports = require('../mutant.cjs').mutant('numbers-wrap');
