'use strict';

module.exports = require('../mutant.cjs').mutant('forgets-pending-promise');
