'use strict';

module.exports = require('../mutant.cjs').mutant('cancelled-promise-drops-handlers-inside-handlers');
