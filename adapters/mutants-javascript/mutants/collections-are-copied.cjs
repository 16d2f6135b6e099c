'use strict';

module.exports = require('../mutant.cjs').mutant('collections-are-copied');
