'use strict';

module.exports = require('../mutant.cjs').mutant('finally-does-not-wait');
