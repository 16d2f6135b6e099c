"""Records the events of a run, and the frames and identities in them."""

import builtins
import itertools
import math
import threading
import weakref

from .constants import EXACT_INTEGER_LIMIT, LONGEST_TEXT

#: How deep items are described inside items.
DEEPEST = 50
#: Groups of exceptions; Python 3.10 has none.
GROUPS = getattr(builtins, "BaseExceptionGroup", ())


class Mark:
    """A mark of the program: an object that has an identity and nothing else."""


class Thrown(Exception):
    """Carries a value that is not an exception, because Python raises only exceptions."""

    def __init__(self, value):
        super().__init__()
        self.value = value


class Recorder:
    """Numbers the events, frames and identities of one run.

    `written` takes each event at once, with the descriptions of objects that have changed since the last. `overrun` is
    called at the first event beyond `limit`, and ends the process.
    """

    def __init__(self, adapter, weakly, nothing, written, limit, overrun):
        self.adapter, self.weakly, self.nothing, self.written = adapter, weakly, nothing, written
        self.limit, self.overrun = limit, overrun
        self.lock = threading.RLock()
        self.count, self.events, self.objects, self.round = 0, [], [], 0
        #: How many frames have not ended yet.
        self.open = 0
        #: Descriptions that are new or have changed since the last event was sent, by identity.
        self.changed = {}
        self.identities, self.stacks = {}, {threading.get_ident(): 0}
        #: In `values`, the objects whose items a thread is describing, outermost first.
        self.described = threading.local()
        self.frames, self.registrations, self.pairs = (itertools.count(1) for _ in range(3))

    def finish(self, written):
        """From now on, passes all events on, without a limit."""
        with self.lock:
            self.written, self.events = written, []
            self.limit, self.overrun = math.inf, None

    def release(self):
        """Drops all references to objects, so that the recorder keeps none alive after its run."""
        self.weakly = True
        self.identities.clear()

    def note(self, event, indices=(), opened=0):
        with self.lock:
            if self.count >= self.limit:
                self.overrun()
            self.open += opened
            stack = self.stacks.setdefault(threading.get_ident(), len(self.stacks))
            record = {"n": None, "s": stack, **event}
            if indices:
                record["i"] = list(indices)
            if self.round:
                record["r"] = self.round
            # Numbered last: the lines above may start a garbage collection, and a destructor may record events.
            self.count += 1
            record["n"] = self.count
            self.events.append(record)
            if self.written:
                changed, self.changed = self.changed, {}
                self.written(record, changed)

    def begin(self, fields, indices):
        frame = next(self.frames)
        self.note({"e": "begin", "f": frame, **fields}, indices, 1)
        return frame

    def end(self, frame, result, indices):
        self.note({"e": "end", "f": frame, **result}, indices, -1)

    def note_throw(self, error):
        """Remembers which run's user code raises an exception: if it goes uncaught, no frame shows that."""
        error.__dict__["aplus_recorder"] = self

    def change(self, index):
        """Marks an object's description to be sent with the next event."""
        if self.written:
            self.changed[index] = self.objects[index]

    def known(self, value):
        index, keeper = self.identities.get(id(value), (None, None))
        if isinstance(keeper, weakref.ref) and keeper() is not value:
            return None
        return index

    def introduce(self, value, **description):
        """Gives an object an identity, unless it has one, and returns the object."""
        with self.lock:
            if self.known(value) is None:
                if self.round:
                    description["round"] = self.round
                keeper = weakly(value) if self.weakly else (value,)
                self.identities[id(value)] = (len(self.objects), keeper)
                self.objects.append(description)
                self.change(len(self.objects) - 1)
        return value

    def forget(self, value):
        """Keeps no object alive; it keeps its identity if Python allows that, which for a list it does not."""
        with self.lock:
            index = self.known(value)
            if index is not None:
                keeper = weakly(value)
                self.identities.pop(id(value))
                if isinstance(keeper, weakref.ref):
                    self.identities[id(value)] = (index, keeper)

    def loosen(self):
        """Lets go of what the frames of exceptions use: Python refers to built-in ones only by keeping them alive."""
        with self.lock:
            for _, keeper in self.identities.values():
                if isinstance(keeper, tuple) and isinstance(keeper[0], BaseException):
                    keeper[0].__traceback__ = None

    def name(self, value, name):
        with self.lock:
            reference = self.reference(value)
            if isinstance(reference, dict) and "ref" in reference:
                names = self.objects[reference["ref"]].setdefault("names", [])
                if name not in names:
                    names.append(name)
                    self.change(reference["ref"])

    def reference(self, value):
        """A value as a trace writes it."""
        if value is None:
            return self.nothing
        if value is True or value is False:
            return value
        if type(value) is int:
            return value if abs(value) < EXACT_INTEGER_LIMIT else {"bigint": str(value)}
        if type(value) is float:
            return numeral(value)
        if type(value) is str:
            return {"text": shortened(value)}
        # Before all that follows: a known object may be an exception or a list that must not be inspected.
        index = self.known(value)
        if index is not None:
            return {"ref": index}
        if isinstance(value, BaseException):
            value = self.adapter.unwrap(value)
        if isinstance(value, Thrown):
            return self.reference(value.value)
        if self.known(value) is None:
            self.introduce(value, foreign=True, **self.describe(value))
        return {"ref": self.known(value)}

    def promise_reference(self, value):
        """Like `reference`, for the promise that a library call returned."""
        if self.adapter.is_promise(value):
            self.introduce(value, kind="promise", thenable=True)
        return self.reference(value)

    def describe(self, value):
        """Describes an object that came from the library, without reading its `then`."""
        if isinstance(value, BaseException):
            judged = {"cancelled": self.adapter.is_cancellation(value), "timedOut": self.adapter.is_timeout(value)}
            is_type_error = isinstance(value, TypeError) or self.adapter.is_self_resolution(value)
            kind = "TypeError" if is_type_error else type(value).__name__
            return {"kind": "error", "class": kind, "message": shortened(message_of(value)),
                    **self.reasons(value), **{word: True for word, yes in judged.items() if yes}}
        word, content = outcome_of(value)
        if word:
            return {"kind": "object", "outcome": word, "items": self.items(value, [content])}
        if isinstance(value, (list, tuple)):
            return {"kind": "list", "items": self.items(value, value)}
        if isinstance(value, self.adapter.promise_types):
            return {"kind": "promise"}
        if callable(value):
            return {"kind": "function"}
        return {"kind": "object", "class": shortened(type(value).__name__)}

    def reasons(self, error):
        """The reasons that an error of several holds, as a group of exceptions does."""
        held = vars(error).get("errors") if hasattr(error, "__dict__") else None
        if isinstance(error, GROUPS):
            held = error.exceptions
        return {"items": self.items(error, held)} if isinstance(held, (list, tuple)) else {}

    def items(self, value, elements):
        """The items of an object. One that is being described itself is written as nothing: traces have no circles."""
        described = vars(self.described).setdefault("values", [])
        described.append(value)

        def is_omitted(item):
            return len(described) > DEEPEST or any(item is one for one in described)
        try:
            return [{"is": "nothing"} if is_omitted(item) else self.reference(item) for item in elements]
        finally:
            described.pop()


def outcome_of(value):
    """How a member settled, and with what, if the value is an element of what `allSettled` gives, as in JavaScript."""
    if type(value) is dict and len(value) == 2:
        for word, key in (("fulfilled", "value"), ("rejected", "reason")):
            if value.get("status") == word and key in value:
                return word, value[key]
    return None, None


def weakly(value):
    """Refers to an object without keeping it alive, if Python allows that."""
    try:
        return weakref.ref(value)
    except TypeError:
        return (value,)


def numeral(number):
    if math.isnan(number):
        return {"is": "NaN"}
    if math.isinf(number):
        return {"is": "Infinity" if number > 0 else "-Infinity"}
    if number == 0 and math.copysign(1, number) < 0:
        return {"is": "-0"}
    return number


def message_of(error):
    """The message of an exception; empty if reading it raises."""
    try:
        return str(error)
    except Exception:
        return ""


def shortened(text):
    return text[:LONGEST_TEXT].encode("utf-8", "replace").decode()
