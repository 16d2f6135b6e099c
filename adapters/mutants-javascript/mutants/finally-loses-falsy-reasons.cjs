'use strict';

module.exports = require('../mutant.cjs').mutant('finally-loses-falsy-reasons');
