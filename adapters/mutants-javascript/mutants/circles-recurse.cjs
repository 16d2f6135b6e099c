'use strict';

module.exports = require('../mutant.cjs').mutant('circles-recurse');
