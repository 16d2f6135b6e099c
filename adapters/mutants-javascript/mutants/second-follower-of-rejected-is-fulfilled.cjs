'use strict';

module.exports = require('../mutant.cjs').mutant('second-follower-of-rejected-is-fulfilled');
