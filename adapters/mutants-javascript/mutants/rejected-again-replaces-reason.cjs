'use strict';

module.exports = require('../mutant.cjs').mutant('rejected-again-replaces-reason');
