'use strict';

module.exports = require('../mutant.cjs').mutant('long-rejection-fulfills');
