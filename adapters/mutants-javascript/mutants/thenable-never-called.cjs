'use strict';

module.exports = require('../mutant.cjs').mutant('thenable-never-called');
