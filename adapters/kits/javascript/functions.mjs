// User code: the functions of a program, which the library calls.

import { activity } from './activity.mjs';
import { broken, guard } from './broken.mjs';
import { assureRoom } from './stack.mjs';
import { quoted } from './text.mjs';
import { evaluate } from './values.mjs';

/** Makes a non-strict function: modules know only strict ones. */
const sloppy = Function('enter', 'return function () { return enter(this, [...arguments]) }');
const global = globalThis;

/** The places of user code. */
export const roles = {
  /** A handler in a slot; without a registration where a combinator got it. */
  handler: (reg, slot) => ({ reg, slot }),
  task: () => ({ word: 'task' }),
  /** The `then` of a thenable; without a subject its receiver is the thenable. */
  thenable: (subject) => ({ word: 'thenable', takesPair: true, subject }),
};

/** A fresh function for a registration, or the one that all registrations share. */
export function closure(run, name, role, context) {
  const definition = run.program.functions?.[name] ?? broken(`no such function: ${name}`);
  const shared = definition.shared ? run.shared.get(name) : undefined;
  if (shared !== undefined) return shared;
  const code = { run, name, definition, role, context, calls: 0 };
  const made = definition.mode === 'sloppy'
    ? sloppy((receiver, args) => enter(code, receiver, args))
    : function (...args) { return enter(code, this, args); };
  if (definition.shared) run.shared.set(name, made);
  run.names.watch(name, made);
  return made;
}

/** One call of user code: its frame, its steps, its ending. */
function enter(code, receiver, args) {
  assureRoom();
  code.calls += 1;
  const { run, definition, role, context, calls } = code;
  const { recorder } = run;
  activity.calls += 1;
  let { pair } = context;
  let subject = '';
  if (role.takesPair) {
    pair = run.takePair(role.subject ?? receiver, args);
    subject = `,"on":${recorder.reference(role.subject ?? receiver)},"pair":${pair.number}`;
  }
  const seen = args.length > 2 ? args.slice(0, 2) : args;
  const frame = recorder.begin(
    `${place(role, definition)},"fn":${quoted(code.name)}${subject},"call":${calls},"argc":${args.length}`
      + `,"args":${recorder.references(seen)},"this":"${receiverWord(receiver, role)}"`,
    context,
  );
  const end = guard(() => {
    const inside = context.inside(pair);
    const thrown = definition.steps === undefined ? undefined : run.perform(definition.steps, inside);
    return thrown === undefined ? ending(run, definition.ends, calls, inside) : { value: thrown.value, throws: true };
  });
  return leave(recorder, frame, end, context);
}

/** What a frame says of the function's place. A shared function has no registration of its own. */
function place({ word, reg, slot }, { shared }) {
  if (word !== undefined) return `"in":"${word}"`;
  return reg === undefined || shared ? `"in":"handler","slot":"${slot}"` : `"in":"handler","reg":${reg},"slot":"${slot}"`;
}

/** A getter of `then`: its reads are frames, and the n-th read ends with the n-th ending. */
export function accessor(run, endings, then, owner, context) {
  let reads = 0;
  return function () {
    assureRoom();
    reads += 1;
    const frame = run.recorder.begin(`"in":"accessor",${owner},"read":${reads}`, context);
    const end = guard(() => ending(run, endings, reads, context, then));
    return leave(run.recorder, frame, end, context);
  };
}

/** The ending of the n-th call: a value that is returned or thrown. */
function ending(run, endings, number, context, then) {
  const chosen = endings?.[Math.min(number, endings.length) - 1];
  if (chosen === undefined) return { value: undefined };
  if ('throw' in chosen) return { value: evaluate(run, chosen.throw, context), throws: true };
  if ('give' in chosen) return { value: then, isThen: true };
  return { value: evaluate(run, chosen.return, context) };
}

/** Ends a frame of user code as its ending says. */
function leave(recorder, frame, { value, throws, isThen }, context) {
  const seen = isThen ? '{"is":"then"}' : recorder.reference(value);
  recorder.end(frame, throws ? `,"threw":${seen}` : `,"returned":${seen}`, context);
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
