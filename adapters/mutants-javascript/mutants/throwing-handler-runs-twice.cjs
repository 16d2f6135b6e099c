'use strict';

module.exports = require('../mutant.cjs').mutant('throwing-handler-runs-twice');
