'use strict';

module.exports = require('../mutant.cjs').mutant('thenables-by-realm');
