'use strict';

module.exports = require('../mutant.cjs').mutant('order-breaks-beyond-eight');
