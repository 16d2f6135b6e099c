'use strict';

module.exports = require('../mutant.cjs').mutant('chain-of-followers-is-walked-once');
