"""Callbacks of the futures of concurrent.futures."""

from concurrent.futures import Future, ThreadPoolExecutor
import platform

version, pool = platform.python_version(), ThreadPoolExecutor(1)
capabilities = ["timing:later", "throws:swallowed", "cancel:reports-once", "threads", "blocking-handlers"]


def start(done, value=None, settle=lambda future: None):
    future = Future()
    settle(future)
    future.add_done_callback(done.future)
    return future


def finish(future, error, value=None):
    return future.set_exception(error) if error else future.set_result(value)


calls = {
    "open": start, "cancelled": lambda done, value=None: start(done, value, Future.cancel),
    "cached": lambda done, value=None: start(done, value, lambda future: future.set_result(value)),
    "echo": lambda done, value=None: pool.submit(lambda: value).add_done_callback(done.future),
    "error": lambda done, value=None: pool.submit(lambda: 1 / 0).add_done_callback(done.future),
}
cancel = Future.cancel
