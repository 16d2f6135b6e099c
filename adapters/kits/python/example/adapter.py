"""A conforming promise with a queue of jobs. The tests of the host use it."""

from collections import deque

library = "a conforming promise"
jobs = deque()


class Promise:
    def __init__(self):
        self.settled, self.reactions = None, []

    def resolvers(self):
        open_ = [True]

        def once(settle):
            def resolver(value=None):
                if open_:
                    open_.clear()
                    settle(value)
            return resolver
        return once(self.resolve), once(lambda reason: self.settle("rejected", reason))

    def resolve(self, value):
        if value is self:
            return self.settle("rejected", TypeError("a promise cannot be resolved with itself"))
        try:
            then = getattr(value, "then", None)
        except BaseException as reason:
            return self.settle("rejected", reason)
        if not callable(then):
            return self.settle("fulfilled", value)

        def follow():
            resolve, reject = self.resolvers()
            try:
                then(resolve, reject)
            except BaseException as reason:
                reject(reason)
        jobs.append(follow)

    def settle(self, state, value):
        self.settled = state, value
        jobs.extend(self.reactions)
        self.reactions = []

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Promise()

        def react():
            state, value = self.settled
            handler = on_fulfilled if state == "fulfilled" else on_rejected
            if not callable(handler):
                return derived.resolve(value) if state == "fulfilled" else derived.settle(state, value)
            try:
                result = handler(value)
            except BaseException as reason:
                return derived.settle("rejected", reason)
            derived.resolve(result)
        if self.settled:
            jobs.append(react)
        else:
            self.reactions.append(react)
        return derived


def deferred():
    promise = Promise()
    return (promise, *promise.resolvers())


def drain():
    if jobs:
        jobs.popleft()()
        return True
    return False
