// The host, once host.mjs has found that Node.js is new enough.

import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { beginRun, isOfEarlierRun, noteUncaught, now } from './activity.mjs';
import { loadAdapter } from './adapter.mjs';
import { guard } from './broken.mjs';
import { constants } from './constants.mjs';
import { outermost } from './context.mjs';
import { watchCrashes } from './crash.mjs';
import { collectGarbage } from './memory.mjs';
import { drainWith, noteLateEvent, onTurn, whenQuiet } from './quiescence.mjs';
import { throwerOf } from './recorder.mjs';
import { Run } from './run.mjs';
import { acceptOpenResources, wrapSources } from './sources.mjs';
import { Wire } from './wire.mjs';

// The programs of most cases are short: at V8's own number, compiling what they warm up costs more than they do. What is
// really hot, as in long chains, is still compiled.
setFlagsFromString('--interrupt-budget=1000000');

/** The number of events from which a run leaves much garbage. */
const largeRun = 50_000;
const exit = process.exit.bind(process);
const { stringify } = JSON;
const wire = new Wire();
/** The current or last run, with the runner's number for it, and whether its trace was sent. */
let current;

wire.open();
wrapSources();
process.on('unhandledRejection', (reason) => noteStray('unhandled', reason));
// Without a listener, Node.js prints a warning for each rejection that is handled later.
process.on('rejectionHandled', () => {});
process.on('uncaughtException', (error) => {
  noteUncaught();
  noteStray('uncaught', error);
});

/** Whether the adapter has loaded, or its failure is reported. */
let isSettled = false;
/** Whether nothing is left that could go on with loading it; `process.exit` ends the process before. */
let isIdle = false;
process.once('beforeExit', () => { isIdle = true; });
process.on('exit', (status) => {
  if (isSettled) return;
  isSettled = true;
  const what = isIdle
    ? 'the adapter never finished loading: a promise that its top level awaits is never settled'
    : `the adapter ended the process while it loaded, with status ${status}, as process.exit does`;
  wire.write(stringify({ fatal: what }));
  process.exitCode = constants.fatalExitStatus;
});

const adapter = await load();
isSettled = true;
adapter.onUnhandled?.((reason) => noteStray('unhandled', reason));
if (adapter.drain !== undefined) {
  drainWith(() => {
    try {
      return adapter.drain() === true;
    } catch (error) {
      noteStray('uncaught', error);
      return true;
    }
  });
}
wire.write(stringify({
  hello: 'aplus-host/1', adapter: adapter.name, language: 'javascript',
  library: adapter.library, version: adapter.version,
  capabilities: adapter.capabilities, quiescence: 'proved',
}));
// After two turns, the module loader has finished its own work.
onTurn(() => onTurn(() => {
  acceptOpenResources();
  next();
}));

/** Loads the adapter that the command line names. On failure, reports a fatal error and ends the process. */
async function load() {
  try {
    const { positionals: [path], values } = parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, library: { type: 'string' } },
    });
    if (path === undefined) throw new Error('no adapter file is given');
    watchCrashes(path, (crash) => {
      if (current?.streams && !current.isOver) wire.write(`{"run":${current.number},"crash":${crash}}`);
    });
    return await loadAdapter(path, values);
  } catch (error) {
    const isClear = ['APLUS_MISSING_LIBRARY', 'APLUS_ADAPTER_FAULT'].includes(error?.code);
    isSettled = true;
    wire.write(stringify({ fatal: isClear ? error.message : `${error?.stack ?? error}${remedy(error)}` }));
    return exit(constants.fatalExitStatus);
  }
}

/** What helps against an error that a CommonJS file causes where Node takes it for an ES module; empty for others. */
function remedy(error) {
  const isCommonJS = /^(exports|module|require) is not defined in ES module scope/.test(error?.message ?? '');
  return isCommonJS ? '\nThe adapter is a CommonJS file; rename it to .cjs' : '';
}

/** Performs the next run. If there is none, waits for late events and ends the process. */
function next() {
  const request = guard(() => wire.read());
  if (request === undefined) {
    const { lingerMilliseconds: longest, patienceMilliseconds: patience } = constants;
    whenQuiet({ longest, patience, end: now() + longest }, 0, () => exit(0));
    return;
  }
  const { run: number, program, stream, limit, patience = constants.patienceMilliseconds } = request;
  const written = stream === true
    ? (event, objects) => wire.write(`{"run":${number},"event":${event}${member('objects', objects)}}`) : undefined;
  const answer = (trace) => wire.write(`{"run":${number},"trace":`, ...trace, '}');
  const giveUp = (trace) => {
    answer(trace);
    // The library may never stop, so the host ends here.
    exit(0);
  };
  const run = guard(() => new Run(adapter, program, { limit, patience, overrun: giveUp, running: giveUp, written }));
  const isAfterLarge = current?.run.recorder.count > largeRun;
  beginRun();
  current = { number, run, streams: stream === true };
  // V8 itself lets the garbage of one large run and the objects of the next fill memory together.
  if (isAfterLarge) collectGarbage();
  run.start((trace) => {
    answer(trace);
    current.isOver = true;
    run.recorder.finish((event) => late(number, event));
    next();
  });
}

/** Sends an event of a run whose trace was already sent. */
function late(number, event) {
  const isSetOff = !current.isOver && current.run.hasEntered && !isOfEarlierRun();
  noteLateEvent(isSetOff);
  wire.write(`{"late":${number},"event":${event}${member('during', isSetOff ? current.number : undefined)}}`);
}

function member(name, text) {
  return text === undefined ? '' : `,"${name}":${text}`;
}

/**
 * Records an event outside of any frame.
 *
 * It belongs to the run whose user code threw the value, even if a later run caused that. If this run is not known, the
 * event belongs to the current or last run.
 */
function noteStray(kind, value) {
  if (current === undefined) {
    process.stderr.write(`host: ${kind} before the first run: ${String(value?.stack ?? value)}\n`);
    return;
  }
  const recorder = throwerOf(value) ?? current.run.recorder;
  recorder.note(recorder.entry(`"e":"${kind}","value":${recorder.reference(value)}`, outermost));
}
