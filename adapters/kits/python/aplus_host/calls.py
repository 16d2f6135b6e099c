"""Calls the library, and records a frame for each call."""

from .context import name_in


class Threw:
    """The exception of a call of the library, in place of a result."""

    def __init__(self, error):
        self.error = error


def enter(run, fields, context, body, describe=lambda value: {}):
    """Calls the library; returns what the call returned, or a `Threw`."""
    run.has_entered = True
    frame = run.recorder.begin(fields, context.indices)
    try:
        value = body()
    except BaseException as error:
        run.recorder.end(frame, {"threw": run.recorder.reference(error)}, context.indices)
        return Threw(error)
    run.recorder.end(frame, describe(value), context.indices)
    return value


def give(run, step, context, fields, body):
    """Makes a call that returns a promise, and binds that to the name in `as`."""
    def perform():
        value = enter(run, fields, context, body, lambda given: {"gives": run.recorder.promise_reference(given)})
        if "as" in step and not isinstance(value, Threw):
            run.names.bind(step["as"], value, context)
    if "as" not in step:
        perform()
    else:
        with run.names.binding(name_in(step["as"], context.indices)):
            perform()
