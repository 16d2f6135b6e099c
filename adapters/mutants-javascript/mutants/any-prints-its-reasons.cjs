'use strict';

module.exports = require('../mutant.cjs').mutant('any-prints-its-reasons');
