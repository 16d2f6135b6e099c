'use strict';

module.exports = require('../mutant.cjs').mutant('rejecter-does-nothing');
