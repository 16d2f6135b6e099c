'use strict';

module.exports = require('../mutant.cjs').mutant('all-takes-every-call-of-a-thenable');
