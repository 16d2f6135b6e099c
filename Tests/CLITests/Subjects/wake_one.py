"""A faulty library: of the threads that wait for a future, its settlement wakes only one."""

from concurrent.futures import Future
from threading import Condition


class OneNotified(Condition):
    def notify_all(self):
        self.notify()


class WakesOne(Future):
    def __init__(self):
        super().__init__()
        self._condition = OneNotified()


promise_types = Future
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve", "threads", "await:blocking,limit"]


def deferred():
    future = WakesOne()
    return future, future.set_result, future.set_exception


def awaited(future, limit):
    return future.result(None if limit is None else limit / 1000)


def then(future, on_fulfilled=None, on_rejected=None):
    derived = WakesOne()

    def handle(done):
        error = done.exception()
        handler = on_fulfilled if error is None else on_rejected
        argument = done.result() if error is None else error
        derived.set_result(handler(argument) if handler else argument)
    future.add_done_callback(handle)
    return derived
