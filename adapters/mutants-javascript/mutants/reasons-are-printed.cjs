'use strict';

module.exports = require('../mutant.cjs').mutant('reasons-are-printed');
