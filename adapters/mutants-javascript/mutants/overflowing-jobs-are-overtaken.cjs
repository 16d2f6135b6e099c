'use strict';

module.exports = require('../mutant.cjs').mutant('overflowing-jobs-are-overtaken');
