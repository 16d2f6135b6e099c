"""Faults of the host itself."""

import functools
import os
import traceback

from .constants import BROKEN_STATUS


def guarded(body):
    """Makes a function of the host end the process if it raises: the library must not catch a fault of the host."""
    @functools.wraps(body)
    def wrapped(*args):
        try:
            return body(*args)
        except BaseException:
            traceback.print_exc()
            os._exit(BROKEN_STATUS)
    return wrapped
