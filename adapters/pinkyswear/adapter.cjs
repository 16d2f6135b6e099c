'use strict';

// PinkySwear: a promise is the function that settles it. It fulfills and never adopts.

const { load } = require('../kits/javascript/library.cjs');
const { exports: pinkySwear, version } = load('pinkyswear', require('./adapter.json'));

exports.library = 'PinkySwear';
exports.version = version;

exports.capabilities = ['-adopting-resolve'];

exports.deferred = () => {
  const promise = pinkySwear();
  return {
    promise,
    resolve: (value) => promise(true, [value]),
    reject: (reason) => promise(false, [reason]),
  };
};
