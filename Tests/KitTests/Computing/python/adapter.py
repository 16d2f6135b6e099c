"""A promise that conforms, and computes before it calls each handler.

It computes for as many milliseconds of processor time as APLUS_COMPUTE says, or for ever if that is negative: in a
thread of its own, in a job of a queue if APLUS_COMPUTE_IN is `queue`, or in many short ones if that is `slices`. If
APLUS_WAIT is `lock`, it waits for a lock that is never released before the handlers of a promise that is settled with
four, which no smoke program does.
"""

import os
import queue
import threading
import time

library = "a promise that computes before each handler"
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve"]
MILLISECONDS = float(os.environ.get("APLUS_COMPUTE", "0"))
PLACE = os.environ.get("APLUS_COMPUTE_IN", "thread")
#: In seconds.
SLICE = 0.001
WAITS = os.environ.get("APLUS_WAIT") == "lock"
held = threading.Lock()
jobs = queue.SimpleQueue()
FINISHED = object()


def compute(seconds):
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        pass


def acquire_again():
    held.acquire()
    held.acquire()


def computed():
    """Yields after each part of the computation."""
    rest = float("inf") if MILLISECONDS < 0 else MILLISECONDS / 1000
    part = SLICE if PLACE == "slices" else rest
    while rest > 0:
        compute(part)
        rest -= part
        yield


def perform(steps):
    """Goes on with a job, and queues the rest of it."""
    if next(steps, FINISHED) is not FINISHED:
        jobs.put(steps)


class Computing:
    def __init__(self):
        self.state, self.reactions, self.lock = None, [], threading.Lock()

    def settle(self, state, value):
        with self.lock:
            if self.state is not None:
                return
            self.state, self.value = state, value
            self.waits = WAITS and len(self.reactions) == 4
            for reaction in self.reactions:
                jobs.put(reaction())

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Computing()

        def reaction():
            handler = on_fulfilled if self.state == "fulfilled" else on_rejected
            if handler is None:
                return derived.settle(self.state, self.value)
            yield from computed()
            if self.waits:
                acquire_again()
            try:
                result = handler(self.value)
            except Exception as reason:
                return derived.settle("rejected", reason)
            if result is derived:
                return derived.settle("rejected", TypeError("a promise cannot be resolved with itself"))
            if isinstance(result, Computing):
                return result.then(lambda value: derived.settle("fulfilled", value),
                                   lambda reason: derived.settle("rejected", reason))
            derived.settle("fulfilled", result)

        with self.lock:
            if self.state is None:
                self.reactions.append(reaction)
            else:
                jobs.put(reaction())
        return derived


def work():
    while True:
        perform(jobs.get())


if PLACE == "thread":
    threading.Thread(target=work, daemon=True).start()
else:
    def drain():
        if jobs.empty():
            return False
        perform(jobs.get())
        return True

promise_types = Computing


def deferred():
    promise = Computing()
    return (promise, lambda value=None: promise.settle("fulfilled", value),
            lambda reason: promise.settle("rejected", reason))
