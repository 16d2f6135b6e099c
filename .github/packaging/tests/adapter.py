"""An adapter for a promise that calls a handler inside `then` if it is settled already."""

from collections import deque

capabilities = ["-thenables"]
jobs = deque()


class Hasty:
    def __init__(self):
        self.state, self.value, self.waiting, self.resolved = None, None, [], False

    def resolve(self, value):
        if not self.resolved:
            self.resolved = True
            self.adopt(value)

    def reject(self, reason):
        if not self.resolved:
            self.resolved = True
            self.settle("rejected", reason)

    def adopt(self, value):
        if value is self:
            self.settle("rejected", TypeError("a promise cannot follow itself"))
        elif isinstance(value, Hasty):
            value.then(lambda found: self.settle("fulfilled", found), lambda found: self.settle("rejected", found))
        else:
            self.settle("fulfilled", value)

    def settle(self, state, value):
        self.state, self.value = state, value
        jobs.extend(self.waiting)

    def then(self, on_fulfilled, on_rejected):
        child = Hasty()
        child.resolved = True

        def job():
            handler = on_fulfilled if self.state == "fulfilled" else on_rejected
            try:
                if callable(handler):
                    child.adopt(handler(self.value))
                else:
                    child.settle(self.state, self.value)
            except Exception as error:
                child.settle("rejected", error)

        if self.state:
            job()
        else:
            self.waiting.append(job)
        return child


def deferred():
    promise = Hasty()
    return promise, promise.resolve, promise.reject


def drain():
    if not jobs:
        return False
    jobs.popleft()()
    return True
