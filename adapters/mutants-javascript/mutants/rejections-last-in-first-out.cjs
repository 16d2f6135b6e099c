'use strict';

module.exports = require('../mutant.cjs').mutant('rejections-last-in-first-out');
