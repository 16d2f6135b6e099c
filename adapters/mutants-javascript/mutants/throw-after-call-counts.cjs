'use strict';

module.exports = require('../mutant.cjs').mutant('throw-after-call-counts');
