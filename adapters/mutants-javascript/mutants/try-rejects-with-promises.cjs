'use strict';

module.exports = require('../mutant.cjs').mutant('try-rejects-with-promises');
