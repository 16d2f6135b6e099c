'use strict';

// The built-in promise of Node.js.

exports.library = 'Promise of Node.js';
exports.version = process.versions.node;

exports.Promise = Promise;
exports.capabilities = ['await', 'resume:later'];
