// The verbs of the scenario language that this language can express.

import { settle } from './adapter.mjs';
import { broken } from './broken.mjs';
import { closure, roles } from './functions.mjs';
import { isGone } from './memory.mjs';
import { measured } from './timing.mjs';
import { evaluate, nameIn } from './values.mjs';

/**
 * How each verb is performed; `combine` is asked for before `call`, which is also a key of it.
 *
 * Only a resolver's exception, boxed, is given back: its caller is user code. What other doors throw ends with their frame.
 */
export const verbs = {
  let(run, step, context) {
    const inStep = at(step, context);
    const value = evaluate(run, step.be, inStep);
    if (isMissing(run, step.be, value)) {
      run.unbound(step.let, inStep);
      return;
    }
    run.bind(step.let, value, context);
    const seen = run.recorder.reference(value);
    run.recorder.note({ e: 'let', step: step.id, name: step.let, value: seen }, context.indices);
  },

  fulfill: (run, step, context) => settleStep(run, 'fulfill', step, context),
  reject: (run, step, context) => settleStep(run, 'reject', step, context),
  resolve: (run, step, context) => settleStep(run, 'resolve', step, context),

  combine(run, step, context) {
    const inStep = at(step, context);
    const members = step.of.map((member) => evaluate(run, member, inStep));
    const role = step.combine === 'finally' ? roles.handler(undefined, 'finally')
      : step.combine === 'recover' ? roles.handler(undefined, 'bad') : roles.task();
    const call = step.call === undefined ? undefined : closure(run, step.call, role, context);
    const of = members.map((member) => run.recorder.reference(member));
    const combinator = run.adapter.combinators[step.combine] ?? broken(`no combinator: ${step.combine}`);
    const { ms, times } = step;
    give(run, step, context, { in: 'combine', step: step.id, kind: step.combine, of },
      () => combinator(members, { ms, times, call }));
  },

  then(run, step, context) {
    const inStep = at(step, context);
    const promise = bound(run, step.then, inStep);
    if (promise === undefined) return;
    const { recorder } = run;
    const reg = recorder.registrations + 1;
    const ok = run.slot(step.ok, 'ok', reg, inStep);
    const bad = run.slot(step.bad, 'bad', reg, inStep);
    recorder.registrations = reg;
    const fields = {
      in: 'then', step: step.id, on: recorder.reference(promise.value), reg, ok: ok.seen, bad: bad.seen,
    };
    const { value } = promise;
    give(run, step, context, fields, () => {
      if (step.bad !== undefined) return value.then(ok.value, bad.value);
      return step.ok !== undefined ? value.then(ok.value) : value.then();
    });
  },

  call(run, step, context) {
    const inStep = at(step, context);
    const [name, which] = step.call.includes('.') ? step.call.split('.') : [undefined, step.call];
    const pair = name === undefined ? context.pair : run.firstPairs.get(bound(run, name, inStep, true)?.value);
    if (typeof pair?.[which] !== 'function') {
      run.unbound(step.call, inStep);
      return undefined;
    }
    const hasValue = 'with' in step;
    const value = hasValue ? evaluate(run, step.with, inStep) : undefined;
    const fields = {
      in: 'call', step: step.id, pair: pair.number, which,
      with: hasValue ? run.recorder.reference(value) : undefined,
    };
    const resolver = pair[which];
    const { value: error, threw } = run.enter(fields, context, () => (hasValue ? resolver(value) : resolver()));
    return threw ? { value: error } : undefined;
  },

  mark(run, step, { indices }) {
    run.recorder.note({ e: 'mark', step: step.id, name: step.mark }, indices);
  },

  later: (run, step, context) => run.later(step, context),

  repeat(run, step, context) {
    for (let index = 0; index < step.repeat; index += 1) {
      const thrown = run.perform(step.do, { ...context, indices: [...context.indices, index] });
      if (thrown !== undefined) return thrown;
    }
    return undefined;
  },

  drop(run, step, context) {
    run.enter({ in: 'drop', step: step.id, names: step.drop }, context, () => {
      for (const written of step.drop) {
        run.names.delete(nameIn(written, context.indices));
        run.shared.delete(written);
      }
    });
  },

  probe(run, step, context) {
    const yes = isGone(run.watched.get(nameIn(step.probe, context.indices)) ?? []);
    run.recorder.note({ e: 'gone', step: step.id, name: step.probe, yes }, context.indices);
  },

  cancel(run, step, context) {
    const inStep = at(step, context);
    const promise = bound(run, step.cancel, inStep);
    if (promise === undefined) return;
    const hasReason = 'with' in step;
    const reason = hasReason ? evaluate(run, step.with, inStep) : undefined;
    const fields = {
      in: 'cancel', step: step.id, on: run.recorder.reference(promise.value),
      with: hasReason ? run.recorder.reference(reason) : undefined,
    };
    const { cancel } = run.adapter;
    run.enter(fields, context,
      () => (hasReason ? cancel(promise.value, reason) : cancel(promise.value)), run.acceptance);
  },

  measure(run, step, context) {
    const promise = bound(run, step.measure, at(step, context));
    if (promise === undefined) return;
    const fields = { in: 'measure', step: step.id, on: run.recorder.reference(promise.value) };
    run.enter(fields, context, () => {
      const { readings, results } = measured(promise.value, step.times);
      run.unnamed.push(results);
      return readings;
    }, (ns) => ({ ns }));
  },
};

function settleStep(run, verb, step, context) {
  const inStep = at(step, context);
  const promise = bound(run, step[verb], inStep);
  if (promise === undefined) return;
  const deferred = run.settlers.get(promise.value);
  if (deferred === undefined) {
    run.unbound(step[verb], inStep);
    return;
  }
  const value = evaluate(run, step.with, inStep);
  const fields = {
    in: verb, step: step.id, on: run.recorder.reference(promise.value), with: run.recorder.reference(value),
  };
  run.enter(fields, context, () => settle(deferred, verb, value), run.acceptance);
}

/** A call that gives a promise, which `as` names. */
function give(run, step, context, fields, body) {
  const { value, threw } = run.enter(fields, context, body,
    (given) => ({ gives: run.recorder.promiseReference(given) }));
  if (step.as !== undefined && !threw) run.bind(step.as, value, context);
}

/** The value of a bound name, boxed; without one, logs that the step does nothing. */
function bound(run, written, context, isSilent = false) {
  const name = nameIn(written, context.indices);
  if (run.names.has(name)) return { value: run.names.get(name) };
  if (!isSilent) run.unbound(written, context);
  return undefined;
}

/** Whether the library threw instead of making the promise that a `let` asked for. */
function isMissing(run, expression, value) {
  return expression?.promise !== undefined && value === run.names.get('UNBOUND');
}

/** The context of a step's values: frames inside say which step they belong to. */
function at(step, context) {
  return { ...context, step: step.id };
}
