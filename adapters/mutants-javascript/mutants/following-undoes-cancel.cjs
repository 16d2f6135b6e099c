'use strict';

module.exports = require('../mutant.cjs').mutant('following-undoes-cancel');
