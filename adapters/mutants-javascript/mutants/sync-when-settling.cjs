'use strict';

module.exports = require('../mutant.cjs').mutant('sync-when-settling');
