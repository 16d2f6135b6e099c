// Times registrations. None of them is recorded, so the times show the library's own cost.

import { constants } from './constants.mjs';

const { Math: { min }, process: { hrtime } } = globalThis;

/** Handlers in a batch. */
const batch = constants.measurementBatch;
/** In nanoseconds: a level that takes longer, judging by its shortest batch, is the last. */
const limit = constants.measurementLimitNanoseconds;
/** The largest reading, in nanoseconds. */
const longest = constants.longestReadingNanoseconds;

/**
 * Registers functions that do nothing, in levels. Each level doubles the number of handlers.
 *
 * @returns {{ readings: number[], results: unknown[] }} The nanoseconds of the shortest batch of each
 *   level, and what `then` returned.
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

/** Registers a batch; returns the nanoseconds that it took. */
function registerBatch(promise, results) {
  const start = hrtime.bigint();
  for (let count = 0; count < batch; count += 1) results.push(promise.then(() => {}));
  return Number(hrtime.bigint() - start);
}
