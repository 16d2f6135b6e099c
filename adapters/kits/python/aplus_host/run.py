"""The performance of one program."""

import collections
import math
import os
import threading

from .constants import USUAL_HORIZON, USUAL_PATIENCE
from .context import OUTERMOST
from .drivers import Limits
from .escapes import note_stray
from .faults import guarded
from .names import Names
from .performers import PERFORMERS
from .recorder import Recorder, Thrown


class Run:
    """Performs a program on the library, round by round, and gives its trace."""

    def __init__(self, adapter, driver, wire, message, written, is_first_cause):
        """Begins a run; it is a first cause where nothing of an earlier run could happen by itself."""
        self.adapter, self.driver, self.wire, self.program = adapter, driver, wire, message["program"]
        self.number = message["run"]
        uses = self.program["uses"]
        horizon = max(USUAL_HORIZON, 2 * self.program.get("ms", 0))
        self.limits = Limits(horizon, message.get("patience", USUAL_PATIENCE))
        self.collects = "probe" in uses
        # Python has one nothing: it is written as the program calls it.
        nothing = None if "null" in uses else {"is": "undefined"}
        limit = message.get("limit", math.inf)
        self.recorder = Recorder(adapter, self.collects, nothing, written, limit, lambda: self.give_up("overrun"))
        self.lock = threading.Lock()
        #: How sure it is that nothing can run; None before the first phase.
        self.strength = None
        self.is_first_cause, self.has_entered, self.is_over = is_first_cause, False, False

    @property
    def patience(self):
        """Seconds that the host waits for anything before it gives up."""
        return self.limits.patience / 1000

    @property
    def may_set_off(self):
        """Whether a call of this run may make the library do what it owed an earlier run."""
        return self.is_first_cause and self.has_entered and not self.is_over

    def trace(self):
        """Performs all rounds."""
        for number in range(self.program.get("rounds", 1)):
            self.begin_round(number)
            self.drive(lambda: self.perform(self.program["steps"], OUTERMOST))
            self.phases()
            # Nothing can run any more, so that nothing can end what is open on another thread.
            if self.recorder.open:
                self.give_up("stuck")
        return self.written_trace("quiet")

    def begin_round(self, number):
        """Fresh names, closures and blocks."""
        self.recorder.round = number
        self.names = Names(self.recorder, self.collects, self.patience)
        self.shared, self.settlers, self.first_pairs, self.thrown = {}, {}, {}, {}
        self.idle_blocks, self.turns = collections.deque(), collections.deque()
        #: What timed registrations gave, which lives as long as what others gave.
        self.unnamed = []

    def written_trace(self, ending):
        return {"trace": "aplus-trace/1", "ending": ending,
                "objects": self.recorder.objects, "events": self.recorder.events}

    def phases(self):
        """Performs idle blocks, one a phase, until none is left."""
        while True:
            self.strength = self.await_quiescence()
            self.recorder.note({"e": "phase", "strength": self.strength})
            if not self.idle_blocks:
                return
            self.drive(self.idle_blocks.popleft())

    def await_quiescence(self):
        """Lets turns and the library run until nothing can; gives the strength of the evidence."""
        self.driver.begin()
        strength = None
        while strength is None or self.turns:
            try:
                # What the library has queued may run before a turn or after it; here it does before, if it ever rests.
                if self.turns and (strength or not self.driver.is_busy()):
                    self.driver.perform(guarded(self.turns.popleft()))
                strength = self.driver.step(self.recorder, self.limits)
            except BaseException as error:
                strength = None
                note_stray("uncaught", error)
        return strength

    def drive(self, block):
        """Performs a block: an event loop may let the library run beside it."""
        try:
            self.driver.perform(guarded(block))
        except BaseException as error:
            note_stray("uncaught", error)

    def give_up(self, ending):
        """Ends the process with the trace so far: what is stuck, or never ends, cannot be undone."""
        with self.recorder.lock:
            self.wire.write({"run": self.number, "trace": self.written_trace(ending)})
            os._exit(0)

    def perform(self, steps, context):
        """Performs steps one after another; gives what a resolver threw, which ends them, as in the language."""
        for step in steps:
            thrown = PERFORMERS[step["verb"]](self, step, context)
            if thrown:
                return thrown
        return None

    def reason(self, value):
        """A value as what this language can throw; always the same for the same value."""
        if isinstance(value, BaseException):
            return value
        with self.lock:
            return self.thrown.setdefault(id(value), Thrown(value))

    def take_pair(self, subject, args):
        """Numbers the pair of resolvers that a thenable got; the first is the one of its name."""
        resolve, reject = (*args, None, None)[:2]
        pair = {"number": next(self.recorder.pairs), "resolve": resolve, "reject": reject}
        self.first_pairs.setdefault(id(subject), pair)
        return pair

