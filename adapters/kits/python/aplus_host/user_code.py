"""User code: the functions of a program, which the library calls."""

import collections
import itertools

from . import kinds, values
from .context import Context
from .faults import guarded

#: The first fields of a function's frames, and the thenable whose `then` it is, if any.
Role = collections.namedtuple("Role", "frame subject", defaults=(None,))

#: Stands for the result of a function that ends without one.
NO_RESULT = object()


def assure_room(depth=40):
    """Raises RecursionError if too little stack is left for the host.

    A library that recurses once per link of a chain may call user code with the stack nearly used up, and the host
    would record only part of an event. To the library, the user code itself seems to overflow the stack.
    """
    if depth:
        assure_room(depth - 1)


def closure(run, name, role, context):
    """A new function for a registration, or the one that all registrations share."""
    definition = run.program["functions"][name]
    is_shared = definition.get("shared", False)
    if is_shared and name in run.shared:
        return run.shared[name]
    calls = itertools.count(1)

    def user_code(*args):
        assure_room()
        return call(run, name, definition, role, next(calls), args, context)
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
    frame = run.recorder.begin({"in": "task", "fn": name, "call": 1, "argc": 0, "args": []}, context.indices)
    run.perform(run.program["functions"][name].get("steps", ()), Context(context.indices, None, None))
    run.recorder.end(frame, {}, context.indices)


def call(run, name, definition, role, number, args, context):
    """One call of user code: its frame, its steps, its ending."""
    frame, end, throws = perform_call(run, name, definition, role, number, args, context)
    return leave(run, frame, end, throws, context)


@guarded
def perform_call(run, name, definition, role, number, args, context):
    fields = {**role.frame, "fn": name}
    pair = context.pair
    if definition.get("shared"):
        fields.pop("reg", None)
    if role.subject is not None:
        pair = run.take_pair(role.subject, args)
        fields.update(on=run.recorder.reference(role.subject), pair=pair["number"])
    place = run.ambient and run.ambient.get()
    if place and fields["in"] == "handler":
        fields["context"] = place
    fields.update(call=number, argc=len(args), args=[run.recorder.reference(value) for value in args[:2]])
    frame = run.recorder.begin(fields, context.indices)
    inside = Context(context.indices, pair, None)
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
        run.recorder.end(frame, {}, context.indices)
        return None
    seen = run.recorder.reference(value)
    run.recorder.end(frame, {"threw" if throws else "returned": seen}, context.indices)
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
        fields = {"in": "accessor", "on": run.recorder.reference(subject), "read": number}
        if reading:
            fields["fn"] = reading
        frame = run.recorder.begin(fields, context.indices)
        thrown = run.perform(steps, Context(context.indices, context.pair, None))
        if thrown:
            return frame, thrown.error, True
        if "give" in endings[min(number, len(endings)) - 1]:
            run.recorder.end(frame, {"returned": {"is": "then"}}, context.indices)
            return None, then, None
        return (frame, *ending(run, endings, number, context))

    def get(subject):
        assure_room()
        frame, value, throws = read(subject)
        return value if frame is None else leave(run, frame, value, throws, context)
    return property(get)
