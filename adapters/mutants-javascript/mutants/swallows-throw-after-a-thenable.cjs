'use strict';

module.exports = require('../mutant.cjs').mutant('swallows-throw-after-a-thenable');
