'use strict';

module.exports = require('../mutant.cjs').mutant('sync-on-settled-grandchild');
