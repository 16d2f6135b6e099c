// What a run has seen: events, and the identities that occur in them.

import { types } from 'node:util';
import { noteEvent } from './quiescence.mjs';

// Libraries replace what they find: everything global is taken before they load.
const { Map, WeakMap } = globalThis;
const { assign, getPrototypeOf, is } = Object;
const { from, isArray } = Array;
const { isFinite } = Number;
const longestText = 200;

/** The error classes of the language, most special first. */
const errorClasses = [
  TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, AggregateError, Error,
].map((type) => ({ type, name: type.name }));

/** What user code threw last, and the recorder of its run. */
let lastThrow;

/** The recorder of the run whose user code threw a value last; undefined where it was another value. */
export function throwerOf(value) {
  return lastThrow !== undefined && is(lastThrow.value, value) ? lastThrow.recorder : undefined;
}

/** Numbers events, frames and identities of one run. */
export class Recorder {
  events = [];
  objects = [];
  round = 0;
  registrations = 0;
  pairs = 0;
  #count = 0;
  #isInList = false;
  #frames = 0;
  #identities;
  #symbols = new Map();
  #judgeReason;
  #isWeak;
  #limit;
  #overrun;
  #isOver = false;
  #written;
  /** Descriptions that are new or changed since the last event was handed on, by identity. */
  #changed = {};
  #isChanged = false;

  /**
   * @param {object} options
   * @param {boolean} options.weakly Whether identities must not keep objects alive.
   * @param {(reason: unknown) => object} options.judgeReason What the adapter knows about a reason.
   * @param {number | undefined} options.limit How many events are recorded at the most.
   * @param {() => void} options.overrun Is told of the first event beyond that.
   * @param {((event: object, objects?: object) => void) | undefined} options.written
   *   Gets each event at once, with the descriptions of objects that changed since the last.
   */
  constructor({ weakly, judgeReason, limit = Infinity, overrun, written }) {
    this.#identities = weakly ? new WeakMap() : new Map();
    this.#isWeak = weakly;
    this.#judgeReason = judgeReason;
    this.#limit = limit;
    this.#overrun = overrun;
    this.#written = written;
  }

  /** Hands events on from now on, and keeps them no longer. */
  finish(written) {
    this.#written = written;
    this.#overrun = () => {};
    this.events = [];
  }

  /** Records an event; the indices of the repeats that it belongs to come last. */
  note(event, indices) {
    if (this.#isOver) return;
    if (this.#count >= this.#limit) {
      this.#isOver = true;
      this.#overrun();
      return;
    }
    noteEvent();
    this.#count += 1;
    const record = { n: this.#count, s: 0, ...event };
    if (indices.length > 0) record.i = indices;
    if (this.round > 0) record.r = this.round;
    this.events.push(record);
    if (this.#written === undefined) return;
    const objects = this.#isChanged ? this.#changed : undefined;
    this.#changed = {};
    this.#isChanged = false;
    this.#written(record, objects);
  }

  /** Notes that an object is to be described with the next event. */
  #change(index) {
    if (this.#written === undefined) return;
    this.#changed[index] = this.objects[index];
    this.#isChanged = true;
  }

  /** Begins a frame and gives its number. */
  begin(fields, indices) {
    this.#frames += 1;
    this.note({ e: 'begin', f: this.#frames, ...fields }, indices);
    return this.#frames;
  }

  /** Ends a frame with `gives`, `accepted`, `returned`, `threw` or nothing. */
  end(frame, result, indices) {
    this.note({ e: 'end', f: frame, ...result }, indices);
  }

  /** Notes what user code throws: where it goes uncaught, no frame tells whose it is. */
  noteThrow(value) {
    lastThrow = this.#isWeak ? undefined : { recorder: this, value };
  }

  /** Introduces an object of the host's own making. */
  introduce(object, description) {
    if (this.#known(object) === undefined) this.#enter(object, description);
    return object;
  }

  /** Adds a name to an object; what has no identity gets none. */
  name(value, name) {
    const { ref } = this.reference(value) ?? {};
    const description = this.objects[ref];
    if (description === undefined) return;
    description.names ??= [];
    if (description.names.includes(name)) return;
    description.names.push(name);
    this.#change(ref);
  }

  /** How a value is written in a trace. */
  reference(value) {
    switch (typeof value) {
      case 'undefined': return { is: 'undefined' };
      case 'boolean': return value;
      case 'number': return numeral(value);
      case 'string': return { text: shortened(value) };
      case 'bigint': return { bigint: `${value}` };
      default: return value === null ? null : { ref: this.#known(value) ?? this.#meet(value) };
    }
  }

  /** Like `reference`, for what a library call gave as a promise: this reads its `then`, once. */
  promiseReference(value) {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (isObject && this.#known(value) === undefined && hasThen(value)) {
      this.#enter(value, { kind: 'promise', thenable: true });
    }
    return this.reference(value);
  }

  /** Of a list inside a list only the identity is told, so that no list contains itself. */
  #describeList(list) {
    if (this.#isInList || list.includes(list)) return { kind: 'list' };
    this.#isInList = true;
    try {
      return { kind: 'list', items: from(list, (item) => this.reference(item)) };
    } finally {
      this.#isInList = false;
    }
  }

  #known(object) {
    return (typeof object === 'symbol' ? this.#symbols : this.#identities).get(object);
  }

  #enter(object, description) {
    const index = this.objects.length;
    if (this.round > 0) description.round = this.round;
    this.objects.push(description);
    (typeof object === 'symbol' ? this.#symbols : this.#identities).set(object, index);
    this.#change(index);
    return index;
  }

  /** Enters an object that came out of the library. */
  #meet(object) {
    const description = { kind: 'object', foreign: true };
    const index = this.#enter(object, description);
    try {
      assign(description, this.#describe(object), this.#judgeReason(object));
    } catch {
      // A hostile object: it stays one without a description.
    }
    return index;
  }

  /** What an object looks like from outside; reads no property that could be `then`. */
  #describe(object) {
    if (typeof object === 'symbol') return { kind: 'object', class: 'Symbol' };
    if (typeof object === 'function') return { kind: 'function' };
    if (isArray(object)) return this.#describeList(object);
    if (types.isPromise(object)) return { kind: 'promise' };
    const error = errorClasses.find(({ type }) => object instanceof type);
    if (error !== undefined || types.isNativeError(object)) {
      const name = error?.name ?? `${object.name}`;
      return { kind: 'error', class: shortened(name), message: shortened(`${object.message}`) };
    }
    const name = getPrototypeOf(object)?.constructor?.name;
    return { kind: 'object', class: typeof name === 'string' ? shortened(name) : undefined };
  }
}

function hasThen(object) {
  try {
    return typeof object.then === 'function';
  } catch {
    return false;
  }
}

function numeral(number) {
  if (isFinite(number)) return is(number, -0) ? { is: '-0' } : number;
  return { is: `${number}` };
}

/** A text of bounded size without lone surrogates, which no JSON reader takes. */
function shortened(text) {
  return text.slice(0, longestText).replace(/\p{Surrogate}/gu, '\ufffd');
}
