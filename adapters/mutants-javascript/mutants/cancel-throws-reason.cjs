'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-throws-reason');
