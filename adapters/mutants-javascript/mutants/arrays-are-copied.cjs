'use strict';

module.exports = require('../mutant.cjs').mutant('arrays-are-copied');
