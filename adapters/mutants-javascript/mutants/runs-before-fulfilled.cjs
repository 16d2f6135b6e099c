'use strict';

module.exports = require('../mutant.cjs').mutant('runs-before-fulfilled');
