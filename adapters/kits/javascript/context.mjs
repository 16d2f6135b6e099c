// Where a step stands in its program.

export class Context {
  /**
   * @param {object | undefined} pair The innermost pair of resolvers.
   * @param {number | undefined} step The step that values belong to.
   * @param {number | undefined} index The index of the innermost repeat.
   * @param {string} indices The indices of all repeats, each after a comma.
   * @param {number} depth How many they are.
   */
  constructor(pair, step, index, indices, depth) {
    this.pair = pair;
    this.step = step;
    this.index = index;
    this.indices = indices;
    this.depth = depth;
  }

  /** The context of a step's values. */
  at({ id }) {
    return new Context(this.pair, id, this.index, this.indices, this.depth);
  }

  /** The context inside a function that got a pair of resolvers, or none of its own. */
  inside(pair) {
    return new Context(pair, undefined, this.index, this.indices, this.depth);
  }

  /** The context of a repeat's steps. */
  repeated(index) {
    return new Context(this.pair, this.step, index, `${this.indices},${index}`, this.depth + 1);
  }

  /** What an event says of the repeats that it belongs to. */
  get place() {
    return this.indices === '' ? '' : `,"i":[${this.indices.slice(1)}]`;
  }

  /** The name that a name stands for inside the repeats. */
  name(written) {
    const { index } = this;
    if (index === undefined || !written.includes('#')) return written;
    if (!written.endsWith('#-1')) return written.replace('#', index);
    return index === 0 ? written.replace('#-1', '-start') : written.replace('#-1', index - 1);
  }

  /** The member of a frame that says which step it belongs to. */
  get stepMember() {
    return this.step === undefined ? '' : `,"step":${this.step}`;
  }
}

/** What stands around a program's own steps. */
export const outermost = new Context(undefined, undefined, undefined, '', 0);
