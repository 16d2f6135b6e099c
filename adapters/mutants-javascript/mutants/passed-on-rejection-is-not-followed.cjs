'use strict';

module.exports = require('../mutant.cjs').mutant('passed-on-rejection-is-not-followed');
