'use strict';

module.exports = require('../mutant.cjs').mutant('fifth-handler-runs-twice');
