'use strict';

module.exports = require('../mutant.cjs').mutant('combinators-adopt-reasons');
