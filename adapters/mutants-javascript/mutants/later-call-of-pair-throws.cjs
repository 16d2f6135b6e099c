'use strict';

module.exports = require('../mutant.cjs').mutant('later-call-of-pair-throws');
