'use strict';

module.exports = require('../mutant.cjs').mutant('queue-that-grows-in-flush-loses-jobs');
