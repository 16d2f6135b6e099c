"""The promise with a lock, so that threads can share it, and a fault of that promise."""

from threading import RLock

from promise import Promise


class Locked(Promise):
    def __init__(self):
        super().__init__()
        self.lock = RLock()

    def register(self, reaction):
        with self.lock:
            super().register(reaction)

    def settle(self, state, value):
        with self.lock:
            super().settle(state, value)


class ThenRunsUnderLock(Locked):
    def call_then(self, then):
        with self.lock:
            super().call_then(then)
