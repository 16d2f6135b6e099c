"""Checks a callback inside any test: that it comes exactly once, when and where it should.

    from aplus_check.callback import callback

    error, data = callback(lambda done: reader.read(path, done), timing="later")
    error, data = await callback_async(lambda done: reader.read(path, done))

Both wait until nothing can run any more, and do not sleep for a fixed time. On Linux the kernel shows whether another
thread can run. Where that cannot be shown, `within` ends the wait, and the message says that this is no proof.
"""

import asyncio
import collections
import os
import sys
import threading
import time
import traceback

__all__ = ["callback", "callback_async"]

#: How long to wait for rest once the callback was called, in seconds. A second call that comes later raises where it
#: is made.
PATIENCE = 0.1
#: The time between two looks at the other threads, in seconds.
PAUSE = 0.001
#: The number of the futex call, on x86-64 and on ARM.
FUTEX_CALLS = ("202", "98")

Call = collections.namedtuple("Call", "values is_inside is_on_context stack")


def callback(start, *, timing="either", context=None, within=2.0):
    """Calls a function that takes a callback, and returns the arguments of the only call, as a tuple.

    timing is "later" (never inside the call of the function), "at-once" (before it returns) or "either"; context, a
    function that is called inside the callback and returns whether it runs where it should; within, the longest wait
    in seconds where the process does not come to rest. Raises AssertionError for anything else than one right call.
    """
    watch = Watch(start, timing, context, within)
    watch.begin()
    while not watch.is_over(others_rest()):
        time.sleep(PAUSE)
    return watch.result()


async def callback_async(start, *, timing="either", context=None, within=2.0):
    """Like callback, in a task of asyncio: what waits in its event loop can run meanwhile."""
    watch = Watch(start, timing, context, within)
    loop = asyncio.get_running_loop()
    watch.begin()
    while True:
        await asyncio.sleep(0)
        due = until_next(loop)
        if watch.is_over(due is not None and due > watch.left() and others_rest()):
            return watch.result()
        if due is None or due > PAUSE:
            await asyncio.sleep(PAUSE)


class Watch:
    """Notes the calls of one callback, and decides what they come to."""

    def __init__(self, start, timing, context, within):
        if not callable(start):
            raise TypeError(f"expected a function that takes the callback, found {type(start).__name__}")
        if timing not in ("later", "at-once", "either"):
            raise ValueError(f'timing is {timing!r}; expected "later", "at-once" or "either"')
        if context is not None and not callable(context):
            raise TypeError("context must be a function")
        if not within >= 0:
            raise ValueError(f"within is {within!r}; expected seconds")
        self.start, self.timing, self.context, self.within = start, timing, context, within
        self.calls, self.has_returned, self.has_ended, self.is_proved = [], False, False, False
        self.caller = threading.get_ident()
        self.lock = threading.Lock()
        self.waiting_for, self.since = -1, 0

    def begin(self):
        """Calls the function."""
        self.start(self.done)
        self.has_returned = True

    def done(self, *values):
        """The callback."""
        is_inside = not self.has_returned and threading.get_ident() == self.caller
        is_on_context = self.context is None or bool(self.context())
        call = Call(values, (is_inside, not self.has_returned), is_on_context, traceback.extract_stack()[:-1])
        with self.lock:
            self.calls.append(call)
            is_late = self.has_ended
        if is_late:
            raise AssertionError("the callback was called again, after the wait for it was over")

    def left(self):
        """Seconds that are left of the wait."""
        limit = PATIENCE if self.calls else self.within
        return max(0, self.since + limit - time.monotonic()) if self.waiting_for == len(self.calls) else limit

    def is_over(self, is_at_rest):
        """Whether there is nothing to wait for; the look at the threads was before this one at the calls."""
        with self.lock:
            if self.waiting_for != len(self.calls):
                self.waiting_for, self.since = len(self.calls), time.monotonic()
                # What was at rest before this call need not be after it.
                return False
            if not is_at_rest and self.left() > 0:
                return False
            self.has_ended, self.is_proved = True, is_at_rest
            return True

    def result(self):
        """The arguments of the only call; raises if anything is wrong."""
        if not self.calls:
            if self.is_proved:
                raise AssertionError(f"the callback was never called: nothing can run any more{threads()}")
            raise AssertionError(
                f"the callback was not called within {self.within} s. It may still come: the process did not come to"
                f" rest{threads()}")
        first = self.calls[0]
        is_inside, is_before_return = first.is_inside
        if len(self.calls) > 1:
            times = "twice" if len(self.calls) == 2 else f"{len(self.calls)} times"
            raise AssertionError(
                f"the callback was called {times}; expected once. The second call was{place(self.calls[1].stack)}")
        if self.timing == "later" and is_inside:
            raise AssertionError(
                f"the callback was called before the function returned; expected later{place(first.stack)}")
        if self.timing == "at-once" and not is_before_return:
            raise AssertionError(
                f"the callback was called after the function had returned; expected at once{place(first.stack)}")
        if not first.is_on_context:
            raise AssertionError(f"the callback was called where context() is false{place(first.stack)}")
        return first.values


def until_next(loop):
    """Seconds until the event loop can run something: infinity if nothing waits in it, None if that is unknown."""
    ready, timers, selector = (getattr(loop, name, None) for name in ("_ready", "_scheduled", "_selector"))
    if ready is None or timers is None or selector is None:
        return None
    if ready:
        return 0
    # The loop itself waits for a descriptor of its own; what else it waits for may come from outside.
    own = getattr(loop, "_ssock", None)
    if own is None or set(selector.get_map()) - {own.fileno()}:
        return None
    return min((timer.when() - loop.time() for timer in timers if not timer.cancelled()), default=float("inf"))


def others_rest():
    """Whether every other thread sleeps without a time limit, and none has run between two looks.

    False if the kernel does not show this.
    """
    if threading.active_count() == 1 and len(sys._current_frames()) == 1 and not has_other_tasks():
        return True
    try:
        before = snapshot()
        time.sleep(PAUSE)
        return before is not None and before == snapshot()
    except (OSError, IndexError, ValueError):
        return False


def has_other_tasks():
    """Whether the kernel shows other threads, or shows none at all."""
    try:
        return len(os.listdir("/proc/self/task")) > 1
    except OSError:
        return True


def snapshot():
    """How much each other thread has run so far; None if one does not sleep, or sleeps with a time limit."""
    me = str(threading.get_native_id())
    states = {}
    for task in os.listdir("/proc/self/task"):
        if task == me:
            continue
        counters, place_in_kernel, call = (
            read(f"/proc/self/task/{task}/{name}").split() for name in ("schedstat", "wchan", "syscall"))
        # The fourth argument of a futex wait is its time limit.
        if place_in_kernel == ["0"] or call[0] not in FUTEX_CALLS or int(call[4], 16) != 0:
            return None
        states[task] = counters
    return states


def read(path):
    with open(path) as file:
        return file.read()


def threads():
    """A line for each other thread of Python: the functions that it is in, innermost first."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    lines = []
    for ident, frame in sys._current_frames().items():
        if ident == threading.get_ident():
            continue
        stack = traceback.extract_stack(frame)[-3:]
        lines.append(f"\n  thread {names.get(ident, ident)} is in " + ", from ".join(map(named, reversed(stack))))
    return "".join(lines)


def place(stack):
    """The functions of a stack outside this file, innermost first, a line each."""
    outside = [frame for frame in stack if frame.filename != __file__]
    return "".join(f"\n  in {named(frame)}" for frame in reversed(outside[-4:]))


def named(frame):
    return f"{frame.name} ({frame.filename}:{frame.lineno})"
