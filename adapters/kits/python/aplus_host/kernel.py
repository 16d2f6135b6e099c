"""What the kernel shows of the threads of this process."""

import os
import sys
import threading
import time

from .constants import COMPUTATION_STEP, KERNEL_PAUSE

#: The number of the futex call, on x86-64 and on ARM.
FUTEX_CALLS = ("202", "98")


def others_sleep():
    """Whether every other thread sleeps without a time limit, and none has run between two looks.

    False if the kernel does not show this.
    """
    try:
        before = snapshot()
        time.sleep(KERNEL_PAUSE)
        return before is not None and before == snapshot()
    except (OSError, IndexError):
        return False


def snapshot():
    """How much each other thread has run so far; None if one does not sleep, or sleeps with a time limit."""
    me = str(threading.get_native_id())
    states = {}
    for task in os.listdir("/proc/self/task"):
        if task == me:
            continue
        counters, place, call = (
            open(f"/proc/self/task/{task}/{name}").read().split() for name in ("schedstat", "wchan", "syscall"))
        # The fourth argument of a futex wait is its time limit.
        if place == ["0"] or call[0] not in FUTEX_CALLS or int(call[4], 16) != 0:
            return None
        states[task] = counters
    return states


def shares(own):
    """How many nanoseconds each thread has run and has waited for a processor: only the calling one, or all others."""
    me = threading.get_native_id()
    shown = {}
    try:
        for task in [me] if own else map(int, os.listdir("/proc/self/task")):
            if own or task != me:
                shown[task] = [int(field) for field in open(f"/proc/self/task/{task}/schedstat").read().split()[:2]]
    except (OSError, ValueError):
        # A thread has just ended, or the kernel does not show it.
        pass
    return shown


#: How many functions of a thread a phrase names.
SHOWN_FRAMES = 4


def functions(frame):
    """The functions of a stack, innermost first, each with its place."""
    while frame:
        yield f"{frame.f_code.co_name} ({os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno})"
        frame = frame.f_back


def waits():
    """Where each other thread is, a phrase for each."""
    frames = sys._current_frames()
    return [f"thread {thread.name!r} is in {' < '.join(list(functions(frames[thread.ident]))[:SHOWN_FRAMES])}"
            for thread in threading.enumerate() if thread.ident in frames and thread.ident != threading.get_ident()]


class Activity:
    """Whether threads compute: the calling one, or one of the others.

    A thread computes if it runs for at least half of the time in which no other one takes its processor. The calling
    one runs, and so it computes until two looks show that it slept.
    """

    def __init__(self, own=False):
        self.own = own
        self.begin(-1)

    def begin(self, count):
        """Begins anew, because there are so many events by now."""
        self.count, self.shares, self.moment = count, None, 0
        self.is_computing, self.busiest = self.own, None
        #: In seconds: the processor time of all these threads since then, and the time by the clock.
        self.used, self.elapsed = 0, 0

    def look(self, count):
        """Whether a thread has computed since the last look. An event begins anew."""
        if count != self.count:
            self.begin(count)
            return self.is_computing
        now = time.monotonic()
        elapsed = now - self.moment
        if self.shares is not None and elapsed < COMPUTATION_STEP:
            return self.is_computing
        latest = shares(self.own)
        if self.shares is not None:
            self.note(latest, elapsed)
        self.shares, self.moment = latest, now
        return self.is_computing

    def note(self, latest, elapsed):
        self.elapsed += elapsed
        self.is_computing, most = False, 0
        for task, (run, wait) in latest.items():
            run_before, wait_before = self.shares.get(task, (0, 0))
            ran, waited = (run - run_before) / 1e9, (wait - wait_before) / 1e9
            self.used += ran
            if ran > most:
                self.busiest, most = task, ran
            self.is_computing |= ran >= elapsed / 100 and ran >= (elapsed - waited) / 2

    def description(self):
        """How long threads have computed since the last event, and where, as a trace says it."""
        ident = next((thread.ident for thread in threading.enumerate() if thread.native_id == self.busiest), None)
        stack = [] if self.own else list(functions(sys._current_frames().get(ident)))
        return {"used": round(1000 * self.used), "elapsed": round(1000 * self.elapsed), "stack": stack[:12]}
