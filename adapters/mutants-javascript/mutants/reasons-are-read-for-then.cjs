'use strict';

module.exports = require('../mutant.cjs').mutant('reasons-are-read-for-then');
