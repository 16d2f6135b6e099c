'use strict';

module.exports = require('../mutant.cjs').mutant('any-counts-members-by-identity');
