'use strict';

module.exports = require('../mutant.cjs').mutant('settles-recursively-while-flushing');
