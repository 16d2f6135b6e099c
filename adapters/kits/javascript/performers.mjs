// How each verb of a program is performed.

import { settle } from './adapter.mjs';
import { broken, guard } from './broken.mjs';
import { closure, roles } from './functions.mjs';
import { isGone } from './memory.mjs';
import { onTurn } from './quiescence.mjs';
import { quoted } from './text.mjs';
import { measured } from './timing.mjs';
import { evaluate, slot } from './values.mjs';

const { stringify } = JSON;

/**
 * Performers by verb.
 *
 * Only a resolver's exception, boxed, is given back: its caller is user code. What other calls throw ends with their frame.
 */
export const performers = {
  __proto__: null,

  let(run, step, context) {
    const { names, recorder } = run;
    const inside = context.at(step);
    const value = evaluate(run, step.be, inside);
    if (step.be?.promise !== undefined && names.isMissing(value)) {
      names.unbound(step.let, inside);
      return;
    }
    names.bind(step.let, value, context);
    const seen = recorder.reference(value);
    recorder.note(`"e":"let","step":${step.id},"name":${quoted(step.let)},"value":${seen}`, context);
  },

  fulfill: settleStep,
  reject: settleStep,
  resolve: settleStep,

  combine(run, step, context) {
    const { adapter, recorder } = run;
    const { combine: kind, ms, times } = step;
    const inside = context.at(step);
    const members = step.of.map((member) => evaluate(run, member, inside));
    const role = kind === 'finally' ? roles.handler(undefined, 'finally')
      : kind === 'recover' ? roles.handler(undefined, 'bad') : roles.task();
    const call = step.call === undefined ? undefined : closure(run, step.call, role, context);
    const combinator = adapter.combinators[kind] ?? broken(`no combinator: ${kind}`);
    const fields = `"in":"combine","step":${step.id},"kind":${quoted(kind)},"of":${recorder.references(members)}`;
    give(run, step, context, fields, () => combinator(members, { ms, times, call }));
  },

  then(run, step, context) {
    const { recorder } = run;
    const inside = context.at(step);
    const promise = run.names.bound(step.then, inside);
    if (promise === undefined) return;
    const reg = recorder.registrations + 1;
    const ok = slot(run, step.ok, inside, () => roles.handler(reg, 'ok'));
    const bad = slot(run, step.bad, inside, () => roles.handler(reg, 'bad'));
    recorder.registrations = reg;
    const fields = `"in":"then","step":${step.id},"on":${recorder.reference(promise.value)},"reg":${reg}`
      + slotMember(recorder, 'ok', step.ok, ok) + slotMember(recorder, 'bad', step.bad, bad);
    const { value } = promise;
    give(run, step, context, fields, () => {
      if (step.bad !== undefined) return value.then(ok, bad);
      return step.ok !== undefined ? value.then(ok) : value.then();
    });
  },

  call(run, step, context) {
    const { names, recorder } = run;
    const inside = context.at(step);
    const [name, which] = step.call.includes('.') ? step.call.split('.') : [undefined, step.call];
    const pair = name === undefined ? context.pair : run.firstPairs.get(names.bound(name, inside, true)?.value);
    if (typeof pair?.[which] !== 'function') {
      names.unbound(step.call, inside);
      return undefined;
    }
    const [value, member] = optional(run, step, inside);
    const resolver = pair[which];
    const { value: error, threw } = run.enter(
      `"in":"call","step":${step.id},"pair":${pair.number},"which":${quoted(which)}${member}`,
      context,
      () => (member === '' ? resolver() : resolver(value)),
    );
    return threw ? { value: error } : undefined;
  },

  mark(run, step, context) {
    run.recorder.note(`"e":"mark","step":${step.id},"name":${quoted(step.mark)}`, context);
  },

  /** Queues steps for a turn of their own. */
  later(run, { id, later, do: steps }, context) {
    const block = () => {
      run.recorder.note(`"e":"block","step":${id}`, context);
      guard(() => run.perform(steps, context));
    };
    if (later === 'idle') run.idleBlocks.push(block);
    else onTurn(block);
  },

  repeat(run, step, context) {
    for (let index = 0; index < step.repeat; index += 1) {
      const thrown = run.perform(step.do, context.repeated(index));
      if (thrown !== undefined) return thrown;
    }
    return undefined;
  },

  drop(run, step, context) {
    run.enter(`"in":"drop","step":${step.id},"names":${stringify(step.drop)}`, context, () => {
      for (const written of step.drop) {
        run.names.drop(written, context);
        run.shared.delete(written);
      }
    });
  },

  probe(run, step, context) {
    const yes = isGone(run.names.watched(step.probe, context));
    run.recorder.note(`"e":"gone","step":${step.id},"name":${quoted(step.probe)},"yes":${yes}`, context);
  },

  cancel(run, step, context) {
    const inside = context.at(step);
    const promise = run.names.bound(step.cancel, inside);
    if (promise === undefined) return;
    const [reason, member] = optional(run, step, inside);
    const fields = `"in":"cancel","step":${step.id},"on":${run.recorder.reference(promise.value)}${member}`;
    const { cancel } = run.adapter;
    const { value } = promise;
    run.enter(fields, context, () => (member === '' ? cancel(value) : cancel(value, reason)), run.acceptance);
  },

  measure(run, step, context) {
    const promise = run.names.bound(step.measure, context.at(step));
    if (promise === undefined) return;
    const fields = `"in":"measure","step":${step.id},"on":${run.recorder.reference(promise.value)}`;
    run.enter(fields, context, () => {
      const { readings, results } = measured(promise.value, step.times);
      run.unnamed.push(results);
      return readings;
    }, (readings) => `,"ns":[${readings.join()}]`);
  },
};

function settleStep(run, step, context) {
  const { names, recorder } = run;
  const { verb } = step;
  const inside = context.at(step);
  const promise = names.bound(step[verb], inside);
  if (promise === undefined) return;
  const deferred = run.settlers.get(promise.value);
  if (deferred === undefined) {
    names.unbound(step[verb], inside);
    return;
  }
  const value = evaluate(run, step.with, inside);
  const fields = `"in":"${verb}","step":${step.id},"on":${recorder.reference(promise.value)}`
    + `,"with":${recorder.reference(value)}`;
  run.enter(fields, context, () => settle(deferred, verb, value), run.acceptance);
}

/** A call that gives a promise, which `as` names. */
function give(run, step, context, fields, body) {
  const { value, threw } = run.enter(fields, context, body,
    (given) => `,"gives":${run.recorder.promiseReference(given)}`);
  if (step.as !== undefined && !threw) run.names.bind(step.as, value, context);
}

/** What a step may have `with` it, and the member that says so. */
function optional(run, step, context) {
  if (!('with' in step)) return [undefined, ''];
  const value = evaluate(run, step.with, context);
  return [value, `,"with":${run.recorder.reference(value)}`];
}

/** What a trace says of the function, or the value that is none, in a slot of `then`. */
function slotMember(recorder, word, expression, value) {
  if (expression === undefined) return '';
  return typeof expression === 'string'
    ? `,"${word}":${quoted(expression)}` : `,"${word}":{"not":${recorder.reference(value)}}`;
}
