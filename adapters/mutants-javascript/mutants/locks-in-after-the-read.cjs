'use strict';

module.exports = require('../mutant.cjs').mutant('locks-in-after-the-read');
