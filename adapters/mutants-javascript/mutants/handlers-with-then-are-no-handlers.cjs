'use strict';

module.exports = require('../mutant.cjs').mutant('handlers-with-then-are-no-handlers');
