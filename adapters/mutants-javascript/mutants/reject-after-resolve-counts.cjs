'use strict';

module.exports = require('../mutant.cjs').mutant('reject-after-resolve-counts');
