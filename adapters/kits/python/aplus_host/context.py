"""Where a step stands in its program."""

import collections


class Context(collections.namedtuple("Context", "indices pair step")):
    """The indices of repeats, the innermost pair of resolvers, and the step that values belong to."""

    def at(self, step):
        return self._replace(step=step["id"])


#: What stands around a program's own steps.
OUTERMOST = Context((), None, None)


def name_in(written, indices):
    """The name that a name stands for inside the repeats of a context."""
    if "#" not in written or not indices:
        return written
    index = indices[-1]
    if not written.endswith("#-1"):
        return written.replace("#", str(index))
    return written.replace("#-1", "-start" if index == 0 else str(index - 1))
