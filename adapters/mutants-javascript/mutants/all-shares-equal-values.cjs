'use strict';

module.exports = require('../mutant.cjs').mutant('all-shares-equal-values');
