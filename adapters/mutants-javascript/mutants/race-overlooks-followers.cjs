'use strict';

module.exports = require('../mutant.cjs').mutant('race-overlooks-followers');
