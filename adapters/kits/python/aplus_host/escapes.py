"""Exceptions that escape from the library, outside of any frame."""

import sys
import threading
import traceback

from .user_code import assure_room


class Performance:
    """The current or last run, and whether there has been any."""

    def __init__(self):
        self.run, self.has_begun = None, False

    def begin(self, run):
        self.run, self.has_begun = run, True


performance = Performance()


def note_stray(word, error):
    """Records an event outside of any frame.

    It belongs to the run whose user code threw the exception, or else to the current or last run. An event that comes
    while that run is released belongs to no run.
    """
    run = performance.run
    recorder = getattr(error, "__dict__", {}).get("aplus_recorder", run and run.recorder)
    if recorder:
        recorder.note(f'"e":"{word}"', {"value": recorder.show(error)})
    elif not performance.has_begun:
        print(f"host: {word} before the first run:", file=sys.stderr)
        traceback.print_exception(type(error), error, error.__traceback__)


def watch(loop):
    """Records what an event loop, threads and destructors report."""
    loop.set_exception_handler(note_loop_trouble)
    threading.excepthook = lambda trouble: note_stray("uncaught", trouble.exc_value)
    sys.unraisablehook = note_unraisable


def note_loop_trouble(loop, trouble):
    """Records exceptions that an event loop reports; a warning without an exception is only printed."""
    if trouble.get("exception") is None:
        loop.default_exception_handler(trouble)
        return
    is_unhandled = "never retrieved" in trouble.get("message", "")
    note_stray("unhandled" if is_unhandled else "uncaught", trouble["exception"])


def note_unraisable(trouble):
    """Records an exception of a destructor or a callback of the collector, or prints it if the stack is nearly full."""
    try:
        assure_room()
    except RecursionError:
        sys.__unraisablehook__(trouble)
        return
    if trouble.exc_value is None:
        sys.__unraisablehook__(trouble)
    else:
        note_stray("uncaught", trouble.exc_value)
