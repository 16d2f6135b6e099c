'use strict';

module.exports = require('../mutant.cjs').mutant('handler-error-is-rethrown');
