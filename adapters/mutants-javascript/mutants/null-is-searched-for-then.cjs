'use strict';

module.exports = require('../mutant.cjs').mutant('null-is-searched-for-then');
