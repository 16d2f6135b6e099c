'use strict';

module.exports = require('../mutant.cjs').mutant('overtakes-after-lock-in');
