// The names of a round and their values.

import { charCodeAt } from './intrinsics.mjs';
import { quoted } from './text.mjs';

const { Map, WeakRef } = globalThis;
const [letterA, letterZ] = [65, 90];

/** Whether a name is that of a mark: it begins with an upper-case letter. */
function isMark(name) {
  const first = charCodeAt(name, 0);
  return first >= letterA && first <= letterZ;
}

export class Names {
  #recorder;
  #collects;
  #values = new Map();
  /** Weak references to the values that each name had, for `probe`. */
  #watched = new Map();

  /**
   * @param {Recorder} recorder
   * @param {boolean} collects Whether the program probes for collected objects.
   */
  constructor(recorder, collects) {
    this.#recorder = recorder;
    this.#collects = collects;
  }

  /** Binds a name, given as the program writes it: traces keep its `#`. */
  bind(written, value, context) {
    const name = context.name(written);
    this.#values.set(name, value);
    this.#recorder.name(value, written);
    this.watch(name, value);
  }

  /**
   * The value of a bound name, boxed; undefined if it is not bound. Then, unless `isSilent`, an event records that the
   * step does nothing.
   */
  bound(written, context, isSilent = false) {
    const name = context.name(written);
    if (this.#values.has(name)) return { value: this.#values.get(name) };
    if (!isSilent) this.unbound(written, context);
    return undefined;
  }

  /** The value of a name, or the mark UNBOUND. Marks are made on first use. */
  lookUp(written, context) {
    const name = context.name(written);
    if (this.#values.has(name)) return this.#values.get(name);
    if (isMark(name)) return this.mark(written, name);
    this.unbound(written, context);
    return this.mark('UNBOUND');
  }

  /** The mark of a name: an object that has an identity and nothing else. */
  mark(written, name = written) {
    if (!this.#values.has(name)) {
      const made = this.#recorder.introduce({}, '"kind":"mark"');
      this.#recorder.name(made, written);
      this.#values.set(name, made);
      this.watch(name, made);
    }
    return this.#values.get(name);
  }

  /** Whether a value stands for a promise that could not be made because the library threw. */
  isMissing(value) {
    return value === this.#values.get('UNBOUND');
  }

  unbound(name, context) {
    const text = `"e":"unbound"${context.stepMember},"name":${quoted(name)}`;
    this.#recorder.note(this.#recorder.entry(text, context));
  }

  drop(written, context) {
    this.#values.delete(context.name(written));
  }

  watch(name, value) {
    if (!this.#collects || Object(value) !== value) return;
    if (!this.#watched.has(name)) this.#watched.set(name, []);
    this.#watched.get(name).push(new WeakRef(value));
  }

  /** Weak references to all values that a name was bound to. */
  watched(written, context) {
    return this.#watched.get(context.name(written)) ?? [];
  }
}
