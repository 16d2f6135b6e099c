"""Performs lanes, each on its own thread, and waits between them."""

import itertools
import os
import random
import sys
import threading
import time

from .constants import INTERRUPTED_LINES, INTERRUPTION_EXPONENT, LONGEST_INTERRUPTION, MOST_INTERRUPTIONS
from .faults import guarded
from .text import quoted

HOST_FOLDER = os.path.dirname(__file__) + os.sep

#: The bound of the lanes' offsets doubles from one performance to the next, from 1 to 256, and then again.
BOUNDS = itertools.cycle(1 << number for number in range(9))
#: In seconds: long enough for a lane that has just been let go to take over.
HAND_OVER = 0.00002

chance = random.Random(os.environ.get("APLUS_SEED"))


def perform_lanes(run, step, context):
    """Starts one thread for each lane at one barrier, and waits for all of them."""
    barrier, bound = threading.Barrier(len(step["lanes"])), next(BOUNDS)

    @guarded
    def lane(number, steps):
        barrier.wait()
        run.recorder.note(f'"e":"lane","step":{step["id"]},"lane":{number}', context=context)
        sys.settrace(interrupting(chance.randrange(bound)))
        run.perform(steps, context)
    frame = run.recorder.begin(f'"in":"lanes","step":{step["id"]},"count":{len(step["lanes"])}', {}, context)
    threads = [threading.Thread(target=lane, args=item, daemon=True) for item in enumerate(step["lanes"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        if not run.is_over(joining(thread)):
            run.give_up("stuck")
    run.recorder.end(frame, {}, context)


def joining(thread):
    """A function that waits so many seconds for the end of a thread, and returns whether it has ended."""
    def wait(seconds):
        thread.join(seconds)
        return not thread.is_alive()
    return wait


def interrupting(offset=-1):
    """A trace function that lets other threads run in the middle of the library's code.

    The interpreter itself switches threads every five milliseconds. Lanes are shorter, so they would run one after
    the other. So each lane lets the others run when it has performed as many lines of the library as its offset says,
    as if it had begun so much earlier than they did, and at some lines by chance. A negative offset is none.
    """
    left = MOST_INTERRUPTIONS

    def interrupt(frame, event, argument):
        nonlocal left, offset
        if left == 0 or frame.f_code.co_filename.startswith(HOST_FOLDER):
            return None
        if event != "line":
            return interrupt
        offset -= 1
        if offset == -1:
            time.sleep(HAND_OVER)
        elif chance.random() < INTERRUPTED_LINES:
            left -= 1
            # Mostly for almost no time, and now and then long enough for other threads to finish.
            time.sleep(LONGEST_INTERRUPTION * chance.random() ** INTERRUPTION_EXPONENT)
        return interrupt
    return interrupt


def perform_wait(run, step, context):
    """Waits for a mark from any thread."""
    frame = run.recorder.begin(f'"in":"wait","step":{step["id"]},"name":{quoted(step["wait"])}', {}, context)
    if not run.is_over(run.names.gate(step["wait"], context).wait):
        run.give_up("stuck")
    run.recorder.end(frame, {}, context)
