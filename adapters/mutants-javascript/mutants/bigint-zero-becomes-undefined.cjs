'use strict';

module.exports = require('../mutant.cjs').mutant('bigint-zero-becomes-undefined');
