"""Futures of concurrent.futures have callbacks and no `then`: this one makes a future that a callback settles."""

from concurrent.futures import Future
import platform

library, version, promise_types = "concurrent.futures.Future", platform.python_version(), Future
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve", "threads"]


def deferred():
    future = Future()
    return future, future.set_result, future.set_exception


def then(future, on_fulfilled=None, on_rejected=None):
    derived = Future()

    def pass_on(done):
        derived.set_exception(done.exception()) if done.exception() else derived.set_result(done.result())

    def handle(done):
        handler = on_rejected if done.exception() else on_fulfilled
        try:
            value = handler(done.exception() or done.result()) if handler else done
            value.add_done_callback(pass_on) if isinstance(value, Future) else derived.set_result(value)
        except Exception as reason:
            derived.set_exception(reason)
    future.add_done_callback(handle)
    return derived
