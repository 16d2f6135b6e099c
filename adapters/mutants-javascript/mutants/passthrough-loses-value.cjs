'use strict';

module.exports = require('../mutant.cjs').mutant('passthrough-loses-value');
