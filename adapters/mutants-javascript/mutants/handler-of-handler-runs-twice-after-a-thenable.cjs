'use strict';

module.exports = require('../mutant.cjs').mutant('handler-of-handler-runs-twice-after-a-thenable');
