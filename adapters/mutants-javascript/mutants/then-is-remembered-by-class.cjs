'use strict';

module.exports = require('../mutant.cjs').mutant('then-is-remembered-by-class');
