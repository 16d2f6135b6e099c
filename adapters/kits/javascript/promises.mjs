// Makes and settles promises of the library.

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
  const door = isReady ? 'ready' : 'deferred';
  const { value: promise, threw } = run.enter(
    recorder.entry(`"e":"begin","in":"make"${context.stepMember},"promise":${shown},"door":"${door}"`, context),
    () => {
      if (isReady) return state === 'rejected' ? adapter.ready.rejected(value) : adapter.ready.resolved(value);
      deferred = adapter.deferred();
      const made = deferred.promise;
      if (!isPending) settle(deferred, state, value);
      return made;
    },
    (end, made) => {
      introduce(recorder, made);
      end.value('gives', made);
    },
  );
  if (threw) return run.names.mark('UNBOUND');
  if (deferred !== undefined && Object(promise) === promise) run.settlers.set(promise, deferred);
  if (when !== undefined) settleWhenIdle(run, promise, deferred, state, value, context);
  return promise;
}

function introduce(recorder, promise) {
  if (Object(promise) !== promise) return;
  const isBuiltIn = types.isPromise(promise);
  recorder.introduce(promise, isBuiltIn ? '"kind":"promise","class":"built-in Promise"' : '"kind":"promise"');
}

function settleWhenIdle(run, promise, deferred, state, value, context) {
  const { recorder } = run;
  const due = recorder.reference(promise);
  run.idleBlocks.push(() => {
    recorder.note(recorder.entry(`"e":"block","due":${due}`, context));
    const begin = recorder.entry(`"e":"begin","in":"${verbs[state]}"`, context)
      .value('on', promise).value('with', value);
    run.enter(begin, () => settle(deferred, state, value), run.acceptance);
  });
}
