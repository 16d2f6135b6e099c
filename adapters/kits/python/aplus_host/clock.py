"""The clock for the limits of a run."""

import threading
import time

from .constants import LONGEST_STEP_SHARE


class Clock:
    """The seconds of a run, for its limits: from one look to the next at most a share of the patience.

    If the process was stopped, or waited for a processor, the library had no time either.
    """

    def __init__(self, patience):
        self.longest = LONGEST_STEP_SHARE * patience
        self.seconds, self.moment = 0, time.monotonic()
        self.lock = threading.Lock()

    def now(self):
        with self.lock:
            earlier, self.moment = self.moment, time.monotonic()
            self.seconds += min(self.moment - earlier, self.longest)
            return self.seconds
