'use strict';

module.exports = require('../mutant.cjs').mutant('executor-reject-undoes-following');
