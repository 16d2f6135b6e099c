'use strict';

module.exports = require('../mutant.cjs').mutant('empty-string-becomes-undefined');
