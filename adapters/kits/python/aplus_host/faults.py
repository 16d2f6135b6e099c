"""Faults of the host itself."""

import functools
import os
import traceback

from .constants import BROKEN_STATUS


def guarded(body):
    """Ends the process at a fault of the host: the library must not catch it."""
    @functools.wraps(body)
    def wrapped(*args):
        try:
            return body(*args)
        except BaseException:
            traceback.print_exc()
            os._exit(BROKEN_STATUS)
    return wrapped
