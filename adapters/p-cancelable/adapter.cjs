'use strict';

// p-cancelable: a promise with a cancel, around the one of Node.js.

const { doors, load } = require('../kits/javascript/library.cjs');
const { exports: PCancelable, version } = load('p-cancelable', require('./adapter.json'));

exports.library = 'p-cancelable';
exports.version = version;

exports.deferred = doors(PCancelable).deferred;
exports.cancel = (promise, reason) => promise.cancel(reason);
exports.isCancellation = (reason) => reason instanceof PCancelable.CancelError;
