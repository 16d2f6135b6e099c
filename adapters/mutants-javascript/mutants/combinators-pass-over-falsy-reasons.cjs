'use strict';

module.exports = require('../mutant.cjs').mutant('combinators-pass-over-falsy-reasons');
