// Performs each verb of a program.

import { settle } from './adapter.mjs';
import { cancelTask, isTask, startAwait } from './awaits.mjs';
import { broken, guard } from './broken.mjs';
import { cancel as cancelCall, finish, isCall, start } from './callbacks.mjs';
import { closure, roles } from './functions.mjs';
import { split } from './intrinsics.mjs';
import { isGone } from './memory.mjs';
import { onTurn } from './quiescence.mjs';
import { quoted } from './text.mjs';
import { measured } from './timing.mjs';
import { evaluate, slot } from './values.mjs';

const { Atomics, Int32Array, Set, SharedArrayBuffer, WeakMap } = globalThis;
const { freeze } = Object;
/** Never changes: waiting for a change only lets time pass. */
const nothing = new Int32Array(new SharedArrayBuffer(4));
const { stringify } = JSON;

/** The first members of the events of steps, each made once: looking up the same string object is faster. */
const texts = new WeakMap();

function textOf(step, make) {
  let text = texts.get(step);
  if (text === undefined) {
    text = make();
    texts.set(step, text);
  }
  return text;
}

/** What a combinator gets its members in; `ending` throws where the list of the step does. */
function listOf(members, form, ending) {
  if (form === 'set') return new Set(members);
  if (form === 'generator') return generated(members, ending);
  if (form === 'emptied') return members;
  for (let index = 0; form === 'sparse' && index < members.length; index += 1) {
    if (members[index] === undefined) delete members[index];
  }
  // Frozen, to catch a library that writes into its caller's list.
  return freeze(members);
}

function* generated(members, ending) {
  for (let index = 0; index < members.length; index += 1) yield members[index];
  ending();
}

/**
 * Performers by verb.
 *
 * A performer returns only an exception of a resolver, boxed, which its caller, user code, must throw. Exceptions of
 * other calls end with their frame.
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
    const text = textOf(step, () => `"e":"let","step":${step.id},"name":${quoted(step.let)}`);
    const entry = recorder.entry(text, context);
    recorder.note(entry.value('value', value));
  },

  start,

  await: startAwait,

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
    const of = recorder.references(members);
    const reason = step.throws === undefined ? undefined : evaluate(run, step.throws, inside);
    const list = listOf(members, step.list, () => {
      if (step.throws !== undefined) throw reason;
    });
    if (list === members) recorder.introduce(list, `"kind":"list","items":${of}`);
    const text = `"e":"begin","in":"combine","step":${step.id},"kind":${quoted(kind)},"of":${of}`;
    give(run, step, recorder.entry(text, context), () => {
      const given = combinator(list, { ms, times, call });
      if (step.list === 'emptied') list.length = 0;
      return given;
    });
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
    const text = () => `"e":"begin","in":"then","step":${step.id}`
      + slotMember(recorder, 'ok', step.ok, ok) + slotMember(recorder, 'bad', step.bad, bad);
    const isSame = isNameOrAbsent(step.ok) && isNameOrAbsent(step.bad);
    const begin = recorder.entry(isSame ? textOf(step, text) : text(), context)
      .value('on', promise.value).number('reg', reg);
    const { value } = promise;
    give(run, step, begin, () => run.within(step.on, () => {
      if (step.bad !== undefined) return value.then(ok, bad);
      return step.ok !== undefined ? value.then(ok) : value.then();
    }));
  },

  call(run, step, context) {
    const { names, recorder } = run;
    const inside = context.at(step);
    const [name, which] = split(step.call);
    const pair = name === undefined ? context.pair : run.firstPairs.get(names.bound(name, inside, true)?.value);
    if (typeof pair?.[which] !== 'function') {
      names.unbound(step.call, inside);
      return undefined;
    }
    const [value, member] = optional(run, step, inside);
    const resolver = pair[which];
    const text = `"e":"begin","in":"call","step":${step.id},"pair":${pair.number},"which":${quoted(which)}${member}`;
    const { value: error, threw } = run.enter(
      recorder.entry(text, context),
      () => (member === '' ? resolver() : resolver(value)),
    );
    return threw ? { value: error } : undefined;
  },

  mark(run, step, context) {
    run.recorder.note(run.recorder.entry(`"e":"mark","step":${step.id},"name":${quoted(step.mark)}`, context));
  },

  /** Queues steps for a separate turn. */
  later(run, { id, later, do: steps }, context) {
    const block = () => {
      run.recorder.note(run.recorder.entry(`"e":"block","step":${id}`, context));
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
    const text = `"e":"begin","in":"drop","step":${step.id},"names":${stringify(step.drop)}`;
    run.enter(run.recorder.entry(text, context), () => {
      for (const written of step.drop) {
        run.names.drop(written, context);
        run.shared.delete(written);
      }
    });
  },

  probe(run, step, context) {
    const yes = isGone(run.names.watched(step.probe, context));
    const text = `"e":"gone","step":${step.id},"name":${quoted(step.probe)},"yes":${yes}`;
    run.recorder.note(run.recorder.entry(text, context));
  },

  cancel(run, step, context) {
    const inside = context.at(step);
    const promise = run.names.bound(step.cancel, inside);
    if (promise === undefined) return;
    const [reason, member] = optional(run, step, inside);
    const on = run.recorder.reference(promise.value);
    const begin = run.recorder.entry(`"e":"begin","in":"cancel","step":${step.id},"on":${on}${member}`, context);
    const { cancel } = run.adapter;
    const { value } = promise;
    if (isTask(value)) run.enter(begin, () => cancelTask(value));
    else if (isCall(value)) run.enter(begin, () => cancelCall(run, value));
    else run.enter(begin, () => (member === '' ? cancel(value) : cancel(value, reason)), run.acceptance);
  },

  pause(run, step) {
    Atomics.wait(nothing, 0, 0, step.pause);
  },

  measure(run, step, context) {
    const promise = run.names.bound(step.measure, context.at(step));
    if (promise === undefined) return;
    const on = run.recorder.reference(promise.value);
    const begin = run.recorder.entry(`"e":"begin","in":"measure","step":${step.id},"on":${on}`, context);
    run.enter(begin, () => {
      const { readings, results } = measured(promise.value, step.times);
      run.unnamed.push(results);
      return readings;
    }, (end, readings) => end.add(`,"ns":[${readings.join()}]`));
  },
};

function settleStep(run, step, context) {
  const { names, recorder } = run;
  const { verb } = step;
  const inside = context.at(step);
  const promise = names.bound(step[verb], inside);
  if (promise === undefined) return;
  const deferred = run.settlers.get(promise.value);
  const isOfCall = isCall(promise.value);
  if (deferred === undefined && !isOfCall) {
    names.unbound(step[verb], inside);
    return;
  }
  const value = evaluate(run, step.with, inside);
  const begin = recorder.entry(textOf(step, () => `"e":"begin","in":"${verb}","step":${step.id}`), context)
    .value('on', promise.value).value('with', value);
  if (isOfCall) run.enter(begin, () => finish(run, promise.value, verb, value));
  else run.enter(begin, () => settle(deferred, verb, value), run.acceptance);
}

/** Makes a call that returns a promise, and binds that to the name in `as`. */
function give(run, step, begin, body) {
  const { value, threw } = run.enter(begin, body, (end, given) => {
    run.recorder.introducePromise(given);
    end.value('gives', given);
  });
  if (step.as !== undefined && !threw) run.names.bind(step.as, value, begin.context);
}

/** The optional `with` of a step: its value, and the member of the event for it. */
function optional(run, step, context) {
  if (!('with' in step)) return [undefined, ''];
  const value = evaluate(run, step.with, context);
  return [value, `,"with":${run.recorder.reference(value)}`];
}

function isNameOrAbsent(expression) {
  return expression === undefined || typeof expression === 'string';
}

/** The member of an event for a slot of `then`, which holds a function or another value. */
function slotMember(recorder, word, expression, value) {
  if (expression === undefined) return '';
  return typeof expression === 'string'
    ? `,"${word}":${quoted(expression)}` : `,"${word}":{"not":${recorder.reference(value)}}`;
}
