'use strict';

module.exports = require('../mutant.cjs').mutant('late-settlement-runs-other-handler');
