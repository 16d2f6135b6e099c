'use strict';

module.exports = require('../mutant.cjs').mutant('finally-takes-result-of-code');
