'use strict';

module.exports = require('../mutant.cjs').mutant('calls-non-function-onfulfilled');
