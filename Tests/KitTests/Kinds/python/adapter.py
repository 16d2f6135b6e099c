"""The correct promise, which takes any reason, with a fault that only a reason shows that is no exception."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../../adapters/mutants-python"))

from promise import Promise as Correct  # noqa: E402

library, version, capabilities = "a promise with a fault of one kind", "1", ["any-reason"]
fault = os.environ.get("APLUS_FAULT")


class Promise(Correct):
    def settle(self, state, value):
        if state == "rejected" and fault == "reason is tested" and not value:
            state = "fulfilled"
        if state == "rejected" and fault == "reason is compared with None" and value is None:
            state = "fulfilled"
        super().settle(state, value)


promise_types = Promise


def deferred():
    promise = Promise()
    return (promise, *promise.resolvers())


def drain():
    if not Promise.queue.is_due():
        return False
    Promise.queue.flush()
    return True
