'use strict';

module.exports = require('../mutant.cjs').mutant('sequence-checks-its-first-task');
