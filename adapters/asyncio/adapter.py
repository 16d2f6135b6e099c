"""Futures of asyncio have callbacks but no `then`: the one here makes a future that a callback settles."""

from asyncio import CancelledError, Future, gather, get_event_loop, wait_for
from functools import partial
import platform

library, version, driver, promise_types = "asyncio.Future", platform.python_version(), "asyncio", Future
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve",
                "cancellation:rejection", "await:cancel,limit", "await", "resume:later"]
combinators = {
    "all": lambda promises, ms, times, call: gather(*promises),
    "allSettled": lambda promises, ms, times, call: gather(*promises, return_exceptions=True),
}


def deferred():
    future = get_event_loop().create_future()
    return future, future.set_result, future.set_exception


def cancel(future):
    future.cancel()


def is_cancellation(reason):
    return isinstance(reason, CancelledError)


async def awaited(future, limit):
    return await (future if limit is None else wait_for(future, limit / 1000))


def is_timeout(reason):
    return isinstance(reason, TimeoutError)


def error_of(done):
    return CancelledError() if done.cancelled() else done.exception()


def settle(derived, call, outcome):
    # What asyncio itself chains to a cancelled future passes it over, too.
    if not derived.cancelled():
        call(outcome)


def pass_on(derived, done):
    error = error_of(done)
    settle(derived, derived.set_result, done.result()) if error is None else settle(derived, derived.set_exception, error)


def handle(derived, on_fulfilled, on_rejected, done):
    error = error_of(done)
    handler = on_fulfilled if error is None else on_rejected
    if handler is None:
        return pass_on(derived, done)
    try:
        value = handler(done.result() if error is None else error)
        if isinstance(value, Future):
            value.add_done_callback(partial(pass_on, derived))
        else:
            settle(derived, derived.set_result, value)
    except BaseException as reason:
        settle(derived, derived.set_exception, reason)


def then(future, on_fulfilled=None, on_rejected=None):
    derived = get_event_loop().create_future()
    future.add_done_callback(partial(handle, derived, on_fulfilled, on_rejected))
    return derived
