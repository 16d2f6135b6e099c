'use strict';

module.exports = require('../mutant.cjs').mutant('falsy-thenable-throw-lost');
