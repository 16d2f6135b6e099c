'use strict';

module.exports = require('../mutant.cjs').mutant('does-not-wait-for-pending-promise');
