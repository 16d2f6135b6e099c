'use strict';

module.exports = require('../mutant.cjs').mutant('idle-handlers-expire');
