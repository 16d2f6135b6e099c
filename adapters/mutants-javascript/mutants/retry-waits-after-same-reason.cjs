'use strict';

module.exports = require('../mutant.cjs').mutant('retry-waits-after-same-reason');
