'use strict';

module.exports = require('../mutant.cjs').mutant('lock-in-alternates');
