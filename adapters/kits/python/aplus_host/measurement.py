"""Times registrations. None of them is recorded, so the times show the library's own cost."""

import time

from .calls import enter
from .constants import LONGEST_READING, MEASUREMENT_BATCH, MEASUREMENT_LIMIT
from .names import FREE


def perform_measure(run, step, context):
    """Registers functions that do nothing, in levels.

    Each level doubles the number of handlers; its reading is its shortest batch.
    """
    promise = run.names.bound(step["measure"], context.at(step))
    if promise is FREE:
        return
    register, results, readings = run.adapter.then, [], []

    def register_batch():
        start = time.thread_time_ns()
        for _ in range(MEASUREMENT_BATCH):
            results.append(register(promise, lambda value: None))
        return min(time.thread_time_ns() - start, LONGEST_READING)

    def body():
        register_batch()
        batches = 1
        while 2 * batches * MEASUREMENT_BATCH <= step["times"]:
            readings.append(min(register_batch() for _ in range(batches)))
            if readings[-1] * batches > MEASUREMENT_LIMIT:
                break
            batches *= 2
    run.measured.append((promise, results))
    text = f'"in":"measure","step":{step["id"]},"on":{run.recorder.reference(promise)}'
    enter(run, text, {}, context, body, lambda value: {"ns": str(readings)})
