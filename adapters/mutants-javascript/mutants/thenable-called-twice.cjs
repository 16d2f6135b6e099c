'use strict';

module.exports = require('../mutant.cjs').mutant('thenable-called-twice');
