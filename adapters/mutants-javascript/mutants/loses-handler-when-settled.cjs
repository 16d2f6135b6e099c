'use strict';

module.exports = require('../mutant.cjs').mutant('loses-handler-when-settled');
