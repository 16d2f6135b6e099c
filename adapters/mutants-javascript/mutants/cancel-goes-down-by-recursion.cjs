'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-goes-down-by-recursion');
