"""A Deferred has a single chain of callbacks. The `then` here forks it, so that the promise keeps its result."""

from twisted import __version__ as version
from twisted.internet.defer import CancelledError, Deferred, DeferredList, gatherResults, maybeDeferred, passthru

library = "Twisted Deferred"
promise_types = Deferred
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve", "cancellation:rejection"]
combinators = {
    "all": lambda promises, ms, times, call: gatherResults(promises),
    "allSettled": lambda promises, ms, times, call: DeferredList(promises),
    "try": lambda promises, ms, times, call: maybeDeferred(call),
}


def deferred():
    promise = Deferred()
    return promise, promise.callback, promise.errback


def cancel(promise):
    promise.cancel()


def is_cancellation(reason):
    return isinstance(reason, CancelledError)


def then(promise, on_fulfilled=None, on_rejected=None):
    fork = Deferred()
    on_failure = passthru if on_rejected is None else lambda failure: on_rejected(failure.value)
    fork.addCallbacks(passthru if on_fulfilled is None else on_fulfilled, on_failure)
    promise.addCallbacks(lambda value: (fork.callback(value), value)[1], lambda failure: (fork.errback(failure), failure)[1])
    return fork
