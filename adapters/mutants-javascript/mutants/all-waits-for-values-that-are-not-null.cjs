'use strict';

module.exports = require('../mutant.cjs').mutant('all-waits-for-values-that-are-not-null');
