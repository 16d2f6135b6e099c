"""A right promise that runs its handlers on threads of its own; RIGHT says on which."""

import os
import queue
import random
import threading
from collections import deque

library = "a right promise with threads of its own"
is_pool = os.environ.get("RIGHT") == "pool"
# In the pool, a handler may have to wait for one that runs on the same thread.
capabilities = ["threads"] if is_pool else ["threads", "parallel", "blocking-handlers"]


def in_thread(job):
    """A new thread for each turn."""
    threading.Thread(target=job, daemon=True).start()


workers = []


def in_pool(job):
    """Any of four threads."""
    if not workers:
        workers.extend(queue.SimpleQueue() for _ in range(4))
        for worker in workers:
            in_thread(lambda worker=worker: work(worker))
    random.choice(workers).put(job)


def work(jobs):
    while True:
        jobs.get()()


start = in_pool if is_pool else in_thread


class Right:
    def __init__(self):
        self.lock = threading.Lock()
        self.settled, self.jobs, self.is_running = None, deque(), False

    def resolvers(self):
        open_ = [True]

        def once(settle):
            def resolver(value=None):
                try:
                    open_.pop()
                except IndexError:
                    return
                settle(value)
            return resolver
        return once(self.resolve), once(lambda reason: self.settle("rejected", reason))

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Right()

        def react():
            state, value = self.settled
            handler = on_fulfilled if state == "fulfilled" else on_rejected
            if not callable(handler):
                return derived.settle(state, value)
            resolve, reject = derived.resolvers()
            try:
                result = handler(value)
            except BaseException as reason:
                return reject(reason)
            resolve(result)
        self.observe(react)
        return derived

    def observe(self, job):
        """Adds a job that runs after those that were added before it."""
        with self.lock:
            self.jobs.append(job)
            self.wake()

    def settle(self, state, value):
        with self.lock:
            self.settled = state, value
            self.wake()

    def wake(self):
        """Lets the next job run, with the lock held: one at a time."""
        if self.settled and self.jobs and not self.is_running:
            self.is_running = True
            start(self.run_next)

    def run_next(self):
        with self.lock:
            job = self.jobs.popleft()
        job()
        with self.lock:
            self.is_running = False
            self.wake()

    def resolve(self, value):
        if value is self:
            return self.settle("rejected", TypeError("a promise that waits for itself"))
        if isinstance(value, Right):
            return value.observe(lambda: self.settle(*value.settled))
        resolve, reject = self.resolvers()
        try:
            then = getattr(value, "then", None)
        except BaseException as reason:
            return reject(reason)
        if not callable(then):
            return self.settle("fulfilled", value)

        def follow():
            try:
                then(resolve, reject)
            except BaseException as reason:
                reject(reason)
        start(follow)


def deferred():
    promise = Right()
    return (promise, *promise.resolvers())
