'use strict';

module.exports = require('../mutant.cjs').mutant('catch-makes-a-promise');
