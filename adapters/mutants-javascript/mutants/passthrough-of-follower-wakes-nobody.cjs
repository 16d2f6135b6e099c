'use strict';

module.exports = require('../mutant.cjs').mutant('passthrough-of-follower-wakes-nobody');
