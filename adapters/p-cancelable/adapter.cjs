'use strict';

// p-cancelable: a promise with a cancel, which wraps the one of Node.js.
//
// `then` returns a promise of Node.js, which has no cancel. So a cancel only
// rejects the promise, and derived promises take that as any rejection.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: PCancelable, version } = load('p-cancelable', require('./adapter.json'));

exports.library = 'p-cancelable';
exports.version = version;

exports.deferred = entryPoints(PCancelable).deferred;
exports.combinators = constructed(PCancelable);
exports.capabilities = ['cancellation:rejection'];
exports.cancel = (promise, reason) => promise.cancel(reason);
exports.isCancellation = (reason) => reason instanceof PCancelable.CancelError;
