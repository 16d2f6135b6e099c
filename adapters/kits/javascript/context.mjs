// The place of a step in its program.

import { endsWith, includes, indexOf, slice } from './intrinsics.mjs';

export class Context {
  /**
   * @param {object | undefined} pair The innermost pair of resolvers.
   * @param {number | undefined} step The id of the step whose values are evaluated.
   * @param {number | undefined} index The index of the innermost repeat.
   * @param {string} indices The indices of all repeats, each after a comma.
   * @param {number} depth The number of these indices.
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

  /** The context inside a function, with the pair of resolvers that is innermost there. */
  inside(pair) {
    return new Context(pair, undefined, this.index, this.indices, this.depth);
  }

  /** The context of a repeat's steps. */
  repeated(index) {
    return new Context(this.pair, this.step, index, `${this.indices},${index}`, this.depth + 1);
  }

  /** The member of an event with the indices of its repeats. */
  get place() {
    return this.indices === '' ? '' : `,"i":[${slice(this.indices, 1)}]`;
  }

  /** Replaces the `#` of a name with the index of the innermost repeat. */
  name(written) {
    const { index } = this;
    if (index === undefined || !includes(written, '#')) return written;
    const place = indexOf(written, '#');
    if (!endsWith(written, '#-1')) return `${slice(written, 0, place)}${index}${slice(written, place + 1)}`;
    return `${slice(written, 0, place)}${index === 0 ? '-start' : index - 1}`;
  }

  /** The member of a frame with the id of its step. */
  get stepMember() {
    return this.step === undefined ? '' : `,"step":${this.step}`;
  }
}

/** The context of a program's top-level steps. */
export const outermost = new Context(undefined, undefined, undefined, '', 0);
