'use strict';

module.exports = require('../mutant.cjs').mutant('resolvers-are-weak');
