"""The promise with cancels that go downstream."""

from promise import Promise


class Cancellation(Exception):
    """The default reason of a cancel."""


class Cancellable(Promise):
    def __init__(self):
        super().__init__()
        #: The promises that `then` made of this one.
        self.children = []
        self.is_cancelled = False

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = super().then(on_fulfilled, on_rejected)
        self.children.append(derived)
        return derived

    def cancel(self, reason=None):
        """Cancels the promise and all promises below it, as far as they are pending."""
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
        """Passes a cancel on before handlers run, so that they cannot undo it."""
        if self.is_cancelled:
            reaction.target.receive_cancel(self.value)
        super().react(reaction)
