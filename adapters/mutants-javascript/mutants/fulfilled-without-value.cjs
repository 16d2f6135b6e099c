'use strict';

module.exports = require('../mutant.cjs').mutant('fulfilled-without-value');
