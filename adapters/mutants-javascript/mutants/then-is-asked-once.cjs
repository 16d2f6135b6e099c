'use strict';

module.exports = require('../mutant.cjs').mutant('then-is-asked-once');
