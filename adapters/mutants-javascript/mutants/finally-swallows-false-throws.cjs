'use strict';

module.exports = require('../mutant.cjs').mutant('finally-swallows-false-throws');
