'use strict';

module.exports = require('../mutant.cjs').mutant('registration-searches-handlers');
