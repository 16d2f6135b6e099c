'use strict';

module.exports = require('../mutant.cjs').mutant('rejections-recurse');
