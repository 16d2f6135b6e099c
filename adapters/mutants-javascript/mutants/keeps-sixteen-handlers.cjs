'use strict';

module.exports = require('../mutant.cjs').mutant('keeps-sixteen-handlers');
