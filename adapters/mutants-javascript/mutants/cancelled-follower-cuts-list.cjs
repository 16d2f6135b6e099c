'use strict';

module.exports = require('../mutant.cjs').mutant('cancelled-follower-cuts-list');
