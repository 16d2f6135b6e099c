'use strict';

module.exports = require('../mutant.cjs').mutant('same-pair-runs-once');
