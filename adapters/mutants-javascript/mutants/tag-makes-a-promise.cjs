'use strict';

module.exports = require('../mutant.cjs').mutant('tag-makes-a-promise');
