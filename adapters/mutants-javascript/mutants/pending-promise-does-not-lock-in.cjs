'use strict';

module.exports = require('../mutant.cjs').mutant('pending-promise-does-not-lock-in');
