// The text of a trace's events. Most of a long text is kept as bytes, which cost the garbage collector nothing.

const { Buffer } = globalThis;
const { allocUnsafe } = Buffer;
const { max } = Math;

/** The number of pending characters beyond which they are converted to bytes. */
const flushLength = 4096;
/** In bytes. */
const chunkSize = 1 << 20;
/** The most bytes that a character takes. */
const widest = 3;

/** A sequence of texts, to which more can be added. */
export class Log {
  #pending = '';
  #full = [];
  #chunk;
  #length = 0;

  add(text) {
    this.#pending += text;
    if (this.#pending.length > flushLength) this.#flush();
  }

  /** The whole text: chunks of bytes, then the rest as a string. */
  get pieces() {
    const last = this.#chunk === undefined ? [] : [this.#chunk.subarray(0, this.#length)];
    return [...this.#full, ...last, this.#pending];
  }

  #flush() {
    const most = widest * this.#pending.length;
    if (this.#chunk === undefined || this.#length + most > this.#chunk.length) {
      if (this.#chunk !== undefined) this.#full.push(this.#chunk.subarray(0, this.#length));
      this.#chunk = allocUnsafe(max(chunkSize, most));
      this.#length = 0;
    }
    this.#length += this.#chunk.write(this.#pending, this.#length);
    this.#pending = '';
  }
}
