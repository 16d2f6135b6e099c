'use strict';

module.exports = require('../mutant.cjs').mutant('all-settled-is-rejected-by-settled-members');
