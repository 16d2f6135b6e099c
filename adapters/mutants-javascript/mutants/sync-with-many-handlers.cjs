'use strict';

module.exports = require('../mutant.cjs').mutant('sync-with-many-handlers');
