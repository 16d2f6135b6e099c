// User code: the functions of a program, which the library calls.

import { activity, noteAnswer } from './activity.mjs';
import { broken, guard } from './broken.mjs';
import { assureRoom } from './stack.mjs';
import { quoted } from './text.mjs';
import { evaluate, functionKind } from './values.mjs';

/** Makes a non-strict function. A function that is written in a module is strict. */
const sloppy = Function('enter', 'return function () { return enter(this, [...arguments]) }');
const global = globalThis;
const { WeakMap } = globalThis;
/** The first members of the frames of usual calls, by function and slot. */
const usualTexts = new WeakMap();

/** What user code is called as. */
export const roles = {
  /** A handler in a slot; without a registration if a combinator takes it. */
  handler: (reg, slot) => ({ reg, slot }),
  task: () => ({ word: 'task' }),
  /** The `then` of a thenable; if no subject is given, the receiver is the thenable. */
  thenable: (subject) => ({ word: 'thenable', takesPair: true, subject }),
};

/** A new function for a registration, or the one that all registrations share. */
export function closure(run, name, role, context) {
  const definition = run.program.functions?.[name] ?? broken(`no such function: ${name}`);
  const shared = definition.shared ? run.shared.get(name) : undefined;
  if (shared !== undefined) return shared;
  const code = { run, name, definition, role, context, calls: 0 };
  const made = makeFunction(definition, code);
  if (definition.shared) run.shared.set(name, made);
  run.names.watch(name, made);
  return made;
}

/**
 * A completion handler: a function that takes an error first, then a value. `value` and `error` are the functions of a
 * pair, and `either` takes one argument that is a value or an `Error`.
 */
export function completion(run, name, reg, context) {
  const definition = run.program.functions?.[name] ?? broken(`no such function: ${name}`);
  const shared = definition.shared ? run.shared.get(name) : undefined;
  if (shared !== undefined) return shared;
  const code = { run, name, definition, role: undefined, context, calls: 0 };
  const call = (slot, args) => {
    if (code.calls === 0 || definition.shared) noteAnswer();
    code.role = { reg, slot };
    return enter(code, undefined, args);
  };
  const done = (error, value) => {
    if (error === undefined || error === null) return call('ok', [value]);
    return value === undefined || value === null ? call('bad', [error]) : call('both', [value, error]);
  };
  done.value = (value) => call('ok', [value]);
  done.error = (error) => call('bad', [error]);
  done.either = (...args) => {
    if (args.length === 0) return call('neither', []);
    return call(args[0] instanceof Error ? 'bad' : 'ok', args.slice(0, 1));
  };
  if (definition.shared) run.shared.set(name, done);
  run.names.watch(name, done);
  return done;
}

function makeFunction({ kind, mode }, code) {
  if (kind !== undefined) return functionKind(kind)((receiver, args) => enter(code, receiver, args));
  return mode === 'sloppy'
    ? sloppy((receiver, args) => enter(code, receiver, args))
    : function (...args) { return enter(code, this, args); };
}

/** One call of user code: its frame, its steps, its ending. */
function enter(code, receiver, args) {
  assureRoom();
  code.calls += 1;
  const { run, definition, role, context, calls } = code;
  const { recorder } = run;
  activity.calls += 1;
  let { pair } = context;
  let seen = args.length > 2 ? args.slice(0, 2) : args;
  if (run.adapter.unwrap !== undefined) seen = seen.map((value) => unwrapped(run, value));
  const receiverText = receiverWord(receiver, role);
  let entry;
  if (role.slot !== undefined) {
    entry = recorder.entry(handlerText(code, args.length, receiverText), context);
    // A shared function belongs to no single registration.
    if (role.reg !== undefined && !definition.shared) entry.number('reg', role.reg);
    const place = run.ambient?.getStore();
    if (place !== undefined) entry.add(`,"context":${quoted(place)}`);
    entry.arguments(seen);
  } else {
    entry = recorder.entry(`"e":"begin","in":"${role.word}","fn":${quoted(code.name)}`, context);
    if (role.takesPair) {
      // A shared function is the `then` of many thenables. Only its receiver shows which one was called.
      const isShared = definition.shared && Object(receiver) === receiver;
      const subject = isShared ? receiver : role.subject ?? receiver;
      pair = run.takePair(subject, args);
      entry.add(`,"on":${recorder.reference(subject)},"pair":${pair.number}`);
    }
    entry.add(`,"call":${calls},"argc":${args.length},"args":${recorder.references(seen)},"this":"${receiverText}"`);
  }
  const frame = recorder.begin(entry);
  const end = guard(() => {
    const inside = context.inside(pair);
    const thrown = definition.steps === undefined ? undefined : run.perform(definition.steps, inside);
    return thrown === undefined ? ending(run, definition.ends, calls, inside) : { value: thrown.value, throws: true };
  });
  return leave(recorder, frame, end, context);
}

/** Unwraps a reason that the library wrapped. An object that has an identity is not a wrapper. */
function unwrapped({ adapter: { unwrap }, recorder }, value) {
  return typeof value === 'object' && value !== null && !recorder.knows(value) ? unwrap(value) : value;
}

/** The first members of a handler's frame; always the same string for the usual call. */
function handlerText({ name, definition, role: { slot }, calls }, argc, receiver) {
  const make = () => `"e":"begin","in":"handler","slot":"${slot}","fn":${quoted(name)}`
    + `,"call":${calls},"argc":${argc},"this":"${receiver}"`;
  if (calls > 1 || argc !== 1 || receiver !== 'undefined') return make();
  let texts = usualTexts.get(definition);
  if (texts === undefined) usualTexts.set(definition, texts = {});
  return texts[slot] ??= make();
}

/**
 * A getter of `then`: its reads are frames, and the n-th read ends with the n-th ending.
 *
 * It is a property of the subject: read on another object, it finds nothing, as one would that looks into `this`.
 */
export function accessor(run, { get: endings, reading }, then, owner, context, subject) {
  const steps = run.program.functions?.[reading]?.steps ?? [];
  const name = reading === undefined ? '' : `,"fn":${quoted(reading)}`;
  let reads = 0;
  return function () {
    if (subject !== undefined && this !== subject) return undefined;
    assureRoom();
    reads += 1;
    const entry = run.recorder.entry(`"e":"begin","in":"accessor",${owner},"read":${reads}${name}`, context);
    const frame = run.recorder.begin(entry);
    const number = reads;
    const end = guard(() => {
      const thrown = run.perform(steps, context);
      return thrown === undefined ? ending(run, endings, number, context, then) : { value: thrown.value, throws: true };
    });
    return leave(run.recorder, frame, end, context);
  };
}

/** The ending of the n-th call: a value, and whether it is thrown. */
function ending(run, endings, number, context, then) {
  const chosen = endings?.[Math.min(number, endings.length) - 1];
  if (chosen === undefined) return { value: undefined };
  if ('throw' in chosen) return { value: evaluate(run, chosen.throw, context), throws: true };
  if ('give' in chosen) return { value: then, isThen: true };
  return { value: evaluate(run, chosen.return, context) };
}

/** Ends a frame of user code as its ending says. */
function leave(recorder, frame, { value, throws, isThen }, context) {
  const end = recorder.end(frame, context);
  recorder.note(isThen ? end.add(',"returned":{"is":"then"}') : end.value(throws ? 'threw' : 'returned', value));
  if (throws) {
    recorder.noteThrow(value);
    throw value;
  }
  return value;
}

function receiverWord(receiver, role) {
  if (role.takesPair && (role.subject === undefined || receiver === role.subject)) return 'subject';
  if (receiver === undefined) return 'undefined';
  return receiver === global ? 'global' : 'other';
}
