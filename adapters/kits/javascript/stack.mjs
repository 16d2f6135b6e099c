// Room on the stack for the host's own code.

/** As many calls of `reach` take more of the stack than the host does, also where its code has yet to be compiled. */
const deepest = 400;

/**
 * Sees to it that the host can record whatever comes now.
 *
 * A library that calls itself for each link of a chain calls user code where
 * the stack is nearly used up. Without this the host would fail in the middle of
 * an event, and its trace would be in disorder. To the library it is as if the
 * user's function took more stack than there is.
 *
 * @throws {RangeError}
 */
export function assureRoom() {
  reach(deepest, 1, 2, 3, 4, 5, 6, 7, 8);
}

function reach(depth, a, b, c, d, e, f, g, h) {
  return depth === 0 ? a : reach(depth - 1, b, c, d, e, f, g, h, depth);
}
