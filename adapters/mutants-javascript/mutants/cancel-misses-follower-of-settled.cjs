'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-misses-follower-of-settled');
