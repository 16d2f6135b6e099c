'use strict';

module.exports = require('../mutant.cjs').mutant('made-of-value-reads-then');
