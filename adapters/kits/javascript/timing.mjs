// Registrations that are timed: nothing of them is recorded, so that the library's own cost is seen.

const { Math: { min }, process: { hrtime } } = globalThis;

/** Handlers in a batch. */
const batch = 16;
/** Nanoseconds: after a level that takes longer, by its shortest batch, there is no further one. */
const limit = 250_000_000;
/** No number of a trace is larger. */
const longest = 2 ** 31 - 1;

/**
 * Registers functions that do nothing. A level is a stretch in which their number doubles.
 *
 * @returns {{ readings: number[], results: unknown[] }} The nanoseconds of the shortest batch of each
 *   level, and what `then` gave.
 */
export function measured(promise, times) {
  const readings = [];
  const results = [];
  registerBatch(promise, results);
  for (let batches = 1; 2 * batches * batch <= times; batches *= 2) {
    let reading = longest;
    for (let count = 0; count < batches; count += 1) {
      reading = min(reading, registerBatch(promise, results));
    }
    readings.push(reading);
    if (reading * batches > limit) break;
  }
  return { readings, results };
}

/** Gives the nanoseconds that a batch took. */
function registerBatch(promise, results) {
  const start = hrtime.bigint();
  for (let count = 0; count < batch; count += 1) results.push(promise.then(() => {}));
  return Number(hrtime.bigint() - start);
}
