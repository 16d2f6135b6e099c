'use strict';

module.exports = require('../mutant.cjs').mutant('thenable-depth-is-three');
