"""What the kernel shows of the threads of this process."""

import os
import threading
import time

from .constants import KERNEL_PAUSE

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
