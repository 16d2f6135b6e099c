'use strict';

module.exports = require('../mutant.cjs').mutant('recovered-rejection-stays-rejected');
