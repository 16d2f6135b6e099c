'use strict';

// Makes the adapter of a mutant: the correct promise with one named fault.

const { Promise, Queue } = require('./promise.cjs');

const faults = {
  ...require('./faults/handlers.cjs'),
  ...require('./faults/settling.cjs'),
  ...require('./faults/resolution.cjs'),
  ...require('./faults/thenables.cjs'),
  ...require('./faults/asynchrony.cjs'),
  ...require('./faults/once.cjs'),
  ...require('./faults/repeated.cjs'),
  ...require('./faults/scale.cjs'),
  ...require('./faults/cancellation.cjs'),
  ...require('./faults/making.cjs'),
  ...require('./faults/combinators.cjs'),
  ...require('./faults/escapes.cjs'),
  ...require('./faults/kinds.cjs'),
  ...require('./faults/soak.cjs'),
  ...require('./faults/unhandled.cjs'),
  ...require('./faults/contexts.cjs'),
};

/** The adapter of a mutant, or of the correct promise if no name is given. */
function mutant(name) {
  const fault = name === undefined ? (Base) => Base : faults[name];
  if (fault === undefined) throw new Error(`no such fault: ${name}`);
  const Faulty = fault(Promise, Queue);
  return {
    library: name === undefined ? 'correct promise' : `promise with the fault ${name}`,
    version: '1',
    deferred: () => Faulty.deferred(),
    resolved: (value) => Faulty.resolved(value),
    rejected: (reason) => Faulty.rejected(reason),
    ...(Faulty.combinators === undefined ? {} : {
      combinators: Faulty.combinators,
      capabilities: ['lists:sparse', 'lists:set', 'lists:generator', 'results:allSettled', 'results:any'],
    }),
    ...(Faulty.onUnhandled === undefined ? {} : { onUnhandled: (report) => Faulty.onUnhandled(report) }),
    ...(Faulty.isCancellation === undefined ? {} : {
      cancel: (promise, reason) => promise.cancel(reason),
      isCancellation: Faulty.isCancellation,
      capabilities: ['-cancellation', `cancellation:${Faulty.cancelProfile ?? 'downstream'}`, 'cancellation:reason'],
    }),
  };
}

module.exports = { mutant, names: Object.keys(faults) };
