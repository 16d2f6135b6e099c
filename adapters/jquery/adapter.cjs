'use strict';

// jQuery: its Deferred, which fulfills without adopting.

const { load } = require('../kits/javascript/library.cjs');
const { exports: make, version } = load('jquery', require('./adapter.json'));

/**
 * A document in which there is everything and nothing of it matters.
 *
 * jQuery asks what a document can do when it is loaded. A Deferred uses none of the answers.
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
