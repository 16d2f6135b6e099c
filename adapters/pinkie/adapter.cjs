'use strict';

// pinkie: a constructor.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: Promise, version } = load('pinkie', require('./adapter.json'));

exports.library = 'pinkie';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  ...constructed(Promise),
};
