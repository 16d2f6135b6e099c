'use strict';

module.exports = require('../mutant.cjs').mutant('cancel-reaches-eight-children');
