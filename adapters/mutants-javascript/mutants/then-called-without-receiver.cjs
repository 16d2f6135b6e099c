'use strict';

module.exports = require('../mutant.cjs').mutant('then-called-without-receiver');
