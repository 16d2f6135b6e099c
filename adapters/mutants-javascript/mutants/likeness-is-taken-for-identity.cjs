'use strict';

module.exports = require('../mutant.cjs').mutant('likeness-is-taken-for-identity');
