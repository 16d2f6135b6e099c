'use strict';

// core-js: its own Promise, configured to replace the one of Node.js.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const manifest = require('./adapter.json');

const native = globalThis.Promise;
const { exports: configure, version } = load('core-js/configurator', manifest);
configure({ usePolyfill: ['Promise'] });
load('core-js/actual/promise', manifest);
if (globalThis.Promise === native) throw new Error('core-js did not replace the global Promise');

exports.library = 'core-js';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  any: (promises) => Promise.any(promises),
  allSettled: (promises) => Promise.allSettled(promises),
  finally: ([promise], { call }) => promise.finally(call),
  ...constructed(Promise),
};
exports.capabilities = ['results:allSettled', 'results:any'];
