'use strict';

module.exports = require('../mutant.cjs').mutant('recover-refuses-falsy-values');
