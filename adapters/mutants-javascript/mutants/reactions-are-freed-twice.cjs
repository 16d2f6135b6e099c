'use strict';

module.exports = require('../mutant.cjs').mutant('reactions-are-freed-twice');
