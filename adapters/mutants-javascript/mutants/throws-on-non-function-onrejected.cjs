'use strict';

module.exports = require('../mutant.cjs').mutant('throws-on-non-function-onrejected');
