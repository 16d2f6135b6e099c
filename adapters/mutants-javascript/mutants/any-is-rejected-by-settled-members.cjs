'use strict';

module.exports = require('../mutant.cjs').mutant('any-is-rejected-by-settled-members');
