'use strict';

module.exports = require('../mutant.cjs').mutant('all-puts-settled-members-first');
