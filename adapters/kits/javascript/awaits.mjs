// Starts and cancels tasks that await promises.

import { closure, roles } from './functions.mjs';
import { quoted } from './text.mjs';

const { AbortController, WeakMap } = globalThis;

/** The tasks, by the objects that stand for them in traces. */
const tasks = new WeakMap();

/** The object of the task whose code, which follows an await, is performed now. */
let current;

/** Whether a value stands for a task. */
export function isTask(value) {
  return typeof value === 'object' && value !== null && tasks.has(value);
}

/** Starts a task that awaits; in the code after another await, the same task does so once that code has ended. */
export function startAwait(run, step, context) {
  const { adapter, recorder } = run;
  const promise = run.names.bound(step.await, context.at(step));
  if (promise === undefined) return;
  const reg = recorder.registrations += 1;
  const ok = step.ok === undefined ? undefined : closure(run, step.ok, roles.handler(reg, 'ok'), context);
  const bad = step.bad === undefined ? undefined : closure(run, step.bad, roles.handler(reg, 'bad'), context);
  const isNew = current === undefined;
  const stand = isNew ? recorder.introduce({}, '"kind":"task"') : current;
  if (isNew) tasks.set(stand, { awaits: [], controller: adapter.awaited === undefined ? undefined : new AbortController() });
  const task = tasks.get(stand);
  const names = ['ok', 'bad'].map((word) => (step[word] === undefined ? '' : `,"${word}":${quoted(step[word])}`)).join('');
  const text = `"e":"begin","in":"await","step":${step.id},"on":${recorder.reference(promise.value)},"reg":${reg}`
    + `,"task":${recorder.reference(stand)}${names}`;
  const { threw } = run.enter(recorder.entry(text, context), () => {
    task.awaits.push({ promise: promise.value, ms: step.ms, ok, bad });
    if (step.cancelled === 'before') task.controller?.abort();
    if (isNew) perform(adapter, task, stand);
    return stand;
  }, (end, given) => end.value('gives', given));
  if (step.as !== undefined && !threw) run.names.bind(step.as, stand, context);
}

/** Cancels a task. */
export function cancelTask(stand) {
  tasks.get(stand).controller?.abort();
}

/** The task itself. It never rejects: what the code after an await throws ends the task, and goes nowhere. */
async function perform({ awaited }, task, stand) {
  while (task.awaits.length > 0) {
    const { promise, ms, ok, bad } = task.awaits.shift();
    let value;
    let code = ok;
    try {
      value = awaited === undefined ? await promise : await awaited(promise, { signal: task.controller.signal, ms });
    } catch (error) {
      value = error;
      code = bad;
    }
    if (code === undefined) continue;
    const outer = current;
    current = stand;
    try {
      code(value);
    } catch {
      return;
    } finally {
      current = outer;
    }
  }
}
