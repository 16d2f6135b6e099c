'use strict';

module.exports = require('../mutant.cjs').mutant('nan-becomes-undefined');
