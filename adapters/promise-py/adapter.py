"""The package `promise`, with its default scheduler."""

from promise import Promise, __version__ as version

library = "promise"
promise_types = Promise


def deferred():
    promise = Promise()
    return promise, promise.do_resolve, promise.do_reject


resolved, rejected = Promise.resolve, Promise.reject
capabilities = ["any-member"]
combinators = {
    "all": lambda promises, ms, times, call: Promise.all(promises),
    "try": lambda promises, ms, times, call: Promise(lambda resolve, reject: resolve(call())),
    "executor": lambda promises, ms, times, call: Promise(
        lambda resolve, reject: promises[0].then(resolve, reject)
    ),
}
