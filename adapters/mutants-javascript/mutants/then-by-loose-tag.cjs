'use strict';

module.exports = require('../mutant.cjs').mutant('then-by-loose-tag');
