"""The place of a step in its program."""


class Context:
    """The innermost pair of resolvers, the id of the step, and the indices of repeats.

    `index` is that of the innermost repeat, `indices` are all of them as text, each after a comma, and `depth` is their
    number.
    """

    __slots__ = ("pair", "step", "index", "indices", "depth")

    def __init__(self, pair, step, index, indices, depth):
        self.pair, self.step, self.index, self.indices, self.depth = pair, step, index, indices, depth

    def at(self, step):
        """The context of a step's values."""
        return Context(self.pair, step["id"], self.index, self.indices, self.depth)

    def inside(self, pair):
        """The context inside a function, with the pair of resolvers that is innermost there."""
        return Context(pair, None, self.index, self.indices, self.depth)

    def repeated(self, index):
        """The context of a repeat's steps."""
        return Context(self.pair, self.step, index, f"{self.indices},{index}", self.depth + 1)

    @property
    def step_member(self):
        """The member of an event with the id of its step."""
        return "" if self.step is None else f',"step":{self.step}'

    def name(self, written):
        """Replaces the `#` of a name with the index of the innermost repeat."""
        if self.index is None or "#" not in written:
            return written
        if not written.endswith("#-1"):
            return written.replace("#", str(self.index))
        return written.replace("#-1", "-start" if self.index == 0 else str(self.index - 1))


#: The context of a program's top-level steps.
OUTERMOST = Context(None, None, None, "", 0)
