// User code: what the library calls, and what it is told to do then.

import { broken, guard } from './broken.mjs';
import { noteCall } from './quiescence.mjs';
import { assureRoom } from './stack.mjs';
import { evaluate } from './values.mjs';

/** Makes a non-strict function: modules know only strict ones. */
const sloppy = Function('enter', 'return function () { return enter(this, [...arguments]) }');
const global = globalThis;

/** The positions in which user code stands; each tells what its frames say about it. */
export const roles = {
  handler: (reg, slot) => ({ frame: { in: 'handler', reg, slot } }),
  task: () => ({ frame: { in: 'task' } }),
  /** The `then` of a thenable; without a subject its receiver is the thenable. */
  thenable: (subject) => ({ frame: { in: 'thenable' }, takesPair: true, subject }),
};

/** A fresh function for a registration, or the one that all registrations share. */
export function closure(run, name, role, context) {
  const definition = run.program.functions?.[name] ?? broken(`no such function: ${name}`);
  const shared = definition.shared ? run.shared.get(name) : undefined;
  if (shared !== undefined) return shared;
  let calls = 0;
  const enter = (receiver, args) => {
    assureRoom();
    calls += 1;
    return call(run, { name, definition, role, calls }, receiver, args, context);
  };
  const made = definition.mode === 'sloppy'
    ? sloppy(enter)
    : function (...args) { return enter(this, args); };
  if (definition.shared) run.shared.set(name, made);
  run.watch(name, made);
  return made;
}

/** One call of user code: its frame, its steps, its ending. */
function call(run, { name, definition, role, calls }, receiver, args, context) {
  const { recorder } = run;
  noteCall();
  const fields = { ...role.frame, fn: name };
  let { pair } = context;
  // A shared function is one closure for many registrations.
  if (definition.shared) fields.reg = undefined;
  if (role.takesPair) {
    pair = run.takePair(role.subject ?? receiver, args);
    fields.on = recorder.reference(role.subject ?? receiver);
    fields.pair = pair.number;
  }
  fields.call = calls;
  fields.argc = args.length;
  fields.args = args.slice(0, 2).map((value) => recorder.reference(value));
  fields.this = receiverWord(receiver, role);
  const frame = recorder.begin(fields, context.indices);
  const inside = { indices: context.indices, pair };
  const end = guard(() => {
    const thrown = run.perform(definition.steps ?? [], inside);
    return thrown === undefined ? ending(run, definition.ends, calls, inside) : { value: thrown.value, throws: true };
  });
  return leave(recorder, frame, end, context);
}

/** A getter of `then`: its reads are frames, and the n-th read ends with the n-th ending. */
export function accessor(run, endings, then, fields, context) {
  let reads = 0;
  return function () {
    assureRoom();
    reads += 1;
    const frame = run.recorder.begin({ in: 'accessor', ...fields, read: reads }, context.indices);
    const end = guard(() => ending(run, endings, reads, context, then));
    return leave(run.recorder, frame, end, context);
  };
}

/** The ending of the n-th call: a value that is returned or thrown. */
function ending(run, endings, number, context, then) {
  const choices = endings ?? [];
  const chosen = choices[Math.min(number, choices.length) - 1];
  if (chosen === undefined) return { value: undefined };
  if ('throw' in chosen) return { value: evaluate(run, chosen.throw, context), throws: true };
  if ('give' in chosen) return { value: then, isThen: true };
  return { value: evaluate(run, chosen.return, context) };
}

/** Ends a frame of user code as its ending says. */
function leave(recorder, frame, { value, throws, isThen }, { indices }) {
  const seen = isThen ? { is: 'then' } : recorder.reference(value);
  recorder.end(frame, throws ? { threw: seen } : { returned: seen }, indices);
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
