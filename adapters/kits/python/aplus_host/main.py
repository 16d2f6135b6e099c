"""Loads an adapter and serves the runner."""

import argparse
import gc
import json
import os
import signal
import sys
import time
import traceback

from . import escapes
from .adapter import Adapter, AdapterFault
from .constants import FATAL_STATUS, LINGER, USUAL_PATIENCE
from .drivers import AsyncioDriver, Limits, PlainDriver
from .escapes import note_stray, performance
from .faults import guarded
from .intrinsics import keep
from .run import Run
from .wire import Wire

#: So many collections of the middle generation come before one of all objects, which may be hundreds of thousands.
RARELY = 1000


def main():
    # An interrupt from outside must end the host anywhere. A library could catch the KeyboardInterrupt.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    wire = Wire()
    given = arguments()
    asynchronous = AsyncioDriver(argparse.Namespace(drain=lambda: False))
    keep()
    try:
        adapter = Adapter(given.adapter, given)
    except BaseException as error:
        is_clear = isinstance(error, (AdapterFault, ImportError, SystemExit))
        wire.write(json.dumps({"fatal": str(error) if is_clear else traceback.format_exc()}))
        sys.exit(FATAL_STATUS)
    driver = asynchronous if adapter.get("driver") == "asyncio" else PlainDriver(adapter)
    escapes.watch(asynchronous.loop)
    if adapter.on_unhandled:
        adapter.on_unhandled(lambda reason: note_stray("unhandled", reason))
    wire.write(json.dumps(adapter.hello))
    gc.collect()
    # Collections between runs need not examine objects that exist already.
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], RARELY)
    serve(adapter, driver, wire)
    linger(driver)
    os._exit(0)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("adapter")
    parser.add_argument("--name")
    parser.add_argument("--library")
    return parser.parse_args()


def serve(adapter, driver, wire):
    """Performs all incoming runs."""
    for message in iter(wire.read, None):
        last = performance.run
        is_first_cause = not driver.has_timers() and (last is None or last.strength != "bounded")
        release()
        number = message["run"]
        written = written_at_once(wire, number) if message.get("stream") else None
        run = Run(adapter, driver, wire, message, written, is_first_cause)
        performance.begin(run)
        guarded(run.perform_rounds)()
        # What another thread still does is in the trace, or late.
        with run.recorder.lock:
            wire.write(*guarded(run.answer)("quiet"))
            run.has_ended = True
            run.recorder.finish(written_late(wire, number))


def release():
    """Releases the last run. Events that its promises cause meanwhile are dropped; those that follow are late."""
    run, performance.run = performance.run, None
    if run is not None:
        report_late = run.recorder.written
        run.recorder.finish(lambda event, objects: None)
        run.begin_round(0)
        run.recorder.release()
        gc.collect()
        run.recorder.finish(report_late)


def linger(driver):
    """Waits for late events of the last run."""
    end, limits, strength = time.monotonic() + LINGER / 1000, Limits(LINGER, USUAL_PATIENCE), None
    while performance.run and time.monotonic() < end and not strength:
        try:
            strength = driver.step(performance.run.recorder, limits)
        except BaseException as error:
            note_stray("uncaught", error)


def written_at_once(wire, number):
    """Writes the events of a run as they come, each with the descriptions that are new or have changed."""
    def written(event, objects):
        more = f',"objects":{{{objects}}}' if objects else ""
        wire.write(f'{{"run":{number},"event":{event}{more}}}')
    return written


def written_late(wire, number):
    """Writes the events of a run after its trace, each with the run that may have caused it."""
    def written(event, objects):
        run = performance.run
        cause = f',"during":{run.number}' if run and run.may_set_off else ""
        wire.write(f'{{"late":{number},"event":{event}{cause}}}')
    return written
