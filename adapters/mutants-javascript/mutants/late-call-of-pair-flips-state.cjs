'use strict';

module.exports = require('../mutant.cjs').mutant('late-call-of-pair-flips-state');
