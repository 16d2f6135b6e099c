'use strict';

module.exports = require('../mutant.cjs').mutant('second-resolver-calls-then');
