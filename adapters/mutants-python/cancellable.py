"""The promise with cancels that go downstream."""

from promise import Promise


class Cancellation(Exception):
    """The reason of a promise that was cancelled without another one."""


class Cancellable(Promise):
    def __init__(self):
        super().__init__()
        #: What `then` made of this promise.
        self.children = []
        self.is_cancelled = False

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = super().then(on_fulfilled, on_rejected)
        self.children.append(derived)
        return derived

    def cancel(self, reason=None):
        """Cancels the promise if it is pending, and everything below it that is."""
        reason, promises = reason or Cancellation(), [self]
        while promises:
            promise = promises.pop()
            promise.receive_cancel(reason)
            promises.extend(promise.children)

    def receive_cancel(self, reason):
        if self.state == "pending":
            self.is_cancelled = True
        self.settle("rejected", reason)

    def react(self, reaction):
        """A handler cannot undo a cancel."""
        if self.is_cancelled:
            reaction.target.receive_cancel(self.value)
        super().react(reaction)
