'use strict';

module.exports = require('../mutant.cjs').mutant('followers-are-retained');
