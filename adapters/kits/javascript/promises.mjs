// Promises of the library: how they are made and settled.

import { types } from 'node:util';
import { settle } from './adapter.mjs';
import { evaluate } from './values.mjs';

const verbs = { fulfilled: 'fulfill', rejected: 'reject', resolved: 'resolve' };

/** Makes a promise of the library. */
export function make(run, { promise: state, with: expression, when }, context) {
  const { adapter, recorder } = run;
  const value = expression === undefined ? undefined : evaluate(run, expression, context);
  const isPending = state === 'pending' || when !== undefined;
  const isReady = !isPending && adapter.ready !== undefined;
  const shown = isPending ? '"pending"' : `"${state}","with":${recorder.reference(value)}`;
  let deferred;
  const { value: promise, threw } = run.enter(
    `"in":"make"${context.stepMember},"promise":${shown},"door":"${isReady ? 'ready' : 'deferred'}"`,
    context,
    () => {
      if (isReady) return state === 'rejected' ? adapter.ready.rejected(value) : adapter.ready.resolved(value);
      deferred = adapter.deferred();
      const made = deferred.promise;
      if (!isPending) settle(deferred, state, value);
      return made;
    },
    (made) => `,"gives":${madeReference(recorder, made)}`,
  );
  if (threw) return run.names.mark('UNBOUND');
  if (deferred !== undefined && Object(promise) === promise) run.settlers.set(promise, deferred);
  if (when !== undefined) settleWhenIdle(run, promise, deferred, state, value, context);
  return promise;
}

function madeReference(recorder, promise) {
  if (Object(promise) === promise) {
    const isBuiltIn = types.isPromise(promise);
    recorder.introduce(promise, isBuiltIn ? '"kind":"promise","class":"built-in Promise"' : '"kind":"promise"');
  }
  return recorder.reference(promise);
}

function settleWhenIdle(run, promise, deferred, state, value, context) {
  const { recorder } = run;
  const due = recorder.reference(promise);
  run.idleBlocks.push(() => {
    recorder.note(`"e":"block","due":${due}`, context);
    const fields = `"in":"${verbs[state]}","on":${due},"with":${recorder.reference(value)}`;
    run.enter(fields, context, () => settle(deferred, state, value), run.acceptance);
  });
}
