'use strict';

module.exports = require('../mutant.cjs').mutant('outcomes-expire');
