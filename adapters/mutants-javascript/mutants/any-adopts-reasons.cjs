'use strict';

module.exports = require('../mutant.cjs').mutant('any-adopts-reasons');
