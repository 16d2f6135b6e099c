'use strict';

module.exports = require('../mutant.cjs').mutant('handlers-are-read-for-then');
