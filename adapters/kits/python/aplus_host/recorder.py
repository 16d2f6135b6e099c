"""Records the events of a run, and the frames and identities in them. Both are JSON text from the start."""

import builtins
import io
import itertools
import math
import threading
import weakref

from .context import OUTERMOST
from .text import foreign, numeral, quoted

#: How deep items are described inside items.
DEEPEST = 50
#: Groups of exceptions; Python 3.10 has none.
GROUPS = getattr(builtins, "BaseExceptionGroup", ())
#: The members of events whose numbers are no identities.
PLAIN = ("f", "reg")


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

    The members of an event that may differ from one iteration of a repeat to the next are given apart, by name: each is
    a number, or, if it has none, the text of its value. An event of a repeat becomes a row of these numbers if an earlier
    one is like it otherwise.
    """

    def __init__(self, adapter, weakly, nothing, written, limit, overrun):
        self.adapter, self.weakly, self.nothing, self.written = adapter, weakly, nothing, written
        self.limit, self.overrun = limit, overrun
        self.lock = threading.RLock()
        self.count, self.log = 0, io.StringIO()
        #: The numbers of the events that later rows refer to, by what is the same in both.
        self.models = {}
        #: The members that events and objects have for the current round.
        self.event_round = self.object_round = ""
        #: How many frames have not ended yet.
        self.open = 0
        #: The members of each object's description, and its names, if it has any, by identity.
        self.descriptions, self.names = [], []
        #: The objects that have changed since the last event was sent.
        self.changed = set()
        #: The identities by `id`; by identity, the objects that must be kept alive, and references to the others.
        self.identities, self.kept, self.references = {}, [], {}
        self.stacks = {threading.get_ident(): 0}
        #: In `values`, the objects whose items a thread is describing, outermost first.
        self.described = threading.local()
        self.frames, self.registrations, self.pairs = (itertools.count(1) for _ in range(3))

    def begin_round(self, number):
        self.models.clear()
        self.event_round = f',"r":{number}' if number else ""
        self.object_round = f',"round":{number}' if number else ""

    def finish(self, written):
        """From now on, passes all events on, without a limit."""
        with self.lock:
            self.written, self.log = written, io.StringIO()
            self.limit, self.overrun = math.inf, None

    def release(self):
        """Drops all references to objects, so that the recorder keeps none alive after its run."""
        self.weakly = True
        self.identities.clear()
        self.references.clear()
        self.kept = [None] * len(self.kept)

    def trace(self, head):
        """The trace so far in pieces, after the text of its first members."""
        return f'{{{head},"objects":[{self.objects()}],"events":[', self.log.getvalue(), "]}"

    def objects(self):
        """The descriptions of all objects. Those that repeat an earlier one are only counted."""
        models, texts, index = {}, [], 0
        for described, group in itertools.groupby(zip(self.descriptions, self.names)):
            count = repeated = len(list(group))
            if described not in models:
                models[described], repeated = index, count - 1
                texts.append(self.description(index))
            if repeated:
                texts.append(f"[{models[described]},{repeated}]")
            index += count
        return ",".join(texts)

    def note(self, text, members={}, context=OUTERMOST, opened=0):
        """Records an event: the text of the members that are the same in each iteration, and the others."""
        with self.lock:
            if self.count >= self.limit:
                self.overrun()
            self.open += opened
            stack = self.stacks.setdefault(threading.get_ident(), len(self.stacks))
            text, names, numbers = f'"s":{stack},{text}', "", ""
            for name, value in members.items():
                if type(value) is str:
                    text += f',"{name}":{value}'
                else:
                    names += f',"{name}"'
                    numbers += f",{value}"
            key = (text, names, context.depth) if names and context.depth and not self.written else None
            model = self.models.get(key)
            rest = self.rest(members, context, names if key else "") if model is None else None
            # Numbered last: the lines above may start a garbage collection, and a destructor may record events.
            self.count += 1
            comma = "," if self.count > 1 else ""
            if model is not None:
                self.log.write(f"{comma}[{model}{context.indices}{numbers}]")
                return
            event = f'{{"n":{self.count},{text}{rest}}}'
            if key:
                self.models[key] = self.count
            self.log.write(f"{comma}{event}")
            if self.written:
                self.write(event)

    def rest(self, members, context, names):
        """The members of an event that follow those that each iteration has: the varying ones, and the place."""
        numbers = ((name, value) for name, value in members.items() if type(value) is int)
        text = "".join(f',"{name}":{full(name, number)}' for name, number in numbers)
        vary = f',"vary":["i"{names}]' if names else ""
        place = f',"i":[{context.indices[1:]}]' if context.depth else ""
        return f"{text}{vary}{place}{self.event_round}"

    def write(self, event):
        changed, self.changed = self.changed, set()
        self.written(event, ",".join(f'"{index}":{self.description(index)}' for index in changed))

    def begin(self, text, members, context):
        """Begins a frame and returns its number."""
        frame = next(self.frames)
        self.note(f'"e":"begin",{text}', {**members, "f": frame}, context, 1)
        return frame

    def end(self, frame, result, context):
        self.note('"e":"end"', {"f": frame, **result}, context, -1)

    def note_throw(self, error):
        """Remembers which run's user code raises an exception: if it goes uncaught, no frame shows that."""
        error.__dict__["aplus_recorder"] = self

    def description(self, index):
        names = self.names[index]
        return f'{{{self.descriptions[index]},"names":[{names}]}}' if names else f"{{{self.descriptions[index]}}}"

    def change(self, index):
        """Marks an object's description to be sent with the next event."""
        if self.written:
            self.changed.add(index)

    def known(self, value):
        """The identity of an object; None if it has none yet."""
        index = self.identities.get(id(value))
        if index in self.references and self.references[index]() is not value:
            return None
        return index

    def introduce(self, value, members):
        """Gives an object an identity, unless it has one, and returns the object."""
        with self.lock:
            if self.known(value) is None:
                index = len(self.descriptions)
                reference = weakly(value) if self.weakly else None
                if reference is not None:
                    self.references[index] = reference
                self.kept.append(value if reference is None else None)
                self.descriptions.append(members + self.object_round)
                self.names.append(None)
                self.identities[id(value)] = index
                self.change(index)
        return value

    def forget(self, value):
        """Keeps no object alive; it keeps its identity if Python allows that, which for a list it does not."""
        with self.lock:
            index = self.known(value)
            if index is None:
                return
            reference = weakly(value)
            if reference is None:
                self.identities.pop(id(value))
            else:
                self.references[index] = reference
            self.kept[index] = None

    def loosen(self):
        """Lets go of what the frames of exceptions use: Python refers to built-in ones only by keeping them alive."""
        with self.lock:
            for value in self.kept:
                if isinstance(value, BaseException):
                    value.__traceback__ = None

    def name(self, value, name):
        """Adds a name to an object; does nothing for a value without identity."""
        with self.lock:
            index, text = self.show(value), quoted(name)
            if type(index) is str:
                return
            names = self.names[index]
            if names is None:
                self.names[index] = text
            elif text not in names.split(","):
                self.names[index] = f"{names},{text}"
            else:
                return
            self.change(index)

    def show(self, value):
        """What a trace shows of a value: its identity, or the text of a value that has none."""
        if value is None:
            return self.nothing
        if value is True or value is False:
            return "true" if value else "false"
        if type(value) is int or type(value) is float:
            return numeral(value)
        if type(value) is str:
            return f'{{"text":{foreign(value)}}}'
        # Before all that follows: a known object may be an exception or a list that must not be inspected.
        index = self.known(value)
        if index is not None:
            return index
        if isinstance(value, BaseException):
            value = self.adapter.unwrap(value)
        if isinstance(value, Thrown):
            return self.show(value.value)
        if self.known(value) is None:
            self.introduce(value, f'{self.describe(value)},"foreign":true')
        return self.known(value)

    def reference(self, value):
        """A value as a trace writes it."""
        shown = self.show(value)
        return shown if type(shown) is str else f'{{"ref":{shown}}}'

    def only(self, value):
        """The list of one value, as a trace writes it: its identity, or the text of the list."""
        shown = self.show(value)
        return f"[{shown}]" if type(shown) is str else shown

    def listed(self, values):
        """Several values as a trace writes them."""
        return f'[{",".join(map(self.reference, values))}]'

    def introduce_promise(self, value):
        """Gives the promise that a library call returned an identity."""
        if self.adapter.is_promise(value):
            self.introduce(value, '"kind":"promise","thenable":true')

    def describe(self, value):
        """Describes an object that came from the library, without reading its `then`."""
        if isinstance(value, BaseException):
            is_type_error = isinstance(value, TypeError) or self.adapter.is_self_resolution(value)
            kind = "TypeError" if is_type_error else type(value).__name__
            cancelled = ',"cancelled":true' if self.adapter.is_cancellation(value) else ""
            timed_out = ',"timedOut":true' if self.adapter.is_timeout(value) else ""
            message = foreign(message_of(value))
            return f'"kind":"error","class":{foreign(kind)},"message":{message}{self.reasons(value)}{cancelled}{timed_out}'
        word, content = outcome_of(value)
        if word:
            return f'"kind":"object","outcome":"{word}",{self.items(value, [content])}'
        if isinstance(value, (list, tuple)):
            return f'"kind":"list",{self.items(value, value)}'
        if isinstance(value, self.adapter.promise_types):
            return '"kind":"promise"'
        if callable(value):
            return '"kind":"function"'
        return f'"kind":"object","class":{foreign(type(value).__name__)}'

    def reasons(self, error):
        """The reasons that an error of several holds, as a group of exceptions does."""
        held = vars(error).get("errors") if hasattr(error, "__dict__") else None
        if isinstance(error, GROUPS):
            held = error.exceptions
        return f",{self.items(error, held)}" if isinstance(held, (list, tuple)) else ""

    def items(self, value, elements):
        """The items of an object. One that is being described itself is written as nothing: traces have no circles."""
        described = vars(self.described).setdefault("values", [])
        described.append(value)

        def is_omitted(item):
            return len(described) > DEEPEST or any(item is one for one in described)
        try:
            texts = ['{"is":"nothing"}' if is_omitted(item) else self.reference(item) for item in elements]
            return f'"items":[{",".join(texts)}]'
        finally:
            described.pop()


def full(name, number):
    """A member that varies, as an event in full has it."""
    if name in PLAIN:
        return number
    return f'[{{"ref":{number}}}]' if name == "args" else f'{{"ref":{number}}}'


def outcome_of(value):
    """How a member settled, and with what, if the value is an element of what `allSettled` gives, as in JavaScript."""
    if type(value) is dict and len(value) == 2:
        for word, key in (("fulfilled", "value"), ("rejected", "reason")):
            if value.get("status") == word and key in value:
                return word, value[key]
    return None, None


def weakly(value):
    """A reference that does not keep an object alive; None if Python allows none."""
    try:
        return weakref.ref(value)
    except TypeError:
        return None


def message_of(error):
    """The message of an exception; empty if reading it raises."""
    try:
        return str(error)
    except Exception:
        return ""
