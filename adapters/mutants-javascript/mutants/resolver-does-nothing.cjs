'use strict';

module.exports = require('../mutant.cjs').mutant('resolver-does-nothing');
