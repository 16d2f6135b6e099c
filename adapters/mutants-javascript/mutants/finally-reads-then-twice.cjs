'use strict';

module.exports = require('../mutant.cjs').mutant('finally-reads-then-twice');
