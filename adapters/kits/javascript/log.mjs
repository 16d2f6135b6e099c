// The text of a trace's events. Most of a long one is kept as bytes, which cost the garbage collector nothing.

const { Buffer } = globalThis;
const { allocUnsafe } = Buffer;
const { max } = Math;

/** So many characters become bytes together. */
const together = 4096;
/** Bytes. */
const chunkSize = 1 << 20;
/** A character takes so many bytes at the most. */
const widest = 3;

/** Texts, one after another. */
export class Log {
  #pending = '';
  #full = [];
  #chunk;
  #length = 0;

  add(text) {
    this.#pending += text;
    if (this.#pending.length > together) this.#flush();
  }

  /** All of it, as bytes and a text. */
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
