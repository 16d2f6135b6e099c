'use strict';

module.exports = require('../mutant.cjs').mutant('reasons-become-errors');
