'use strict';

module.exports = require('../mutant.cjs').mutant('adoption-recurses');
