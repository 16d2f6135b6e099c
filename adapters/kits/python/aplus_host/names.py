"""The names of a round: their values, and the steps that wait for them."""

import collections
import threading
import weakref

from .recorder import Mark
from .text import quoted

#: Stands for the value of an unbound name.
FREE = object()


class Binding:
    """Marks a step that binds a name as open: other threads wait for the name meanwhile."""

    def __init__(self, names, name):
        self.names, self.name = names, name

    def __enter__(self):
        self.names.open_bindings[self.name] = threading.get_ident()

    def __exit__(self, *_):
        with self.names.condition:
            del self.names.open_bindings[self.name]
            self.names.condition.notify_all()


class Names:
    """The names, marks and gates of one round."""

    def __init__(self, recorder, collects, is_over):
        """Creates names that threads may share; `is_over` waits for another thread, as a run does.

        With `collects`, keeps weak references to values, for `probe`.
        """
        self.recorder, self.collects, self.is_over = recorder, collects, is_over
        self.condition = threading.Condition(threading.RLock())
        self.values, self.gates = {}, {}
        #: The thread on which a step that binds a name is open, by name.
        self.open_bindings = {}
        self.watched = collections.defaultdict(list)

    def bind(self, written, value, context):
        name = context.name(written)
        self.values[name] = value
        self.recorder.name(value, written)
        self.watch(name, value)

    def bound(self, written, context, silently=False):
        """The value of a name. If it is not bound, FREE, and unless `silently`, an event that the step does nothing."""
        name = context.name(written)
        if name not in self.values and name in self.open_bindings:
            me = threading.get_ident()

            def wait(seconds):
                with self.condition:
                    return self.condition.wait_for(lambda: self.open_bindings.get(name, me) == me, seconds)
            self.is_over(wait)
        if name not in self.values and not silently:
            self.unbound(written, context)
        return self.values.get(name, FREE)

    def look_up(self, written, context):
        """The value of a name, or the mark UNBOUND. Marks are made on first use."""
        if written[0].isupper():
            return self.mark(written, context.name(written))
        value = self.bound(written, context)
        return self.mark("UNBOUND") if value is FREE else value

    def mark(self, written, name=None):
        with self.condition:
            name = name or written
            if name not in self.values:
                self.values[name] = self.recorder.introduce(Mark(), '"kind":"mark"')
                self.recorder.name(self.values[name], written)
                self.watch(name, self.values[name])
            return self.values[name]

    def is_missing(self, value):
        """Whether a value stands for a promise that could not be made because the library threw."""
        return value is self.values.get("UNBOUND")

    def unbound(self, name, context):
        self.recorder.note(f'"e":"unbound","name":{quoted(name)}{context.step_member}', context=context)

    def drop(self, written, context):
        """Unbinds a name; returns its value, or None."""
        return self.values.pop(context.name(written), None)

    def gate(self, written, context):
        """The gate that a mark opens, and that other steps wait for."""
        with self.condition:
            return self.gates.setdefault(context.name(written), threading.Event())

    def watch(self, name, value):
        if self.collects:
            try:
                self.watched[name].append(weakref.ref(value))
            except TypeError:
                pass

    def is_gone(self, written, context):
        """Whether all values that the name was bound to have been collected."""
        return all(reference() is None for reference in self.watched[context.name(written)])
