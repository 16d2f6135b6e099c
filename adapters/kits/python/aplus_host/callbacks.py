"""Starts, finishes and cancels calls that take completion handlers."""

import concurrent.futures

from . import channels, scopes
from .calls import Threw, enter
from .constants import CHANNEL_WORDS, SCOPE_WORDS
from .names import FREE, Binding
from .text import quoted
from .user_code import Code, Role, assure_room, call as call_user_code
from .values import evaluate


class Call:
    """Stands for a call in traces, with what the library gave for it."""

    handle = None


class Completion:
    """A completion handler, in every form that a library may take it.

    Called itself, it takes an error first, then a value. `value` and `error` are the functions of a pair, and `future`
    takes a future that is done.
    """

    def __init__(self, run, name, number, context):
        self.code, self.number = Code(run, name, context), number

    def __call__(self, error=None, value=None):
        if error is None:
            return self.value(value)
        return self.error(error) if value is None else self._call("both", value, error)

    def value(self, value=None):
        return self._call("ok", value)

    def error(self, error):
        return self._call("bad", error)

    def nothing(self):
        """Calls the handler of a library that passes neither a value nor an error."""
        return self._call("neither")

    def future(self, future):
        if future.cancelled():
            return self.error(concurrent.futures.CancelledError())
        error = future.exception()
        return self.value(future.result()) if error is None else self.error(error)

    def _call(self, slot, *args):
        assure_room()
        role = Role("handler", slot, self.number)
        return call_user_code(self.code, role, args)


def perform_start(run, step, context):
    inside = context.at(step)
    values = [evaluate(run, step["with"], inside)] if "with" in step else []
    members = [evaluate(run, member, inside) for member in step.get("of", ())]
    call = run.recorder.introduce(Call(), '"kind":"call"')
    number = next(run.recorder.registrations)
    done = completion(run, step["done"], number, context)
    text = f'"in":"start","step":{step["id"]},"on":{run.recorder.reference(call)},"reg":{number}'
    shown = {"kind": quoted(step["start"]), "done": quoted(step["done"])}
    if values:
        shown["with"] = run.recorder.reference(values[0])
    if members:
        shown["of"] = run.recorder.listed(members)

    def begin():
        if step["start"] in CHANNEL_WORDS:
            call.handle = channels.start(run, step["start"], done, members, values)
            return call
        if step["start"] in SCOPE_WORDS:
            call.handle = scopes.start(run, step["start"], done, members, values)
            return call
        start = run.adapter.calls[step["start"]]
        call.handle = start(done, list(map(task, members))) if step["start"] == "sequence" else start(done, *values)
        return call
    # A handler may start to run on another thread before the name is bound.
    if "as" not in step:
        enter(run, text, shown, context, begin, lambda given: {"gives": run.recorder.show(given)})
        return
    with Binding(run.names, context.name(step["as"])):
        given = enter(run, text, shown, context, begin, lambda given: {"gives": run.recorder.show(given)})
        if not isinstance(given, Threw):
            run.names.bind(step["as"], call, context)


def completion(run, name, number, context):
    """A new handler for a call, or the one that all calls share."""
    is_shared = run.program["functions"][name].get("shared", False)
    if is_shared and name in run.shared:
        return run.shared[name]
    done = Completion(run, name, number, context)
    if is_shared:
        run.shared[name] = done
    run.names.watch(name, done)
    return done


def task(thenable):
    """A thenable of the program as a task that takes a completion handler, its error first."""
    return lambda done: thenable.then(lambda value: done(None, value), lambda error: done(error))


def finish(run, call, verb, value):
    """Finishes a call from outside."""
    if run.adapter.channels:
        return run.adapter.fail(channels.end_for("fail", call.handle), run.reason(value))
    if run.adapter.scope_words:
        return scopes.finish(run, call, verb, value)
    return run.adapter.finish(call.handle, *((run.reason(value),) if verb == "reject" else (None, value)))


def cancel(run, call):
    """Cancels a call."""
    if run.adapter.scope_words:
        return scopes.cancel(run, call)
    return channels.cancel(run, call) if run.adapter.channels else run.adapter.cancel(call.handle)


def is_call(value):
    return value is not FREE and isinstance(value, Call)
