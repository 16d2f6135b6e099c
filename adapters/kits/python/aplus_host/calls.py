"""Calls the library, and records a frame for each call."""

from .names import Binding


class Threw:
    """The exception of a call of the library, in place of a result."""

    def __init__(self, error):
        self.error = error


def enter(run, text, members, context, body, describe=lambda value: {}):
    """Calls the library; returns what the call returned, or a `Threw`.

    `text` and `members` are those of the event that begins the frame, and `describe` returns those of its end.
    """
    run.has_entered = True
    frame = run.recorder.begin(text, members, context)
    try:
        value = body()
    except BaseException as error:
        run.recorder.end(frame, {"threw": run.recorder.show(error)}, context)
        return Threw(error)
    run.recorder.end(frame, describe(value), context)
    return value


def give(run, step, context, text, members, body):
    """Makes a call that returns a promise, and binds that to the name in `as`."""
    def describe(given):
        run.recorder.introduce_promise(given)
        return {"gives": run.recorder.show(given)}

    def perform():
        value = enter(run, text, members, context, body, describe)
        if "as" in step and not isinstance(value, Threw):
            run.names.bind(step["as"], value, context)
    if "as" not in step:
        perform()
    else:
        with Binding(run.names, context.name(step["as"])):
            perform()
