'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-reaches-one-child-below-settled');
