'use strict';

module.exports = require('../mutant.cjs').mutant('finally-adopts-reason');
