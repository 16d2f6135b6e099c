// Records the events of a run and the identities in them. Both are JSON text from the start.

import { types } from 'node:util';
import { activity } from './activity.mjs';
import { Entry } from './entry.mjs';
import { Log } from './log.mjs';
import { foreign, numeral, quoted } from './text.mjs';

// Globals are taken before libraries load, because libraries may replace them.
const { Map, Set, WeakMap } = globalThis;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { from, isArray } = Array;
const { stringify } = JSON;

/** Above every mask of an entry. */
const largestMask = 1 << 9;
/** How deep items are described inside items. */
const deepest = 50;
/** Below this number, all objects are described in full. */
const fewestRows = 100;

/** The error classes of the language, most specific first. */
const errorClasses = [
  TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, AggregateError, Error,
].map((type) => ({ type, name: type.name }));

/** The value that user code threw last, and the recorder of its run. */
let lastThrow;

/**
 * The recorder of the run whose user code last threw this object; undefined if it threw another one, or if the value is
 * not an object, which any run may throw.
 */
export function throwerOf(value) {
  return Object(value) === value && lastThrow?.value === value ? lastThrow.recorder : undefined;
}

/** Numbers events, frames and identities of one run. */
export class Recorder {
  registrations = 0;
  pairs = 0;
  /** The number of events so far. */
  count = 0;
  #log = new Log();
  /** The members of each object's description, and its names, if it has any, by identity. */
  #descriptions = [];
  #names = [];
  /** The members that events and objects have for the current round. */
  #eventRound = '';
  #objectRound = '';
  /** The events that later rows refer to, by the members that vary and by their text. */
  #models = new Map();
  /** The objects whose items are being described, outermost first. */
  #open = [];
  #frames = 0;
  #identities;
  #symbols = new Map();
  #judgeReason;
  #isWeak;
  #limit;
  #overrun;
  #isOver = false;
  #written;
  /** Identities whose descriptions are new or have changed since the last event was sent. */
  #changed = new Set();

  /**
   * @param {object} options
   * @param {boolean} options.weakly Whether identities must not keep objects alive.
   * @param {(reason: unknown) => string} options.judgeReason Returns the members that describe what the adapter knows
   *   about a reason, each after a comma.
   * @param {number | undefined} options.limit How many events are recorded at most.
   * @param {() => void} options.overrun Called at the first event beyond the limit.
   * @param {((event: string, objects?: string) => void) | undefined} options.written
   *   Takes each event at once, with the descriptions of objects that have changed since the last.
   */
  constructor({ weakly, judgeReason, limit = Infinity, overrun, written }) {
    this.#identities = weakly ? new WeakMap() : new Map();
    this.#isWeak = weakly;
    this.#judgeReason = judgeReason;
    this.#limit = limit;
    this.#overrun = overrun;
    this.#written = written;
  }

  beginRound(round) {
    this.#models.clear();
    this.#eventRound = round > 0 ? `,"r":${round}` : '';
    this.#objectRound = round > 0 ? `,"round":${round}` : '';
  }

  /** From now on, passes events on without keeping them. */
  finish(written) {
    this.#written = written;
    this.#overrun = () => {};
    this.#log = undefined;
  }

  /** The trace so far, in pieces that are texts or bytes. `computation` is what threads do that still compute. */
  trace(ending, computation) {
    const computing = computation === undefined ? '' : `,"computing":${stringify(computation)}`;
    const head = `{"trace":"aplus-trace/1","ending":"${ending}"${computing},"objects":[${this.#objects()}],"events":[`;
    return [head, ...this.#log.pieces, ']}'];
  }

  /** The descriptions of all objects. If there are many, descriptions that repeat an earlier one are only counted. */
  #objects() {
    const { length } = this.#descriptions;
    const texts = [];
    const models = new Map();
    for (let index = 0; index < length;) {
      const members = this.#descriptions[index];
      const names = this.#names[index];
      const known = models.get(members) ?? new Map();
      const model = known.get(names);
      if (model === undefined || length < fewestRows) {
        models.set(members, known.set(names, index));
        texts.push(this.#description(index));
        index += 1;
      } else {
        const first = index;
        while (this.#descriptions[index] === members && this.#names[index] === names) index += 1;
        texts.push(`[${model},${index - first}]`);
      }
    }
    return texts.join();
  }

  /** Starts an event, to be completed and recorded. */
  entry(text, context) {
    return new Entry(this, context, text, context.index !== undefined && this.#written === undefined);
  }

  /** Records an event. */
  note(entry) {
    if (this.#isOver) return;
    if (this.count >= this.#limit) {
      this.#isOver = true;
      this.#overrun();
      return;
    }
    activity.events += 1;
    this.count += 1;
    const record = entry.mask > 0 ? this.#rowOf(entry) : this.#fullOf(entry, '');
    this.#log?.add(this.count > 1 ? `,${record}` : record);
    if (this.#written !== undefined) this.#write(record);
  }

  #fullOf({ text, context }, rest) {
    return `{"n":${this.count},"s":0,${text}${rest}${context.place}${this.#eventRound}}`;
  }

  /** The event as a row of the numbers in which it differs from an earlier one; in full if it is the first. */
  #rowOf(entry) {
    const { text, mask, numbers, context: { indices, depth } } = entry;
    const key = mask + largestMask * depth;
    const models = this.#models.get(key) ?? new Map();
    const model = models.get(text);
    if (model !== undefined) return `[${model}${indices}${numbers}]`;
    this.#models.set(key, models.set(text, this.count));
    return this.#fullOf(entry, entry.varying);
  }

  #write(record) {
    const objects = from(this.#changed, (index) => `"${index}":${this.#description(index)}`);
    this.#changed.clear();
    this.#written(record, objects.length > 0 ? `{${objects.join()}}` : undefined);
  }

  /** Begins a frame and returns its number. */
  begin(entry) {
    this.#frames += 1;
    this.note(entry.number('f', this.#frames));
    return this.#frames;
  }

  /** Starts the end of a frame, to be completed with `gives`, `accepted`, `returned`, `threw` or nothing. */
  end(frame, context) {
    return this.entry('"e":"end"', context).number('f', frame);
  }

  /** Notes what user code throws: if it goes uncaught, no frame shows which run threw it. */
  noteThrow(value) {
    lastThrow = this.#isWeak ? undefined : { recorder: this, value };
  }

  /** Gives an object that the host made an identity, with the members of its description. */
  introduce(object, members) {
    if (this.#known(object) === undefined) this.#enter(object, members);
    return object;
  }

  /** Adds a name to an object; does nothing for a value without identity. */
  name(value, name) {
    const index = this.identity(value);
    if (index === undefined) return;
    const text = quoted(name);
    const names = this.#names[index];
    if (names?.includes(text)) return;
    this.#names[index] = names === undefined ? text : `${names},${text}`;
    this.#change(index);
  }

  /** A value as a trace writes it. */
  reference(value) {
    switch (typeof value) {
      case 'undefined': return '{"is":"undefined"}';
      case 'boolean': return `${value}`;
      case 'number': return numeral(value);
      case 'string': return `{"text":${foreign(value)}}`;
      case 'bigint': return `{"bigint":"${value}"}`;
      default: return value === null ? 'null' : `{"ref":${this.#known(value) ?? this.#meet(value)}}`;
    }
  }

  /** Whether an object has an identity in this run. */
  knows(object) { return this.#known(object) !== undefined; }

  /** The identity of a value; undefined if it has none. */
  identity(value) {
    return hasIdentity(value) ? this.#known(value) ?? this.#meet(value) : undefined;
  }

  /** Several values as a trace writes them, those that are omitted as nothing. */
  references(values, isOmitted = () => false) {
    const texts = from(values, (value) => (isOmitted(value) ? '{"is":"nothing"}' : this.reference(value)));
    return `[${texts.join()}]`;
  }

  /** Gives a promise that a library call returned an identity. Reads its `then` once. */
  introducePromise(value) {
    if (hasIdentity(value) && typeof value !== 'symbol' && this.#known(value) === undefined && hasThen(value)) {
      this.#enter(value, '"kind":"promise","thenable":true');
    }
  }

  /** Marks an object's description to be sent with the next event. */
  #change(index) {
    if (this.#written !== undefined) this.#changed.add(index);
  }

  #description(index) {
    const names = this.#names[index];
    return names === undefined ? `{${this.#descriptions[index]}}` : `{${this.#descriptions[index]},"names":[${names}]}`;
  }

  #known(object) {
    return (typeof object === 'symbol' ? this.#symbols : this.#identities).get(object);
  }

  #enter(object, members) {
    const index = this.#descriptions.length;
    this.#descriptions.push(`${members}${this.#objectRound}`);
    this.#names.push(undefined);
    (typeof object === 'symbol' ? this.#symbols : this.#identities).set(object, index);
    this.#change(index);
    return index;
  }

  /** Gives an object that came from the library an identity. */
  #meet(object) {
    const index = this.#enter(object, '"kind":"object","foreign":true');
    try {
      const members = `${this.#describe(object)},"foreign":true${this.#judgeReason(object)}`;
      this.#descriptions[index] = `${members}${this.#objectRound}`;
    } catch {
      // Reading a hostile object may throw: it keeps the bare description.
    }
    return index;
  }

  /** Describes an object without reading its `then`. */
  #describe(object) {
    if (typeof object === 'symbol') return '"kind":"object","class":"Symbol"';
    if (typeof object === 'function') return '"kind":"function"';
    if (isArray(object)) return this.#describeList(object);
    if (types.isPromise(object)) return '"kind":"promise"';
    const error = errorClasses.find(({ type }) => object instanceof type);
    if (error !== undefined || types.isNativeError(object)) {
      // Until its stack is read, V8 keeps what the frames refer to, such as the members of a combinator.
      if (this.#isWeak) void object.stack;
      const name = error?.name ?? `${object.name}`;
      return `"kind":"error","class":${foreign(name)},"message":${foreign(`${object.message}`)}${this.#reasons(object)}`;
    }
    const outcome = outcomeOf(object);
    if (outcome !== undefined) {
      return `"kind":"object","outcome":"${outcome.word}","items":${this.#items(object, [outcome.content])}`;
    }
    const name = getPrototypeOf(object)?.constructor?.name;
    return typeof name === 'string' ? `"kind":"object","class":${foreign(name)}` : '"kind":"object"';
  }

  /** The reasons that an error of several holds, as a member after a comma; empty for any other error. */
  #reasons(error) {
    const reasons = getOwnPropertyDescriptor(error, 'errors')?.value;
    return isArray(reasons) ? `,"items":${this.#items(error, from(reasons))}` : '';
  }

  /** Describes a list. A list inside a list is written without its items, and so is one that contains itself. */
  #describeList(list) {
    if (this.#open.some(isArray) || list.includes(list)) return '"kind":"list"';
    return `"kind":"list","items":${this.#items(list, from(list))}`;
  }

  /** The items of an object. One that is being described itself is written as nothing, because traces have no circles. */
  #items(object, values) {
    this.#open.push(object);
    try {
      const isTooDeep = this.#open.length > deepest;
      return this.references(values, (value) => isTooDeep || this.#open.includes(value));
    } finally {
      this.#open.pop();
    }
  }
}

/** Whether a trace writes a value as an identity. */
function hasIdentity(value) {
  return typeof value === 'object' ? value !== null : typeof value === 'function' || typeof value === 'symbol';
}

/**
 * The outcome that an object tells of as an element of what `allSettled` gives: how the member settled, and with what.
 * Undefined for any other object. Runs no getter.
 */
function outcomeOf(object) {
  const own = (name) => getOwnPropertyDescriptor(object, name);
  const word = own('status')?.value ?? own('state')?.value;
  if (word !== 'fulfilled' && word !== 'rejected') return undefined;
  const [content, other] = word === 'fulfilled' ? ['value', 'reason'] : ['reason', 'value'];
  const found = own(content);
  return found === undefined || own(other) !== undefined ? undefined : { word, content: found.value };
}

function hasThen(object) {
  try {
    return typeof object.then === 'function';
  } catch {
    return false;
  }
}
