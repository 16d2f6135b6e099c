// One run: performs a program on the library, turn by turn, and produces its trace.

import { AsyncLocalStorage } from 'node:async_hooks';
import { now } from './activity.mjs';
import { broken, guard } from './broken.mjs';
import { constants } from './constants.mjs';
import { outermost } from './context.mjs';
import { accessor, closure, roles } from './functions.mjs';
import { allowCompilation } from './memory.mjs';
import { Names } from './names.mjs';
import { performers } from './performers.mjs';
import { onTurn, whenQuiet } from './quiescence.mjs';
import { Recorder } from './recorder.mjs';
import { quoted } from './text.mjs';

const { Map, WeakMap } = globalThis;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/** The performance of one program. */
export class Run {
  /** The name of the ambient context of the running code; undefined in programs without contexts, where it costs. */
  ambient;
  /** Whether the program has called the library. */
  hasEntered = false;
  #collects;
  #durations;
  #running;

  /**
   * @param {object} adapter The library's entry points, as `adapter.mjs` loaded them.
   * @param {object} program
   * @param {object} options
   * @param {number | undefined} options.limit How many events there may be; undefined allows any number.
   * @param {number} options.patience How many milliseconds the host waits without progress before it gives up.
   * @param {((trace: (string | Uint8Array)[]) => void)} options.overrun Takes the trace of a run that exceeds the
   *   limit, and ends the process.
   * @param {((trace: (string | Uint8Array)[]) => void)} options.running Does so with the trace of a run whose threads
   *   compute for too long.
   * @param {((event: string, objects?: string) => void) | undefined} options.written Takes each event at once.
   */
  constructor(adapter, program, { limit, patience, overrun, running, written }) {
    this.adapter = adapter;
    this.program = program;
    this.#collects = program.uses.includes('probe');
    if (program.contexts !== undefined) this.ambient = new AsyncLocalStorage();
    const end = now() + constants.patienceWhileComputing * patience;
    this.#durations = { longest: program.ms ?? 0, patience, end };
    this.#running = running;
    this.recorder = new Recorder({
      weakly: this.#collects, judgeReason: adapter.judgeReason, written,
      limit, overrun: () => overrun(this.recorder.trace('overrun')),
    });
    this.#begin(0);
  }

  /** Performs all rounds, then passes the trace to `done`. */
  start(done) {
    const restore = this.#patchPrototype();
    if (this.#collects) allowCompilation(false);
    const rounds = this.program.rounds ?? 1;
    const round = (number) => {
      this.#begin(number);
      guard(() => this.perform(this.program.steps, outermost));
      this.#phases(() => {
        if (number + 1 < rounds) return onTurn(() => round(number + 1));
        restore();
        this.ambient?.disable();
        if (this.#collects) allowCompilation(true);
        return done(this.recorder.trace('quiet'));
      });
    };
    onTurn(() => round(0));
  }

  /** Fresh names, closures and blocks. */
  #begin(round) {
    this.recorder.beginRound(round);
    this.names = new Names(this.recorder, this.#collects);
    this.shared = new Map();
    this.settlers = new WeakMap();
    this.firstPairs = new WeakMap();
    this.idleBlocks = [];
    /** The promises of timed registrations, kept as long as those of other registrations. */
    this.unnamed = [];
  }

  /** Makes a call within the ambient context of a name, or within none. */
  within(name, call) {
    return this.ambient === undefined ? call() : this.ambient.run(name, call);
  }

  /** Performs idle blocks, one per phase, until none is left. */
  #phases(done) {
    whenQuiet(this.#durations, this.recorder.count, (strength, computation) => {
      if (strength === 'running') return this.#running(this.recorder.trace(strength, computation));
      this.recorder.note(this.recorder.entry(`"e":"phase","strength":"${strength}"`, outermost));
      const block = this.idleBlocks.shift();
      if (block === undefined) return done();
      block();
      return this.#phases(done);
    });
  }

  /**
   * Performs steps one after another, with nothing in between.
   *
   * @returns {{ value: unknown } | undefined} What a resolver threw, which ends the steps, as an exception would.
   */
  perform(steps, context) {
    for (const step of steps) {
      const performer = performers[step.verb] ?? broken(`this host cannot perform ${JSON.stringify(step)}`);
      const thrown = performer(this, step, context);
      if (thrown !== undefined) return thrown;
    }
    return undefined;
  }

  /**
   * Calls the library, and records a frame for the call.
   *
   * @param {Entry} begin The event that begins the frame, without the frame's number.
   * @param {() => unknown} body Makes the call.
   * @param {(end: Entry, value: unknown) => void} describe Adds the result to the event that ends the frame.
   * @returns {{ value?: unknown, threw?: boolean }} What the call returned or threw.
   */
  enter(begin, body, describe = () => {}) {
    const { recorder } = this;
    this.hasEntered = true;
    const frame = recorder.begin(begin);
    const end = (complete, value) => {
      const entry = recorder.end(frame, begin.context);
      complete(entry, value);
      recorder.note(entry);
    };
    let value;
    try {
      value = body();
    } catch (error) {
      end((entry) => entry.value('threw', error));
      return { value: error, threw: true };
    }
    end(describe, value);
    return { value };
  }

  /** Adds what a settle or cancel reported, if the adapter claims `acceptance`. */
  acceptance = (end, result) => {
    if (this.adapter.reportsAcceptance && typeof result === 'boolean') end.add(`,"accepted":${result}`);
  };

  /** Numbers a pair of resolvers that a thenable got. The thenable's name refers to its first pair. */
  takePair(subject, [resolve, reject]) {
    this.recorder.pairs += 1;
    const pair = { number: this.recorder.pairs, resolve, reject };
    if (Object(subject) === subject && !this.firstPairs.has(subject)) this.firstPairs.set(subject, pair);
    return pair;
  }

  /** Puts the program's accessor on a built-in prototype; returns a function that removes it. */
  #patchPrototype() {
    const { prototype: patch } = this.program;
    if (patch === undefined) return () => {};
    const target = globalThis[patch.of]?.prototype ?? broken(`no such prototype: ${patch.of}`);
    const then = patch.then && closure(this, patch.then, roles.thenable(undefined), outermost);
    const get = accessor(this, patch, then, `"of":${quoted(patch.of)}`, outermost);
    const before = getOwnPropertyDescriptor(target, 'then');
    defineProperty(target, 'then', { get, configurable: true });
    return () => {
      if (before === undefined) delete target.then;
      else defineProperty(target, 'then', before);
    };
  }
}
