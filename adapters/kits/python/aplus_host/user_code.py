"""User code: the functions of a program, which the library calls."""

import collections
import itertools

from . import kinds, values
from .faults import guarded
from .text import quoted

#: What a function is called as: the word of its frames, its slot and registration, and the thenable whose `then` it is.
Role = collections.namedtuple("Role", "word slot registration subject", defaults=(None, None, None))

#: Stands for the result of a function that ends without one.
NO_RESULT = object()


def assure_room(depth=40):
    """Raises RecursionError if too little stack is left for the host.

    A library that recurses once per link of a chain may call user code with the stack nearly used up, and the host
    would record only part of an event. To the library, the user code itself seems to overflow the stack.
    """
    if depth:
        assure_room(depth - 1)


class Code:
    """What a function of a program does, where it was registered."""

    __slots__ = ("run", "name", "definition", "context", "calls")

    def __init__(self, run, name, context):
        self.run, self.name, self.context = run, name, context
        self.definition, self.calls = run.program["functions"][name], itertools.count(1)


def closure(run, name, role, context):
    """A new function for a registration, or the one that all registrations share."""
    code = Code(run, name, context)
    definition = code.definition
    is_shared = definition.get("shared", False)
    if is_shared and name in run.shared:
        return run.shared[name]

    def user_code(*args):
        assure_room()
        return call(code, role, args)
    if "released" in definition:
        user_code.release = Release(run, definition["released"], context)
    if "kind" in definition:
        user_code = kinds.functions[values.kind_name(definition["kind"])](user_code)
    if is_shared:
        run.shared[name] = user_code
    run.names.watch(name, user_code)
    return user_code


class Release:
    """Performs the steps of a function when a closure that holds it is freed, unless the trace has ended."""

    def __init__(self, run, name, context):
        self.run, self.name, self.context = run, name, context

    def __del__(self):
        if not self.run.has_ended:
            perform_release(self.run, self.name, self.context)


@guarded
def perform_release(run, name, context):
    frame = run.recorder.begin(f'"in":"task","fn":{quoted(name)},"call":1,"argc":0,"args":[]', {}, context)
    run.perform(run.program["functions"][name].get("steps", ()), context.inside(None))
    run.recorder.end(frame, {}, context)


def call(code, role, args):
    """One call of user code: its frame, its steps, its ending."""
    frame, end, throws = perform_call(code, role, args)
    return leave(code.run, frame, end, throws, code.context)


@guarded
def perform_call(code, role, args):
    run, name, definition, context, number = code.run, code.name, code.definition, code.context, next(code.calls)
    text = f'"in":"{role.word}","fn":{quoted(name)},"call":{number},"argc":{len(args)}'
    members, pair = {}, context.pair
    if role.slot:
        text += f',"slot":"{role.slot}"'
    if role.registration and not definition.get("shared"):
        members["reg"] = role.registration
    if role.subject is not None:
        pair = run.take_pair(role.subject, args)
        text += f',"on":{run.recorder.reference(role.subject)},"pair":{pair["number"]}'
    place = run.ambient and run.ambient.get()
    if place and role.word == "handler":
        text += f',"context":{quoted(place)}'
    varies = role.word == "handler" and len(args) == 1
    members["args"] = run.recorder.only(args[0]) if varies else run.recorder.listed(args[:2])
    frame = run.recorder.begin(text, members, context)
    inside = context.inside(pair)
    thrown = run.perform(definition.get("steps", ()), inside)
    if thrown:
        return frame, thrown.error, True
    return (frame, *ending(run, definition.get("ends"), number, inside))


def ending(run, endings, number, context):
    """The value that the n-th call ends with, and whether it throws it."""
    if not endings:
        return NO_RESULT, False
    chosen = endings[min(number, len(endings)) - 1]
    if "throw" in chosen:
        return values.evaluate(run, chosen["throw"], context), True
    return values.evaluate(run, chosen["return"], context), False


def leave(run, frame, value, throws, context):
    """Ends a frame of user code as its ending says."""
    if value is NO_RESULT:
        run.recorder.end(frame, {}, context)
        return None
    run.recorder.end(frame, {"threw" if throws else "returned": run.recorder.show(value)}, context)
    if throws:
        error = run.reason(value)
        run.recorder.note_throw(error)
        # An exception that is raised again keeps its traceback, which would grow each time.
        raise error.with_traceback(None)
    return value


def accessor(run, thenable, then, context):
    """A getter of `then`: its reads are frames, and the n-th read ends with the n-th ending."""
    endings, reading = thenable["get"], thenable.get("reading")
    steps = run.program["functions"][reading].get("steps", ()) if reading else ()
    reads = itertools.count(1)

    @guarded
    def read(subject):
        number = next(reads)
        text = f'"in":"accessor","on":{run.recorder.reference(subject)},"read":{number}'
        frame = run.recorder.begin(text, {"fn": quoted(reading)} if reading else {}, context)
        thrown = run.perform(steps, context.inside(context.pair))
        if thrown:
            return frame, thrown.error, True
        if "give" in endings[min(number, len(endings)) - 1]:
            run.recorder.end(frame, {"returned": '{"is":"then"}'}, context)
            return None, then, None
        return (frame, *ending(run, endings, number, context))

    def get(subject):
        assure_room()
        frame, value, throws = read(subject)
        return value if frame is None else leave(run, frame, value, throws, context)
    return property(get)
