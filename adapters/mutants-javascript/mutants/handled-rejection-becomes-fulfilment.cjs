'use strict';

module.exports = require('../mutant.cjs').mutant('handled-rejection-becomes-fulfilment');
