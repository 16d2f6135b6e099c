'use strict';

module.exports = require('../mutant.cjs').mutant('followed-rejection-binds-handlers');
