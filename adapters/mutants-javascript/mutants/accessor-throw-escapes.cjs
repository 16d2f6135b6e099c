'use strict';

module.exports = require('../mutant.cjs').mutant('accessor-throw-escapes');
