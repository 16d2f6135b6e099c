'use strict';

module.exports = require('../mutant.cjs').mutant('all-throws-on-values');
