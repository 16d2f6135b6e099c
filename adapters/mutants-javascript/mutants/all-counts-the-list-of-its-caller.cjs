'use strict';

module.exports = require('../mutant.cjs').mutant('all-counts-the-list-of-its-caller');
