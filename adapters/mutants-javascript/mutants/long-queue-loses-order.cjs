'use strict';

module.exports = require('../mutant.cjs').mutant('long-queue-loses-order');
