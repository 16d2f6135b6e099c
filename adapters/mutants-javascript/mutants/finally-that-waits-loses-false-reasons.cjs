'use strict';

module.exports = require('../mutant.cjs').mutant('finally-that-waits-loses-false-reasons');
