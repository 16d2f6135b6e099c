'use strict';

module.exports = require('../mutant.cjs').mutant('late-resolve-replaces-value');
