"""What escapes the library: exceptions that no frame ends with."""

import sys
import threading
import traceback

from .user_code import assure_room


class Performance:
    """Which run is performed, or was last, and whether there has been any."""

    def __init__(self):
        self.run, self.has_begun = None, False

    def begin(self, run):
        self.run, self.has_begun = run, True


performance = Performance()


def note_stray(word, error):
    """Records an event that no frame caused.

    It belongs to the run whose user code threw the exception, else to the one that is performed, or was last. What
    happens while that is released belongs to none.
    """
    run = performance.run
    recorder = error.__dict__.get("aplus_recorder", run and run.recorder)
    if recorder:
        recorder.note({"e": word, "value": recorder.reference(error)})
    elif not performance.has_begun:
        print(f"host: {word} before the first run:", file=sys.stderr)
        traceback.print_exception(type(error), error, error.__traceback__)


def watch(loop):
    """Records what an event loop, threads and destructors report."""
    loop.set_exception_handler(note_loop_trouble)
    threading.excepthook = lambda trouble: note_stray("uncaught", trouble.exc_value)
    sys.unraisablehook = note_unraisable


def note_loop_trouble(loop, trouble):
    """Records what an event loop says of its callbacks; a warning without an exception is not recorded."""
    if trouble.get("exception") is None:
        loop.default_exception_handler(trouble)
        return
    is_unhandled = "never retrieved" in trouble.get("message", "")
    note_stray("unhandled" if is_unhandled else "uncaught", trouble["exception"])


def note_unraisable(trouble):
    """Records what a destructor or a callback of the collector raises, even where the stack is nearly used up."""
    try:
        assure_room()
    except RecursionError:
        sys.__unraisablehook__(trouble)
        return
    if trouble.exc_value is None:
        sys.__unraisablehook__(trouble)
    else:
        note_stray("uncaught", trouble.exc_value)
