'use strict';

module.exports = require('../mutant.cjs').mutant('all-overlooks-followers');
