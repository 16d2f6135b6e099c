'use strict';

module.exports = require('../mutant.cjs').mutant('then-returns-same-promise');
