'use strict';

module.exports = require('../mutant.cjs').mutant('handlers-by-length');
