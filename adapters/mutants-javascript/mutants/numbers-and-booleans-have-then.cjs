'use strict';

module.exports = require('../mutant.cjs').mutant('numbers-and-booleans-have-then');
