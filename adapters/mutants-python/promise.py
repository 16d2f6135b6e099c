"""A promise that follows Promises/A+ 1.1 to the letter.

Its methods are small, so that a fault is a subclass that overrides one or two of them.
"""

from collections import deque, namedtuple

#: The reaction to the settlement of a promise: handlers with the target that `then` made, or a target that follows.
Reaction = namedtuple("Reaction", "on_fulfilled on_rejected target is_follower", defaults=(False,))


class Queue:
    """Runs jobs one after another, each from a clean stack, in the order in which they were added."""

    def __init__(self):
        self.jobs = deque()

    def add(self, job):
        self.jobs.append(job)

    def is_due(self):
        return bool(self.jobs)

    def flush(self):
        while self.jobs:
            self.jobs.popleft()()


class Promise:
    queue = Queue()

    def __init__(self):
        self.state, self.value, self.reactions = "pending", None, []

    def then(self, on_fulfilled=None, on_rejected=None):
        derived = type(self)()
        self.register(Reaction(on_fulfilled, on_rejected, derived))
        return derived

    def register(self, reaction):
        """2.2.6: reactions keep the order of their registrations."""
        if self.state == "pending":
            self.reactions.append(reaction)
        else:
            self.schedule(reaction)

    def settle(self, state, value):
        """2.1: a promise can change only once, while it is pending."""
        if self.state != "pending":
            return
        self.state, self.value = state, value
        reactions, self.reactions = self.reactions, []
        self.release(reactions)

    def release(self, reactions):
        for reaction in reactions:
            self.schedule(reaction)

    def schedule(self, reaction):
        """2.2.4"""
        self.queue.add(lambda: self.react(reaction))

    def react(self, reaction):
        handler = reaction.on_fulfilled if self.state == "fulfilled" else reaction.on_rejected
        if self.is_handler(handler):
            self.run(handler, reaction.target)
        else:
            self.pass_on(reaction.target)

    def is_handler(self, handler):
        """2.2.1"""
        return callable(handler)

    def run(self, handler, derived):
        """2.2.7.1 and 2.2.7.2"""
        try:
            result = self.call(handler)
        except BaseException as error:
            derived.settle("rejected", error)
        else:
            derived.resolution(result)

    def call(self, handler):
        return handler(self.value)

    def pass_on(self, target):
        """2.2.7.3 and 2.2.7.4"""
        target.settle(self.state, self.value)

    def resolvers(self):
        """2.3.3.3.3: of a pair, only the first call counts."""
        is_open = [True]

        def once(effect):
            def resolver(value=None):
                if is_open:
                    is_open.clear()
                    effect(value)
            return resolver
        return once(self.resolution), once(lambda reason: self.settle("rejected", reason))

    def handed_over(self, resolve, reject):
        """2.3.3.3.1 and 2.3.3.3.2: the resolvers that a thenable gets."""
        return resolve, reject

    def resolution(self, x):
        """2.3"""
        if x is self:
            self.settle("rejected", TypeError("a promise cannot be resolved with itself"))
        elif isinstance(x, Promise):
            self.follow(x)
        else:
            self.assimilate(x)

    def follow(self, promise):
        """2.3.2"""
        promise.register(Reaction(None, None, self, True))

    def assimilate(self, x):
        """2.3.3.1 and 2.3.3.2: `then` is read once."""
        try:
            then = self.read_then(x)
        except Exception as error:
            self.settle("rejected", error)
        else:
            self.use_then(x, then)

    def read_then(self, x):
        return getattr(x, "then", None)

    def use_then(self, x, then):
        """2.3.3.3 and 2.3.3.4"""
        if callable(then):
            self.queue.add(lambda: self.call_then(then))
        else:
            self.settle("fulfilled", x)

    def call_then(self, then):
        """2.3.3.3.4"""
        resolve, reject = self.resolvers()
        try:
            then(*self.handed_over(resolve, reject))
        except Exception as error:
            reject(error)

    @classmethod
    def all(cls, members):
        """K2: fulfilled with the values of all members, or rejected with the first reason."""
        promise, values, missing = cls(), [None] * len(members), [len(members)]

        def put(place):
            def put_value(value):
                values[place] = value
                missing[0] -= 1
                if not missing[0]:
                    promise.settle("fulfilled", values)
            return put_value
        for place, member in enumerate(members):
            target = member if isinstance(member, Promise) else cls()
            if target is not member:
                target.resolution(member)
            target.then(put(place), lambda reason: promise.settle("rejected", reason))
        if not members:
            promise.settle("fulfilled", values)
        return promise
