'use strict';

// jQuery: its Deferred, whose `resolve` fulfills and never adopts.

const { load } = require('../kits/javascript/library.cjs');
const { exports: make, version } = load('jquery', require('./adapter.json'));

/**
 * Stands for a document: it has any property, and none of them matters.
 *
 * jQuery tests the features of a document when it loads. A Deferred uses none of the results.
 */
const anything = new Proxy(function () {}, {
  get: (target, key) => answers[key] ?? anything,
  set: () => true,
  has: () => true,
  apply: () => anything,
});
const documentNode = 9;
const answers = { nodeType: documentNode, length: 0, [Symbol.toPrimitive]: () => '' };

const jQuery = make({
  document: anything,
  location: anything,
  getComputedStyle: anything,
  addEventListener: anything,
  setTimeout,
});

exports.library = 'jQuery';
exports.version = version;
exports.capabilities = ['-adopting-resolve'];

exports.deferred = () => {
  const deferred = jQuery.Deferred();
  return {
    promise: deferred.promise(),
    resolve: (value) => deferred.resolve(value),
    reject: (reason) => deferred.reject(reason),
  };
};
