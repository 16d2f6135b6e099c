"""Futures of concurrent.futures have callbacks but no `then`: the one here makes a future that a callback settles."""

from concurrent.futures import CancelledError, Future
import platform

library, version, promise_types = "concurrent.futures.Future", platform.python_version(), Future
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve", "threads", "cancellation:rejection",
                "await:blocking,limit"]


def deferred():
    future = Future()
    return future, future.set_result, future.set_exception


def cancel(future):
    future.cancel()


def is_cancellation(reason):
    return isinstance(reason, CancelledError)


def awaited(future, limit):
    return future.result(None if limit is None else limit / 1000)


def is_timeout(reason):
    return isinstance(reason, TimeoutError)


def failure(done):
    return CancelledError() if done.cancelled() else done.exception()


def then(future, on_fulfilled=None, on_rejected=None):
    derived = Future()

    def pass_on(done):
        error = failure(done)
        derived.set_result(done.result()) if error is None else derived.set_exception(error)

    def handle(done):
        error = failure(done)
        handler = on_fulfilled if error is None else on_rejected
        if handler is None:
            return pass_on(done)
        try:
            value = handler(done.result() if error is None else error)
            value.add_done_callback(pass_on) if isinstance(value, Future) else derived.set_result(value)
        except BaseException as reason:
            derived.set_exception(reason)
    future.add_done_callback(handle)
    return derived
