'use strict';

module.exports = require('../mutant.cjs').mutant('derived-promises-are-retained');
