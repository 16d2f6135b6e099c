"""Drivers perform blocks and determine when nothing can run any more."""

import asyncio
import math
import threading
import time

from .clock import Clock
from .constants import FARTHEST_HORIZON, FRUITLESS_DRAINS, FRUITLESS_WAITS, PATIENCE_PER_EVENT, PATIENCE_WHILE_COMPUTING
from .kernel import Activity, others_sleep


class Limits:
    """How far ahead a phase waits for timers, and how long nothing may make progress, both in milliseconds."""

    def __init__(self, horizon, patience):
        self.horizon, self.patience = horizon, patience
        self.clock = Clock(patience / 1000)
        #: When a library that still computes is given up.
        self.end = PATIENCE_WHILE_COMPUTING * patience / 1000


class PlainDriver:
    """For libraries without an event loop: their code runs inside calls, in `drain`, or on their own threads."""

    def __init__(self, adapter):
        self.drain = adapter.drain
        #: What the other threads do, and the calling one, which runs the library's queue.
        self.threads, self.queue = Activity(), Activity(own=True)
        #: That of them which computed for too long.
        self.computing = None
        self.begin()

    def begin(self):
        """Begins a phase."""
        #: When the library last made progress, and how many events there were.
        self.since, self.seen = 0, -1
        self.drains = 0

    def perform(self, block):
        block()

    def post(self, turn):
        """Queues a turn among the library's jobs; returns whether that is possible."""
        return False

    def is_busy(self):
        """Whether the library has something queued that can run at once; may run it."""
        return self.drain()

    def has_timers(self):
        """Whether timers are left, beyond those that phases wait for."""
        return False

    def step(self, recorder, limits):
        """Lets the library run once; returns the strength of the evidence if nothing can run, else None.

        Returns "running" if a thread has computed for too long.
        """
        if self.drain():
            return self.judge_queue(recorder, limits)
        if threading.active_count() == 1:
            return None if self.is_busy() else "proved"
        return self.watch_threads(recorder, limits)

    def is_restless(self, recorder, limits):
        """Whether the library has run without an event for so long that the host gives up."""
        now = limits.clock.now()
        if recorder.count != self.seen:
            self.since, self.seen, self.drains = now, recorder.count, 0
        return 1000 * (now - self.since) > limits.patience + PATIENCE_PER_EVENT * self.seen

    def judge_queue(self, recorder, limits):
        """What it means that the library's queue was not empty: it may run on and on, or compute."""
        is_restless = self.is_restless(recorder, limits)
        self.drains += 1
        if self.queue.look(recorder.count) and self.drains <= FRUITLESS_DRAINS:
            return self.judge_computation(self.queue, limits)
        return "bounded" if is_restless else None

    def judge_computation(self, activity, limits):
        """Begins to wait anew for a library that computes, and gives it up once its time is over."""
        self.computing, self.since = activity, limits.clock.now()
        is_late = 1000 * activity.elapsed > limits.patience + PATIENCE_PER_EVENT * self.seen
        return "running" if is_late and self.since > limits.end else None

    def watch_threads(self, recorder, limits):
        is_restless = self.is_restless(recorder, limits)
        sleep = others_sleep()
        if self.threads.look(recorder.count):
            return self.judge_computation(self.threads, limits)
        if sleep and recorder.count == self.seen:
            # A thread may have queued something before it slept, but after the look at the queue.
            return None if self.is_busy() else "quiescent"
        return "bounded" if is_restless else None


class TimerWaits:
    """How far ahead a phase waits for timers, judging by earlier waits for timers beyond the usual horizon."""

    def __init__(self):
        self.fruitless, self.longest = 0, 0
        self.start = self.count = None

    def reach(self, limits):
        """Milliseconds that a timer may be ahead for a phase to wait for it."""
        farthest = min(FARTHEST_HORIZON, limits.patience)
        if self.fruitless >= FRUITLESS_WAITS:
            farthest = min(2 * self.longest, farthest)
        return max(limits.horizon, farthest)

    def begin(self, count):
        """Notes that only a timer beyond the usual horizon is left."""
        if self.start is None:
            self.start, self.count = time.monotonic(), count

    def look(self, count):
        """Notes whether the current wait has brought an event."""
        if self.start is not None and count != self.count:
            self.longest = max(self.longest, 1000 * (time.monotonic() - self.start))
            self.start = None

    def is_exhausted(self, limits, count):
        """Whether no event has come for longer than one timer per promise could take: there are fewer than events."""
        milliseconds = 0 if self.start is None else 1000 * (time.monotonic() - self.start)
        return milliseconds > self.reach(limits) * (2 + count / 3)

    def end(self):
        """Ends a phase."""
        if self.start is not None:
            self.fruitless, self.start = self.fruitless + 1, None


class AsyncioDriver(PlainDriver):
    """Blocks are callbacks of an event loop, whose own queues show what can still run."""

    def __init__(self, adapter):
        super().__init__(adapter)
        self.waits = TimerWaits()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.own_files = len(self.loop._selector.get_map())

    def perform(self, block):
        self.loop.call_soon(block)
        self.turn()

    def post(self, turn):
        # Other threads may not touch the loop.
        if asyncio._get_running_loop() is not self.loop:
            return False
        self.loop.call_soon(turn)
        return True

    def is_busy(self):
        return bool(self.loop._ready)

    def turn(self):
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def dues(self):
        """When the timers of the loop are due."""
        return [timer.when() for timer in self.loop._scheduled if not timer.cancelled()]

    def has_timers(self):
        return bool(self.dues())

    def step(self, recorder, limits):
        wait = min(self.dues(), default=math.inf) - self.loop.time()
        self.waits.look(recorder.count)
        if self.loop._ready:
            self.turn()
            return self.judge_queue(recorder, limits)
        if wait * 1000 <= self.reach(recorder, limits):
            if wait * 1000 > limits.horizon:
                self.waits.begin(recorder.count)
            time.sleep(max(0, wait))
            self.begin()
            self.turn()
            return None
        self.waits.end()
        if len(self.loop._selector.get_map()) == self.own_files:
            return super().step(recorder, limits)
        self.turn()
        strength = self.watch_threads(recorder, limits)
        return "bounded" if strength == "quiescent" else strength

    def reach(self, recorder, limits):
        """Milliseconds that a timer may be ahead now: the usual horizon if no event has come for too long."""
        is_exhausted = self.waits.is_exhausted(limits, recorder.count)
        return limits.horizon if is_exhausted else self.waits.reach(limits)
