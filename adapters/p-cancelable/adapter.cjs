'use strict';

// p-cancelable: a promise with a cancel, around the one of Node.js.
//
// What `then` gives is the promise of Node.js, which has no cancel. So a cancel
// goes nowhere by itself: it rejects, and what is derived follows.

const { entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: PCancelable, version } = load('p-cancelable', require('./adapter.json'));

exports.library = 'p-cancelable';
exports.version = version;

exports.deferred = entryPoints(PCancelable).deferred;
exports.capabilities = ['cancellation:rejection'];
exports.cancel = (promise, reason) => promise.cancel(reason);
exports.isCancellation = (reason) => reason instanceof PCancelable.CancelError;
