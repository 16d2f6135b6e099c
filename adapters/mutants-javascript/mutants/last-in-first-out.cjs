'use strict';

module.exports = require('../mutant.cjs').mutant('last-in-first-out');
