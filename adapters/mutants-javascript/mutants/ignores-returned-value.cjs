'use strict';

module.exports = require('../mutant.cjs').mutant('ignores-returned-value');
