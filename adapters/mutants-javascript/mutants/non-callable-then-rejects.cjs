'use strict';

module.exports = require('../mutant.cjs').mutant('non-callable-then-rejects');
