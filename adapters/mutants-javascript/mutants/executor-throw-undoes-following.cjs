'use strict';

module.exports = require('../mutant.cjs').mutant('executor-throw-undoes-following');
