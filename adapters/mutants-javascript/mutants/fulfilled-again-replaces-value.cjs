'use strict';

module.exports = require('../mutant.cjs').mutant('fulfilled-again-replaces-value');
