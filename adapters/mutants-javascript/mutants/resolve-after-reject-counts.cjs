'use strict';

module.exports = require('../mutant.cjs').mutant('resolve-after-reject-counts');
