'use strict';

module.exports = require('../mutant.cjs').mutant('resolver-throws-on-promise');
