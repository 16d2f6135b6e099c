'use strict';

module.exports = require('../mutant.cjs').mutant('keeps-four-handlers');
