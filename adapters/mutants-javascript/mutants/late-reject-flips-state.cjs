'use strict';

module.exports = require('../mutant.cjs').mutant('late-reject-flips-state');
