'use strict';

// The adapter of a promise that traps. It traps itself at `adapter-then`, `adapter-settle` and `adapter-queue`.

const { Trapping } = require('./library.cjs');

function at(place) {
  if (process.env.APLUS_TRAP === place) process.abort();
}

class Adapted extends Trapping {
  then(ok, bad) {
    at('adapter-then');
    return super.then(ok, bad);
  }

  react(reaction) {
    super.react(() => {
      at('adapter-queue');
      reaction();
    });
  }
}

exports.library = 'a promise that traps';
exports.capabilities = ['-thenables', '-accessors', '-adopting-resolve'];
exports.deferred = () => {
  const promise = new Adapted();
  return {
    promise,
    resolve(value) {
      at('adapter-settle');
      promise.settle('fulfilled', value);
    },
    reject: (reason) => promise.settle('rejected', reason),
  };
};
exports.combinators = { race: (members) => Trapping.race(members) };
