'use strict';

module.exports = require('../mutant.cjs').mutant('classes-are-constructed');
