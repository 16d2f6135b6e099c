'use strict';

module.exports = require('../mutant.cjs').mutant('rejecter-throws-reason');
