'use strict';

module.exports = require('../mutant.cjs').mutant('second-result-replaces-value');
