'use strict';

module.exports = require('../mutant.cjs').mutant('loses-falsy-throw');
