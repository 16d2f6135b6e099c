'use strict';

module.exports = require('../mutant.cjs').mutant('passthrough-empties-queue');
