'use strict';

module.exports = require('../mutant.cjs').mutant('boxed-values-are-unboxed');
