'use strict';

module.exports = require('../mutant.cjs').mutant('settled-promises-pass-the-lock');
