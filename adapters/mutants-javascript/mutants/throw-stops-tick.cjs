'use strict';

module.exports = require('../mutant.cjs').mutant('throw-stops-tick');
