'use strict';

module.exports = require('../mutant.cjs').mutant('handler-throw-poisons-promise');
