// Builds the text of an event.

/** Members that may vary from one iteration of a repeat to the next, as bits. */
const bits = { f: 1, reg: 2, on: 4, with: 8, value: 16, gives: 32, returned: 64, threw: 128, args: 256 };
/** The members that are numbers; the others are identities. */
const plain = bits.f | bits.reg;

/**
 * One event before it is recorded.
 *
 * In repeats, the numbers in which one iteration differs from the next are kept apart: the event may become a row of
 * them.
 */
export class Entry {
  /** The members that vary, as bits. Events with the same text have them in the same order. */
  mask = 0;
  /** The numbers of the members that vary, each after a comma. */
  numbers = '';
  #names = [];
  #recorder;

  /**
   * @param {Recorder} recorder
   * @param {Context} context
   * @param {string} text The members that are the same in each iteration of a repeat.
   * @param {boolean} varies Whether numbers are kept apart.
   */
  constructor(recorder, context, text, varies) {
    this.#recorder = recorder;
    this.context = context;
    this.text = text;
    this.varies = varies;
  }

  /** Adds a member that is the same in each iteration of a repeat. */
  add(text) {
    this.text += text;
    return this;
  }

  /** Adds the number of a frame or registration. */
  number(name, number) {
    if (this.varies) this.#vary(name, number);
    else this.text += `,"${name}":${number}`;
    return this;
  }

  /** Adds a value that may be another object in the next iteration. */
  value(name, value) {
    const identity = this.varies ? this.#recorder.identity(value) : undefined;
    if (identity !== undefined) this.#vary(name, identity);
    else this.text += `,"${name}":${this.#recorder.reference(value)}`;
    return this;
  }

  /** Adds the arguments of a handler. */
  arguments(values) {
    const identity = this.varies && values.length === 1 ? this.#recorder.identity(values[0]) : undefined;
    if (identity !== undefined) this.#vary('args', identity);
    else this.text += `,"args":${this.#recorder.references(values)}`;
    return this;
  }

  #vary(name, number) {
    this.mask |= bits[name];
    this.#names.push(name);
    this.numbers += `,${number}`;
  }

  /** The members that vary, in full, and their names. */
  get varying() {
    const numbers = this.numbers.slice(1).split(',');
    const members = this.#names.map((name, place) => {
      const value = bits[name] & plain ? numbers[place] : `{"ref":${numbers[place]}}`;
      return name === 'args' ? `,"args":[${value}]` : `,"${name}":${value}`;
    });
    return `${members.join('')},"vary":["i","${this.#names.join('","')}"]`;
  }
}
