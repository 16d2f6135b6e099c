'use strict';

// Every deferred of every third host that starts in a directory fails.
const fs = require('node:fs');

fs.appendFileSync('starts', '.');
const starts = fs.statSync('starts').size;
module.exports = require('./flapping.cjs')(() => starts % 3 === 0);
