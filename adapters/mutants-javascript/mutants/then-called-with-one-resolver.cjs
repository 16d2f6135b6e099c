'use strict';

module.exports = require('../mutant.cjs').mutant('then-called-with-one-resolver');
