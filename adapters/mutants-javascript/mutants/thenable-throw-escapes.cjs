'use strict';

module.exports = require('../mutant.cjs').mutant('thenable-throw-escapes');
