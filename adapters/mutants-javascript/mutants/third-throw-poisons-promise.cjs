'use strict';

module.exports = require('../mutant.cjs').mutant('third-throw-poisons-promise');
