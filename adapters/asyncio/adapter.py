"""Futures of asyncio have callbacks but no `then`: the one here makes a future that a callback settles."""

from asyncio import Future, gather, get_event_loop
import platform

library, version, driver, promise_types = "asyncio.Future", platform.python_version(), "asyncio", Future
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve"]
combinators = {
    "all": lambda promises, ms, times, call: gather(*promises),
    "allSettled": lambda promises, ms, times, call: gather(*promises, return_exceptions=True),
}


def deferred():
    future = get_event_loop().create_future()
    return future, future.set_result, future.set_exception


def then(future, on_fulfilled=None, on_rejected=None):
    derived = get_event_loop().create_future()

    def pass_on(done):
        error = done.exception()
        derived.set_result(done.result()) if error is None else derived.set_exception(error)

    def handle(done):
        error = done.exception()
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
