"""A promise that calls handlers from within its settlement: a chain takes as much of the stack as it is long."""

library = "a promise that calls itself"


class Chain:
    def __init__(self):
        self.state, self.reactions = None, []

    def settle(self, state, value):
        if self.state:
            return
        self.state, self.value = state, value
        for reaction in self.reactions:
            reaction()

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Chain()

        def react():
            handler = on_fulfilled if self.state == "fulfilled" else on_rejected
            if handler is None:
                return derived.settle(self.state, self.value)
            try:
                result = handler(self.value)
            except Exception as reason:
                return derived.settle("rejected", reason)
            derived.settle("fulfilled", result)

        def deeper(calls):
            return deeper(calls - 1) if calls else react()
        # So many calls for each link that the limit of the language's is met in the middle of an event of the host.
        if self.state:
            deeper(2)
        else:
            self.reactions.append(lambda: deeper(2))
        return derived


def deferred():
    promise = Chain()
    return (promise, lambda value=None: promise.settle("fulfilled", value),
            lambda reason: promise.settle("rejected", reason))


def drain():
    return False
