'use strict';

module.exports = require('../mutant.cjs').mutant('self-resolution-fulfills');
