'use strict';

module.exports = require('../mutant.cjs').mutant('strings-have-then');
