"""Callbacks of the futures of asyncio."""

from asyncio import Future, get_event_loop
import platform

version, driver = platform.python_version(), "asyncio"
capabilities = ["timing:later", "throws:to-platform", "cancel:reports-once", "order:completion"]


def start(done, value=None, settle=lambda future: None):
    future = get_event_loop().create_future()
    settle(future)
    future.add_done_callback(done.future)
    return future


def finish(future, error, value=None):
    return future.set_exception(error) if error else future.set_result(value)


def echo(future, value):
    if not future.done():
        future.set_result(value)


calls = {
    "open": start, "cancelled": lambda done, value=None: start(done, value, Future.cancel),
    "cached": lambda done, value=None: start(done, value, lambda future: future.set_result(value)),
    "echo": lambda done, value=None: start(done, value, lambda future: get_event_loop().call_soon(echo, future, value)),
    "error": lambda done, value=None: start(done, value, lambda future: future.set_exception(OSError())),
}
cancel = Future.cancel
