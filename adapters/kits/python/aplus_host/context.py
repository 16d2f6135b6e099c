"""The place of a step in its program."""

import collections


class Context(collections.namedtuple("Context", "indices pair step")):
    """The indices of repeats, outermost first, the innermost pair of resolvers, and the id of the step."""

    def at(self, step):
        return self._replace(step=step["id"])


#: The context of a program's top-level steps.
OUTERMOST = Context((), None, None)


def name_in(written, indices):
    """Replaces the `#` of a name with the index of the innermost repeat."""
    if "#" not in written or not indices:
        return written
    index = indices[-1]
    if not written.endswith("#-1"):
        return written.replace("#", str(index))
    return written.replace("#-1", "-start" if index == 0 else str(index - 1))
