"""A promise without a lock: between the look at its state and the registration another thread may settle it."""

library, capabilities = "a promise that looks before it registers", ["threads"]


class Racy:
    def __init__(self):
        self.state, self.reactions = None, []

    def settle(self, state, value):
        if self.state:
            return
        self.value = value
        self.state = state
        reactions, self.reactions = self.reactions, []
        for reaction in reactions:
            reaction()

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Racy()

        def react():
            handler = on_fulfilled if self.state == "fulfilled" else on_rejected
            if handler is None:
                return derived.settle(self.state, self.value)
            try:
                result = handler(self.value)
            except Exception as reason:
                return derived.settle("rejected", reason)
            derived.settle("fulfilled", result)
        if self.state:
            react()
        else:
            self.reactions.append(react)
        return derived


def deferred():
    promise = Racy()
    return (promise, lambda value=None: promise.settle("fulfilled", value),
            lambda reason: promise.settle("rejected", reason))
