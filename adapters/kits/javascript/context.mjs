// Where a step stands in its program.

export class Context {
  /**
   * @param {object | undefined} pair The innermost pair of resolvers.
   * @param {number | undefined} step The step that values belong to.
   * @param {number | undefined} index The index of the innermost repeat.
   * @param {string} place What events say of the repeats that they belong to.
   */
  constructor(pair, step, index, place) {
    this.pair = pair;
    this.step = step;
    this.index = index;
    this.place = place;
  }

  /** The context of a step's values. */
  at({ id }) {
    return new Context(this.pair, id, this.index, this.place);
  }

  /** The context inside a function that got a pair of resolvers, or none of its own. */
  inside(pair) {
    return new Context(pair, undefined, this.index, this.place);
  }

  /** The context of a repeat's steps. */
  repeated(index) {
    const place = this.place === '' ? `,"i":[${index}]` : `${this.place.slice(0, -1)},${index}]`;
    return new Context(this.pair, this.step, index, place);
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
export const outermost = new Context(undefined, undefined, undefined, '');
