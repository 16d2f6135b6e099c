'use strict';

module.exports = require('../mutant.cjs').mutant('then-without-handlers-gives-itself');
