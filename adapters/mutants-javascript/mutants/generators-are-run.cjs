'use strict';

module.exports = require('../mutant.cjs').mutant('generators-are-run');
