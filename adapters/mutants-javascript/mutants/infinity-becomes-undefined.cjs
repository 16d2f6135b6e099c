'use strict';

module.exports = require('../mutant.cjs').mutant('infinity-becomes-undefined');
