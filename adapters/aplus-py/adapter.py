"""The package `aplus`."""

from importlib.metadata import version as version_of

from aplus import Promise

library, version = "aplus", version_of("aplus")
promise_types = Promise


def deferred():
    promise = Promise()
    return promise, promise.fulfill, promise.reject


resolved, rejected = Promise.fulfilled, Promise.rejected
