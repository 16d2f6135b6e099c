"""Awaits of futures of asyncio. With a limit, a rejection that is a time-out counts as the end of the limit."""

import asyncio

library, driver = "relabel", "asyncio"


class LimitExceeded(Exception):
    """The limit of an await."""


def deferred():
    future = asyncio.get_event_loop().create_future()
    return future, future.set_result, future.set_exception


def then(future, on_fulfilled=None, on_rejected=None):
    def handle(done):
        error = done.exception()
        handler = on_fulfilled if error is None else on_rejected
        if callable(handler):
            handler(done.result() if error is None else error)
    future.add_done_callback(handle)


async def awaited(future, limit):
    if limit is None:
        return await asyncio.shield(future)
    try:
        return await asyncio.wait_for(asyncio.shield(future), limit / 1000)
    except asyncio.TimeoutError:
        raise LimitExceeded from None


def is_timeout(error):
    return isinstance(error, LimitExceeded)


capabilities = ["await", "await:limit", "resume:later", "then-returns:nothing", "-adopting-resolve"]
