"""The performance of one program."""

import collections
import contextvars
import json
import math
import os
import threading

from .constants import USUAL_HORIZON, USUAL_PATIENCE
from .context import OUTERMOST
from .drivers import Limits
from .escapes import note_stray
from .faults import guarded
from .kernel import Activity, others_sleep, waits
from .names import Names
from .performers import PERFORMERS
from .recorder import Recorder, Thrown


#: Seconds between two looks at what other threads do.
WAIT_SLICE = 0.05


class Run:
    """Performs a program on the library, round by round, and answers with its trace."""

    def __init__(self, adapter, driver, wire, message, written, is_first_cause):
        """Creates a run. It is a first cause if no code of earlier runs can still run unless this run causes it."""
        self.adapter, self.driver, self.wire, self.program = adapter, driver, wire, message["program"]
        self.number = message["run"]
        uses = self.program["uses"]
        horizon = max(USUAL_HORIZON, 2 * self.program.get("ms", 0))
        patience = message.get("patience", USUAL_PATIENCE)
        self.limits = Limits(horizon, patience)
        self.collects, self.has_lanes = "probe" in uses, "lanes" in uses
        self.asks_for_waits = message.get("waits", False)
        #: The name of the ambient context of the running code; None in programs without contexts.
        self.ambient = contextvars.ContextVar("aplus_ambient", default=None) if "contexts" in self.program else None
        # Python has only None. The trace writes it as null if the program uses that, else as undefined.
        nothing = "null" if "null" in uses else '{"is":"undefined"}'
        limit = message.get("limit", math.inf)
        self.recorder = Recorder(adapter, self.collects, nothing, written, limit, lambda: self.give_up("overrun"))
        self.lock = threading.Lock()
        #: The strength of the last phase; None before the first one.
        self.strength = None
        self.is_first_cause, self.has_entered, self.has_ended = is_first_cause, False, False
        self.measured = []

    def within(self, name, call):
        """Makes a call within the ambient context of a name, or within none."""
        def make():
            self.ambient.set(name)
            return call()
        return call() if self.ambient is None else contextvars.copy_context().run(make)

    @property
    def patience(self):
        """How long the host waits for anything without progress before it gives up, in seconds."""
        return self.limits.patience / 1000

    @property
    def may_set_off(self):
        """Whether a call of this run may have caused a late event of an earlier run."""
        return self.is_first_cause and self.has_entered and not self.has_ended

    def perform_rounds(self):
        """Performs all rounds."""
        for number in range(self.program.get("rounds", 1)):
            self.begin_round(number)
            self.drive(lambda: self.perform(self.program["steps"], OUTERMOST))
            self.phases()
            # Nothing can run any more, so a frame that is open on another thread will never end.
            if self.recorder.open:
                self.give_up("stuck")

    def begin_round(self, number):
        """Starts a round with new names, closures and blocks."""
        self.recorder.begin_round(number)
        for promise, _ in self.measured:
            self.recorder.forget(promise)
        self.names = Names(self.recorder, self.collects, self.is_over)
        self.shared, self.settlers, self.first_pairs, self.thrown = {}, {}, {}, {}
        self.idle_blocks, self.turns = collections.deque(), collections.deque()
        #: Promises and what their timed registrations returned, so many that they are kept in their round only.
        self.measured = []

    def answer(self, ending, computing=None):
        """The message with the trace so far, in pieces."""
        is_told = self.asks_for_waits or ending == "stuck" or ending == "quiet" and self.strength == "bounded"
        more = {"computing": computing, "waits": waits() if is_told else None}
        head = f'"trace":"aplus-trace/1","ending":"{ending}"'
        head += "".join(f',"{name}":{json.dumps(value)}' for name, value in more.items() if value)
        return f'{{"run":{self.number},"trace":', *self.recorder.trace(head), "}"

    def phases(self):
        """Performs idle blocks, one per phase, until none is left."""
        while True:
            self.strength = self.await_quiescence()
            self.recorder.note(f'"e":"phase","strength":"{self.strength}"')
            if not self.idle_blocks:
                return
            self.drive(self.idle_blocks.popleft())

    def await_quiescence(self):
        """Lets turns and the library run until nothing can run; returns the strength of the evidence."""
        self.driver.begin()
        strength = None
        while strength is None or self.turns:
            try:
                # Jobs that the library has queued may run before or after a turn. Here they run before it, if they end.
                if self.turns and (strength or not self.driver.is_busy()):
                    self.driver.perform(guarded(self.turns.popleft()))
                strength = self.driver.step(self.recorder, self.limits)
                if strength == "running":
                    self.give_up(strength, self.driver.computing.description())
            except BaseException as error:
                strength = None
                note_stray("uncaught", error)
        return strength

    def drive(self, block):
        """Performs a block. An event loop may also run code of the library meanwhile."""
        try:
            self.driver.perform(guarded(block))
        except BaseException as error:
            note_stray("uncaught", error)

    def give_up(self, ending, computing=None):
        """Sends the trace so far and ends the process, because code that is stuck or never ends cannot be stopped."""
        with self.recorder.lock:
            self.wire.write(*self.answer(ending, computing))
            os._exit(0)

    def is_over(self, wait):
        """Waits for another thread, by a function that takes seconds and returns whether the wait is over.

        Returns False if no thread can end the wait, because every other one sleeps without a time limit, or if for too
        long there was no event and no thread computed. Gives up if one computes for too long.
        """
        clock = self.limits.clock
        activity, since, seen = Activity(), clock.now(), self.recorder.count
        while not wait(WAIT_SLICE):
            now, is_computing = clock.now(), activity.look(self.recorder.count)
            if is_computing and activity.elapsed > self.patience and now > self.limits.end:
                self.give_up("running", activity.description())
            if is_computing or seen != self.recorder.count:
                since, seen = now, self.recorder.count
            # Others that sleep do not wait for this thread, as it holds no lock of the host. One may just have ended the wait.
            if now - since > self.patience or others_sleep() and not wait(0):
                return False
        return True

    def perform(self, steps, context):
        """Performs steps one after another; returns what a resolver threw, which ends them, as an exception would."""
        for step in steps:
            thrown = PERFORMERS[step["verb"]](self, step, context)
            if thrown:
                return thrown
        return None

    def acceptance(self, result):
        """What a settle or cancel reported, if the adapter claims that it does; others may return any value."""
        is_reported = self.adapter.reports_acceptance and isinstance(result, bool)
        return {"accepted": "true" if result else "false"} if is_reported else {}

    def reason(self, value):
        """A value in a form that Python can raise; always the same object for the same value."""
        if isinstance(value, BaseException):
            return value
        with self.lock:
            return self.thrown.setdefault(id(value), Thrown(value))

    def rejection(self, value):
        """A value in the form in which the library takes it as a reason."""
        return value if self.adapter.takes_any_reason else self.reason(value)

    def take_pair(self, subject, args):
        """Numbers a pair of resolvers that a thenable got. The thenable's name refers to its first pair."""
        resolve, reject = (*args, None, None)[:2]
        pair = {"number": next(self.recorder.pairs), "resolve": resolve, "reject": reject}
        self.first_pairs.setdefault(id(subject), pair)
        return pair

