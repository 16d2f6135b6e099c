'use strict';

module.exports = require('../mutant.cjs').mutant('drops-handlers-after-lock-in');
