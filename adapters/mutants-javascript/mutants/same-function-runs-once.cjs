'use strict';

module.exports = require('../mutant.cjs').mutant('same-function-runs-once');
