// One run: performs a program on the library, turn by turn, and gives its trace.

import { types } from 'node:util';
import { settle } from './adapter.mjs';
import { broken, guard } from './broken.mjs';
import { accessor, closure, roles } from './functions.mjs';
import { allowCompilation } from './memory.mjs';
import { onTurn, whenQuiet } from './quiescence.mjs';
import { Recorder } from './recorder.mjs';
import { survey } from './survey.mjs';
import { evaluate, nameIn, slot } from './values.mjs';
import { verbs } from './verbs.mjs';

const { Map, WeakMap, WeakRef } = globalThis;
const { defineProperty, getOwnPropertyDescriptor } = Object;
const outermost = { indices: [], pair: undefined };
const verbNames = Object.keys(verbs);

/** The performance of one program. */
export class Run {
  /** Whether the program has called the library. */
  hasEntered = false;

  /**
   * @param {object} adapter The library's doors, as `adapter.mjs` loaded them.
   * @param {object} program
   * @param {object} options
   * @param {number | undefined} options.limit How many events there may be; undefined allows any number.
   * @param {((trace: object) => void)} options.overrun Gets the trace of a run that had more: nothing follows.
   * @param {((event: object, objects?: object) => void) | undefined} options.written Gets each event at once.
   */
  constructor(adapter, program, { limit, overrun, written }) {
    this.adapter = adapter;
    this.program = program;
    this.needs = survey(program);
    this.recorder = new Recorder({
      weakly: this.needs.collects, judgeReason: adapter.judgeReason, written,
      limit, overrun: () => overrun(this.#trace('overrun')),
    });
    this.#begin(0);
  }

  /** Performs all rounds, then hands over the trace. */
  start(done) {
    const restore = this.#patchPrototype();
    if (this.needs.collects) allowCompilation(false);
    const rounds = this.program.rounds ?? 1;
    const round = (number) => {
      this.#begin(number);
      guard(() => this.perform(this.program.steps, outermost));
      this.#phases(() => {
        if (number + 1 < rounds) return onTurn(() => round(number + 1));
        restore();
        if (this.needs.collects) allowCompilation(true);
        return done(this.#trace('quiet'));
      });
    };
    onTurn(() => round(0));
  }

  #trace(ending) {
    const { objects, events } = this.recorder;
    return { trace: 'aplus-trace/1', ending, objects, events };
  }

  /** Fresh names, closures and blocks. */
  #begin(round) {
    this.recorder.round = round;
    this.names = new Map();
    this.shared = new Map();
    this.settlers = new WeakMap();
    this.firstPairs = new WeakMap();
    this.watched = new Map();
    this.idleBlocks = [];
    /** What timed registrations gave: it lives as long as what others gave. */
    this.unnamed = [];
  }

  /** Performs idle blocks, one a phase, until none is left. */
  #phases(done) {
    whenQuiet(this.needs.longest, this.recorder.events.length, (strength) => {
      this.recorder.note({ e: 'phase', strength }, []);
      const block = this.idleBlocks.shift();
      if (block === undefined) return done();
      block();
      return this.#phases(done);
    });
  }

  /**
   * Performs steps one after another, with nothing in between.
   *
   * @returns {{ value: unknown } | undefined} What a resolver threw: it ends the steps, as in the language.
   */
  perform(steps, context) {
    for (const step of steps) {
      const verb = verbNames.find((name) => name in step);
      if (verb === undefined) broken(`no verb: ${JSON.stringify(step)}`);
      const thrown = verbs[verb](this, step, context);
      if (thrown !== undefined) return thrown;
    }
    return undefined;
  }

  /** Queues steps for a turn of their own. */
  later({ id, later, do: steps }, context) {
    const block = () => {
      this.recorder.note({ e: 'block', step: id }, context.indices);
      guard(() => this.perform(steps, context));
    };
    if (later === 'idle') this.idleBlocks.push(block);
    else onTurn(block);
  }

  /**
   * A call into the library: a frame around it, whatever comes out.
   *
   * @returns {{ value?: unknown, threw?: boolean }} What it gave, or threw.
   */
  enter(fields, context, body, describe) {
    const { recorder } = this;
    this.hasEntered = true;
    const frame = recorder.begin(fields, context.indices);
    let value;
    try {
      value = body();
    } catch (error) {
      recorder.end(frame, { threw: recorder.reference(error) }, context.indices);
      return { value: error, threw: true };
    }
    recorder.end(frame, describe?.(value), context.indices);
    return { value };
  }

  /** Makes a promise of the library. */
  make({ promise: state, with: expression, when }, context) {
    const { adapter, recorder } = this;
    const value = expression === undefined ? undefined : evaluate(this, expression, context);
    const isReady = when === undefined && state !== 'pending' && adapter.ready !== undefined;
    const fields = {
      in: 'make', step: context.step, promise: when === undefined ? state : 'pending',
      with: state === 'pending' || when !== undefined ? undefined : recorder.reference(value),
      door: isReady ? 'ready' : 'deferred',
    };
    let deferred;
    const { value: promise, threw } = this.enter(fields, context, () => {
      if (isReady) return state === 'rejected' ? adapter.ready.rejected(value) : adapter.ready.resolved(value);
      deferred = adapter.deferred();
      const made = deferred.promise;
      if (when === undefined && state !== 'pending') settle(deferred, state, value);
      return made;
    }, (made) => ({ gives: this.#madeReference(made) }));
    if (threw) return this.mark('UNBOUND');
    if (deferred !== undefined && Object(promise) === promise) this.settlers.set(promise, deferred);
    if (when !== undefined) this.#settleWhenIdle(promise, deferred, state, value, context);
    return promise;
  }

  #madeReference(promise) {
    if (Object(promise) === promise) {
      const builtIn = types.isPromise(promise) ? 'built-in Promise' : undefined;
      this.recorder.introduce(promise, { kind: 'promise', class: builtIn });
    }
    return this.recorder.reference(promise);
  }

  #settleWhenIdle(promise, deferred, state, value, { indices }) {
    const { recorder } = this;
    const due = recorder.reference(promise);
    const verb = { fulfilled: 'fulfill', rejected: 'reject', resolved: 'resolve' }[state];
    this.idleBlocks.push(() => {
      recorder.note({ e: 'block', due }, indices);
      const fields = { in: verb, on: due, with: recorder.reference(value) };
      this.enter(fields, { indices }, () => settle(deferred, state, value), this.acceptance);
    });
  }

  /** What a settle reported, where the library is said to report. */
  acceptance = (result) =>
    (this.adapter.reportsAcceptance && typeof result === 'boolean' ? { accepted: result } : undefined);

  /** Binds a name, written as in the program: traces keep its `#`. */
  bind(written, value, { indices }) {
    const name = nameIn(written, indices);
    this.names.set(name, value);
    this.recorder.name(value, written);
    this.watch(name, value);
  }

  /** The value of a name; marks are made on first use. */
  lookUp(written, context) {
    const name = nameIn(written, context.indices);
    if (this.names.has(name)) return this.names.get(name);
    if (/^[A-Z]/.test(name)) return this.mark(written, name);
    this.unbound(written, context);
    return this.mark('UNBOUND');
  }

  /** The mark of a name: an object with an identity and nothing else. */
  mark(written, name = written) {
    if (!this.names.has(name)) {
      const mark = this.recorder.introduce({}, { kind: 'mark', names: [written] });
      this.names.set(name, mark);
      this.watch(name, mark);
    }
    return this.names.get(name);
  }

  unbound(name, { step, indices }) {
    this.recorder.note({ e: 'unbound', step, name }, indices);
  }

  /** Remembers, without holding it, what a `probe` may ask for. */
  watch(name, value) {
    if (!this.needs.collects || Object(value) !== value) return;
    if (!this.watched.has(name)) this.watched.set(name, []);
    this.watched.get(name).push(new WeakRef(value));
  }

  /** Numbers the pair of resolvers that a thenable got; the first is the one that its name stands for. */
  takePair(subject, [resolve, reject]) {
    this.recorder.pairs += 1;
    const pair = { number: this.recorder.pairs, resolve, reject };
    if (Object(subject) === subject && !this.firstPairs.has(subject)) this.firstPairs.set(subject, pair);
    return pair;
  }

  /** What a slot of `then` holds: the argument, and how the trace names it. */
  slot(expression, word, reg, context) {
    const value = slot(this, expression, context, () => roles.handler(reg, word));
    if (expression === undefined || typeof expression === 'string') return { value, seen: expression };
    return { value, seen: { not: this.recorder.reference(value) } };
  }

  /** Puts the accessor on a built-in prototype; gives what takes it away. */
  #patchPrototype() {
    const { prototype: patch } = this.program;
    if (patch === undefined) return () => {};
    const target = globalThis[patch.of]?.prototype ?? broken(`no such prototype: ${patch.of}`);
    const then = patch.then && closure(this, patch.then, roles.thenable(undefined), outermost);
    const get = accessor(this, patch.get, then, { of: patch.of }, outermost);
    const before = getOwnPropertyDescriptor(target, 'then');
    defineProperty(target, 'then', { get, configurable: true });
    return () => {
      if (before === undefined) delete target.then;
      else defineProperty(target, 'then', before);
    };
  }
}
