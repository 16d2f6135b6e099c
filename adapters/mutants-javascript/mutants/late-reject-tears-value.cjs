'use strict';

module.exports = require('../mutant.cjs').mutant('late-reject-tears-value');
