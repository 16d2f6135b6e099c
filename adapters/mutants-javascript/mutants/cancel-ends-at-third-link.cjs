'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-ends-at-third-link');
