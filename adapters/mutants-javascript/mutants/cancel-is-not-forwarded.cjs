'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-is-not-forwarded');
