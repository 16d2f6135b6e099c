'use strict';

module.exports = require('../mutant.cjs').mutant('handler-gets-promise-as-receiver');
