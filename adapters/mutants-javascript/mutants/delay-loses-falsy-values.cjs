'use strict';

module.exports = require('../mutant.cjs').mutant('delay-loses-falsy-values');
