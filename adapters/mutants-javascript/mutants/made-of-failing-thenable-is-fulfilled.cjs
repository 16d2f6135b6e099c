'use strict';

module.exports = require('../mutant.cjs').mutant('made-of-failing-thenable-is-fulfilled');
