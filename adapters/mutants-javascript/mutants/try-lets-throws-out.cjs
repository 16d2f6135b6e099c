'use strict';

module.exports = require('../mutant.cjs').mutant('try-lets-throws-out');
