'use strict';

module.exports = require('../mutant.cjs').mutant('handler-result-replaces-value');
