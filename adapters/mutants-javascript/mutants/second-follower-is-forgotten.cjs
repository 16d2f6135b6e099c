'use strict';

module.exports = require('../mutant.cjs').mutant('second-follower-is-forgotten');
