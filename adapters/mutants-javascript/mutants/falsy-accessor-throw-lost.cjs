'use strict';

module.exports = require('../mutant.cjs').mutant('falsy-accessor-throw-lost');
