// Makes sure that the stack has room for the host's own code.

/** So many nested calls of `reach` take more stack than the host does, even before its code is compiled. */
const deepest = 400;

/**
 * Makes sure that the host has enough stack to record the next events.
 *
 * A library that recurses once per link of a chain may call user code with the
 * stack nearly used up. The host would then fail in the middle of an event and
 * corrupt its trace. To the library, the user code itself seems to overflow the
 * stack.
 *
 * @throws {RangeError} If too little stack is left.
 */
export function assureRoom() {
  reach(deepest, 1, 2, 3, 4, 5, 6, 7, 8);
}

function reach(depth, a, b, c, d, e, f, g, h) {
  return depth === 0 ? a : reach(depth - 1, b, c, d, e, f, g, h, depth);
}
