'use strict';

module.exports = require('../mutant.cjs').mutant('rejected-becomes-fulfilled');
