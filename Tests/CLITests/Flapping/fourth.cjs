'use strict';

// Every fourth deferred of a host fails.
let made = 0;
module.exports = require('./flapping.cjs')(() => ++made % 4 === 0);
