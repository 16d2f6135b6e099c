'use strict';

module.exports = require('../mutant.cjs').mutant('sync-inside-handler');
