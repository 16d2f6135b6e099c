'use strict';

module.exports = require('../mutant.cjs').mutant('ignores-thenables-without-prototype');
