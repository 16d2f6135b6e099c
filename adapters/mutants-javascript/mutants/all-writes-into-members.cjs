'use strict';

module.exports = require('../mutant.cjs').mutant('all-writes-into-members');
