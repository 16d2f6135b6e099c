"""The promise with the fault that `APLUS_MUTANT` names, or the correct promise if that is not set."""

import os

from cancellable import Cancellable, Cancellation
from faults import promises
from locked import Locked

library, version = "mutants.Promise", "1"
name = os.environ.get("APLUS_MUTANT", "correct")
if name not in promises:
    raise SystemExit(f"APLUS_MUTANT={name}: there is no such mutant")
Promise = promises[name]
promise_types = Promise


def deferred():
    promise = Promise()
    return (promise, *promise.resolvers())


combinators = {"all": lambda members, *_: Promise.all(list(members))}


def drain():
    if not Promise.queue.is_due():
        return False
    Promise.queue.flush()
    return True


capabilities = ["abandon", "destructors"]
if issubclass(Promise, Cancellable):
    cancel, capabilities = Promise.cancel, ["-cancellation", "cancellation:downstream", "cancellation:reason"]

    def is_cancellation(reason):
        return isinstance(reason, Cancellation)

if issubclass(Promise, Locked):
    capabilities = ["threads"]
