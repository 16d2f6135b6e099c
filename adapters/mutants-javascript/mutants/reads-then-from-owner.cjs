'use strict';

module.exports = require('../mutant.cjs').mutant('reads-then-from-owner');
