'use strict';

module.exports = require('../mutant.cjs').mutant('read-loses-registrations');
