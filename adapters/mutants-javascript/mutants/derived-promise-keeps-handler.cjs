'use strict';

module.exports = require('../mutant.cjs').mutant('derived-promise-keeps-handler');
