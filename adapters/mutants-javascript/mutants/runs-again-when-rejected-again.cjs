'use strict';

module.exports = require('../mutant.cjs').mutant('runs-again-when-rejected-again');
