// Starts, finishes and cancels calls that take completion handlers.

import { activity, noteAnswer } from './activity.mjs';
import { completion } from './functions.mjs';
import { quoted } from './text.mjs';
import { evaluate } from './values.mjs';

const { WeakMap } = globalThis;
/** The members of Node's own errors that say that a call was aborted. */
const abortions = ['AbortError', 'ABORT_ERR'];

/** Whether an error is the one that Node gives for a call that an AbortSignal ended. */
export function isAbortion(error) {
  return abortions.includes(error?.name) || abortions.includes(error?.code);
}

/** The kinds of calls that may never call their handlers, as the program or the library says. */
const mayStayOpen = ['open', 'cancelled', 'sequence'];

/** What the library gave for each call, by the object that stands for the call in traces. */
const handles = new WeakMap();

/** Whether a value stands for a call. */
export function isCall(value) {
  return typeof value === 'object' && value !== null && handles.has(value);
}

export function start(run, step, context) {
  const { adapter, recorder } = run;
  const inside = context.at(step);
  const value = step.with === undefined ? undefined : evaluate(run, step.with, inside);
  const tasks = (step.of ?? []).map((member) => evaluate(run, member, inside));
  const call = recorder.introduce({}, '"kind":"call"');
  handles.set(call, undefined);
  recorder.registrations += 1;
  if (!mayStayOpen.includes(step.start)) activity.unanswered += 1;
  const done = completion(run, step.done, recorder.registrations, context);
  const given = (step.with === undefined ? '' : `,"with":${recorder.reference(value)}`)
    + (tasks.length === 0 ? '' : `,"of":${recorder.references(tasks)}`);
  const text = `"e":"begin","in":"start","step":${step.id},"on":${recorder.reference(call)}`
    + `,"reg":${recorder.registrations},"kind":${quoted(step.start)},"done":${quoted(step.done)}${given}`;
  const { threw } = run.enter(recorder.entry(text, context), () => {
    const handle = step.start === 'sequence'
      ? adapter.calls.sequence(done, tasks.map(taskOf)) : adapter.calls[step.start](done, value);
    handles.set(call, handle);
    return call;
  }, (end, made) => end.value('gives', made));
  if (threw) noteAnswer();
  if (step.as !== undefined && !threw) run.names.bind(step.as, call, context);
}

/** A thenable of the program as a task that takes a completion handler, its error first. */
function taskOf(thenable) {
  return (next) => {
    thenable.then((value) => next(null, value), (error) => next(error));
  };
}

/** Finishes a call from outside. */
export function finish(run, call, verb, value) {
  const handle = handles.get(call);
  if (verb === 'reject') run.adapter.finish(handle, value);
  else run.adapter.finish(handle, null, value);
}

/** Cancels a call. */
export function cancel(run, call) {
  run.adapter.cancel(handles.get(call));
}
