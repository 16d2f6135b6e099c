'use strict';

module.exports = require('../mutant.cjs').mutant('keeps-only-last-handler');
