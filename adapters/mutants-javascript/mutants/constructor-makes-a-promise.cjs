'use strict';

module.exports = require('../mutant.cjs').mutant('constructor-makes-a-promise');
