"""The names of a round: what they are bound to, and who waits for them."""

import collections
import contextlib
import threading
import weakref

from .context import name_in
from .recorder import Mark

#: Stands for the value of a name that nothing is bound to.
FREE = object()


class Names:
    """The names, marks and gates of one round."""

    def __init__(self, recorder, collects, patience):
        """Names that threads may share; `patience` is in seconds.

        With `collects`, what a `probe` may ask for is remembered without being held.
        """
        self.recorder, self.collects, self.patience = recorder, collects, patience
        self.condition = threading.Condition(threading.RLock())
        self.values, self.gates = {}, {}
        #: The thread at which a step that binds a name is open, by name.
        self.open_bindings = {}
        self.watched = collections.defaultdict(list)

    @contextlib.contextmanager
    def binding(self, name):
        """While a step that binds a name is open on a stack, others wait for it."""
        self.open_bindings[name] = threading.get_ident()
        try:
            yield
        finally:
            with self.condition:
                del self.open_bindings[name]
                self.condition.notify_all()

    def bind(self, written, value, context):
        name = name_in(written, context.indices)
        self.values[name] = value
        self.recorder.name(value, written)
        self.watch(name, value)

    def bound(self, written, context, silently=False):
        """The value of a bound name; without one, FREE, and an event says that the step does nothing."""
        name = name_in(written, context.indices)
        if name not in self.values and name in self.open_bindings:
            with self.condition:
                me = threading.get_ident()
                self.condition.wait_for(lambda: self.open_bindings.get(name, me) == me, self.patience)
        if name not in self.values and not silently:
            self.unbound(written, context)
        return self.values.get(name, FREE)

    def look_up(self, written, context):
        """The value of a name; marks are made on first use."""
        if written[0].isupper():
            return self.mark(written, name_in(written, context.indices))
        value = self.bound(written, context)
        return self.mark("UNBOUND") if value is FREE else value

    def mark(self, written, name=None):
        with self.condition:
            name = name or written
            if name not in self.values:
                self.values[name] = self.recorder.introduce(Mark(), kind="mark", names=[written])
                self.watch(name, self.values[name])
            return self.values[name]

    def is_missing(self, value):
        """Whether a value stands for a promise that the library threw instead of making."""
        return value is self.values.get("UNBOUND")

    def unbound(self, name, context):
        step = {} if context.step is None else {"step": context.step}
        self.recorder.note({"e": "unbound", "name": name, **step}, context.indices)

    def drop(self, written, context):
        """Takes a name away; gives its value, or None."""
        return self.values.pop(name_in(written, context.indices), None)

    def gate(self, written, context):
        """What a mark of that name opens, and others wait for."""
        with self.condition:
            return self.gates.setdefault(name_in(written, context.indices), threading.Event())

    def watch(self, name, value):
        if self.collects:
            try:
                self.watched[name].append(weakref.ref(value))
            except TypeError:
                pass

    def is_gone(self, written, context):
        """Whether all that the name was bound to has been given back."""
        return all(reference() is None for reference in self.watched[name_in(written, context.indices)])
