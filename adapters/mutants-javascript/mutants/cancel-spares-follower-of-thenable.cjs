'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-spares-follower-of-thenable');
