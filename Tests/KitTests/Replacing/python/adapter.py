"""The example of the kit, in a process in which APLUS_REPLACE names the function that was replaced."""

import gc
import json
import os
import pathlib
import runpy
import threading
import time

EXAMPLE = pathlib.Path(__file__).parents[4] / "adapters/kits/python/example/adapter.py"
globals().update(runpy.run_path(str(EXAMPLE)))

REPLACED = {
    "clock": (time, "monotonic"), "collect": (gc, "collect"), "dumps": (json, "dumps"),
    "threads": (threading, "get_ident"), "write": (os, "write"),
}


def refuse(*args, **named):
    raise RuntimeError("a function that was replaced")


setattr(*REPLACED[os.environ["APLUS_REPLACE"]], refuse)
