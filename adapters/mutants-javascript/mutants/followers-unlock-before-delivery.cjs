'use strict';

module.exports = require('../mutant.cjs').mutant('followers-unlock-before-delivery');
