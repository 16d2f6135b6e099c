"""A small promise whose process ends somewhere: `APLUS_CRASH` names the place.

In the library: `then` (an abort), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (an end on
what a handler raises). Elsewhere: `load`, `make`, `queue` (a job of no promise), `kill` (a `then` in which somebody else
ends the process).

The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while).

Where Python makes an exception of it, the process goes on: `stack` (a `then` that calls itself forever), `queue-stack`
(a job that does), `exit` (what a handler raises becomes a SystemExit).
"""

from collections import deque
import functools
import os
import signal
import time

library = "a promise that crashes"
place = os.environ.get("APLUS_CRASH")
jobs = deque()
is_handling = False


def crash(here):
    """Ends the process where the place is the one that is asked for."""
    if place == here:
        os.abort()


def pause():
    """Stops the process for longer than the host waits for a library."""
    os.system("kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID")


def recur():
    return recur()


def last_job():
    crash("queue")
    if place == "queue-stack":
        recur()


class Promise:
    def __init__(self):
        self.settled, self.reactions = None, []

    def settle(self, state, value):
        if self.settled:
            return
        self.settled = state, value
        # No smoke program has so many.
        if place == "pause" and len(self.reactions) == 4:
            nap = functools.partial(time.sleep, 0.02)
            jobs.extend([*[nap] * 5, pause, *[nap] * 20])
        jobs.extend(self.reactions)
        jobs.append(last_job)
        self.reactions = []

    def resolve(self, value):
        if value is self:
            self.settle("rejected", TypeError("a promise cannot be resolved with itself"))
        elif isinstance(value, Promise):
            value.react(lambda: self.settle(*value.settled))
        else:
            self.settle("fulfilled", value)

    def react(self, reaction):
        if self.settled:
            jobs.append(reaction)
        else:
            self.reactions.append(reaction)

    def then(self, on_fulfilled=None, on_rejected=None):
        crash("then")
        if place == "nested" and is_handling:
            os.kill(os.getpid(), signal.SIGSEGV)
        if place == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if place == "stack":
            recur()
        derived = Promise()

        def react():
            state, value = self.settled
            handler = on_fulfilled if state == "fulfilled" else on_rejected
            if handler is None:
                derived.settle(state, value)
            else:
                derived.handle(handler, value)
        self.react(react)
        return derived

    def handle(self, handler, value):
        global is_handling
        is_handling = True
        try:
            self.resolve(handler(value))
        except Exception as reason:
            if place == "throw":
                os._exit(3)
            if place == "exit":
                raise SystemExit(3)
            self.settle("rejected", reason)
        finally:
            is_handling = False


crash("load")
capabilities = ["-thenables", "-accessors", "-nonfunctions"]


def deferred():
    crash("make")
    promise = Promise()
    return promise, promise.resolve, lambda reason: promise.settle("rejected", reason)


def drain():
    if not jobs:
        return False
    jobs.popleft()()
    return True
