'use strict';

module.exports = require('../mutant.cjs').mutant('reject-adopts-thenable');
