'use strict';

module.exports = require('../mutant.cjs').mutant('falsy-reason-of-cancel-lost');
