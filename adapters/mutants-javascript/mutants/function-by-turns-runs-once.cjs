'use strict';

module.exports = require('../mutant.cjs').mutant('function-by-turns-runs-once');
