'use strict';

module.exports = require('../mutant.cjs').mutant('race-loses-falsy-values');
