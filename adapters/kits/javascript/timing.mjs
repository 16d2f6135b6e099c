// Registrations that are timed: nothing of them is recorded, so that the library's own cost is seen.

import { constants } from './constants.mjs';

const { Math: { min }, process: { hrtime } } = globalThis;

/** Handlers in a batch. */
const batch = constants.measurementBatch;
/** Nanoseconds: after a level that takes longer, by its shortest batch, there is no further one. */
const limit = constants.measurementLimitNanoseconds;
/** No reading is larger. */
const longest = constants.longestReadingNanoseconds;

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
