'use strict';

module.exports = require('../mutant.cjs').mutant('then-throws-reason');
