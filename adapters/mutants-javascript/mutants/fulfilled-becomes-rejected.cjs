'use strict';

module.exports = require('../mutant.cjs').mutant('fulfilled-becomes-rejected');
