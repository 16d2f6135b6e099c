'use strict';

module.exports = require('../mutant.cjs').mutant('own-promise-cannot-be-thrown');
