'use strict';

module.exports = require('../mutant.cjs').mutant('sync-from-fifth-late-handler');
