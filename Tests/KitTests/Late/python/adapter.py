"""A promise that starts each handler with a timer of the event loop: it is right, and slow."""

from asyncio import get_event_loop

library, driver = "a promise that starts handlers with timers", "asyncio"
capabilities = ["-thenables", "-accessors", "-nonfunctions", "-adopting-resolve"]
# A tenth of a second: more than the host takes a timer for one of the library's at first sight.
SECONDS = 0.1


class Late:
    def __init__(self):
        self.state, self.reactions = None, []

    def settle(self, state, value):
        if self.state is None:
            self.state, self.value = state, value
            for reaction in self.reactions:
                get_event_loop().call_later(SECONDS, reaction)

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = Late()

        def react():
            handler = on_fulfilled if self.state == "fulfilled" else on_rejected
            if handler is None:
                return derived.settle(self.state, self.value)
            try:
                result = handler(self.value)
            except Exception as reason:
                return derived.settle("rejected", reason)
            if isinstance(result, Late):
                return result.then(lambda value: derived.settle("fulfilled", value),
                                   lambda reason: derived.settle("rejected", reason))
            derived.settle("fulfilled", result)

        if self.state is None:
            self.reactions.append(react)
        else:
            get_event_loop().call_later(SECONDS, react)
        return derived


promise_types = Late


def deferred():
    promise = Late()
    return (promise, lambda value=None: promise.settle("fulfilled", value),
            lambda reason: promise.settle("rejected", reason))
