'use strict';

module.exports = require('../mutant.cjs').mutant('third-settlement-replaces-value');
