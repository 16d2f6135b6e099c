'use strict';

module.exports = require('../mutant.cjs').mutant('second-passthrough-loses-value');
