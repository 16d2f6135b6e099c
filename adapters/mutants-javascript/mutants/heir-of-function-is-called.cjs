'use strict';

module.exports = require('../mutant.cjs').mutant('heir-of-function-is-called');
