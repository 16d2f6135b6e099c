'use strict';

module.exports = require('../mutant.cjs').mutant('all-settled-overlooks-followers');
