'use strict';

module.exports = require('../mutant.cjs').mutant('shares-one-derived-promise');
