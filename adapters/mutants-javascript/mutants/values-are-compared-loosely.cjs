'use strict';

module.exports = require('../mutant.cjs').mutant('values-are-compared-loosely');
