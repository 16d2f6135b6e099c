'use strict';

module.exports = require('../mutant.cjs').mutant('any-counts-reasons-that-are-not-null');
