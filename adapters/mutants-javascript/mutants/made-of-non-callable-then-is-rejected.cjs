'use strict';

module.exports = require('../mutant.cjs').mutant('made-of-non-callable-then-is-rejected');
