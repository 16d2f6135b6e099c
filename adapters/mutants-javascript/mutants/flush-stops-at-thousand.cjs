'use strict';

module.exports = require('../mutant.cjs').mutant('flush-stops-at-thousand');
