#!/usr/bin/env python3
"""A host for promises in Python, 3.9 or later: performs programs on a library and writes what it saw.

    python3 host.py ADAPTER-FILE [--name NAME] [--library LIBRARY]

The parts, in order: the wire, the recorder, the drivers, user code, values, verbs, the run, the start.
"""

import argparse
import asyncio
import collections
import contextlib
import datetime
import functools
import gc
import importlib.util
import itertools
import json
import math
import os
import random
import re
import signal
import sys
import threading
import time
import traceback
import weakref

LONGEST_TEXT = 200
#: Milliseconds that a timer may be ahead and still hold a phase; more where the scenario asks for more.
USUAL_HORIZON = 50
#: The same at the most: a library may start its handlers with timers of any length.
FARTHEST_HORIZON = 1000
#: After how many waits of which nothing came timers beyond the usual horizon are held to be of no concern.
FRUITLESS_WAITS = 3
#: Seconds until a wait of the host counts as stuck, or a library that never rests as `bounded`.
PATIENCE = 6
#: So many more for each event so far: a library may pass on 100,000 links without one.
PATIENCE_PER_EVENT = 0.0003
#: Seconds after the end of input in which late events are still told.
LINGER = 0.5
#: At which part of its lines a library is interrupted in lanes, for how many seconds at the most, and how often in one.
INTERRUPTED_LINES = 0.02
LONGEST_INTERRUPTION = 0.005
MOST_INTERRUPTIONS = 50

ERRORS = {"Error": Exception, "TypeError": TypeError, "RangeError": ValueError}
SETTLES = {"fulfilled": "fulfill", "rejected": "reject", "resolved": "resolve"}
FREE = object()

chance = random.Random(os.environ.get("APLUS_SEED"))


def guarded(body):
    """Ends the process at a fault of the host: the library must not catch it."""
    @functools.wraps(body)
    def wrapped(*args):
        try:
            return body(*args)
        except BaseException:
            traceback.print_exc()
            os._exit(70)
    return wrapped


# MARK: The wire

class Wire:
    """JSON Lines over descriptors that the library cannot reach by accident."""

    def __init__(self):
        self.input = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
        self.output = os.dup(1)
        self.lock = threading.RLock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)

    def read(self):
        """The next message; None at the end of input."""
        for line in iter(self.input.readline, ""):
            if line.strip():
                return json.loads(line)
        return None

    def write(self, message):
        """Writes a message at once; ends the process where nobody reads any more."""
        line = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        try:
            with self.lock:
                while line:
                    line = line[os.write(self.output, line):]
        except BrokenPipeError:
            os._exit(0)


# MARK: The recorder

class Mark:
    """An identity and nothing else."""


class Thrown(Exception):
    """Carries what is no exception through a language that throws only exceptions."""

    def __init__(self, value):
        super().__init__()
        self.value = value


def weakly(value):
    """Refers to an object without keeping it, where that can be."""
    try:
        return weakref.ref(value)
    except TypeError:
        return (value,)


class Recorder:
    """Numbers the events, frames and identities of one run.

    `written` gets each event at once, with the descriptions of objects that changed since the last; `overrun` is told
    of the first event beyond `limit`, and ends the process.
    """

    def __init__(self, adapter, weakly, nothing, written, limit, overrun):
        self.adapter, self.weakly, self.nothing, self.written = adapter, weakly, nothing, written
        self.limit, self.overrun = limit, overrun
        self.lock = threading.RLock()
        self.count, self.events, self.objects, self.round = 0, [], [], 0
        #: How many frames have no end yet.
        self.open = 0
        #: Descriptions that are new or have changed since the last event was handed on, by identity.
        self.changed = {}
        self.identities, self.stacks = {}, {threading.get_ident(): 0}
        self.frames, self.registrations, self.pairs = (itertools.count(1) for _ in range(3))

    def finish(self, written):
        """Hands events on from now on, and keeps them no longer."""
        with self.lock:
            self.written, self.events = written, []
            self.limit, self.overrun = math.inf, None

    def let_go(self):
        """Keeps no object any longer, so that none outlives its run for having been seen."""
        self.weakly = True
        self.identities.clear()

    def note(self, event, indices=(), opened=0):
        with self.lock:
            if self.count >= self.limit:
                self.overrun()
            self.open += opened
            stack = self.stacks.setdefault(threading.get_ident(), len(self.stacks))
            record = {"n": None, "s": stack, **event}
            if indices:
                record["i"] = list(indices)
            if self.round:
                record["r"] = self.round
            # The last thing: a collection may start above, and a destructor may have something to tell.
            self.count += 1
            record["n"] = self.count
            self.events.append(record)
            if self.written:
                changed, self.changed = self.changed, {}
                self.written(record, changed)

    def begin(self, fields, indices):
        frame = next(self.frames)
        self.note({"e": "begin", "f": frame, **fields}, indices, 1)
        return frame

    def end(self, frame, result, indices):
        self.note({"e": "end", "f": frame, **result}, indices, -1)

    def note_throw(self, error):
        """Notes whose user code throws an exception: where it goes uncaught, no frame tells."""
        error.__dict__["aplus_recorder"] = self

    def change(self, index):
        """Has an object described with the next event that is handed on."""
        if self.written:
            self.changed[index] = self.objects[index]

    def known(self, value):
        index, keeper = self.identities.get(id(value), (None, None))
        if isinstance(keeper, weakref.ref) and keeper() is not value:
            return None
        return index

    def introduce(self, value, **description):
        """Enters an object, unless it is known; gives it back."""
        with self.lock:
            if self.known(value) is None:
                if self.round:
                    description["round"] = self.round
                keeper = weakly(value) if self.weakly else (value,)
                self.identities[id(value)] = (len(self.objects), keeper)
                self.objects.append(description)
                self.change(len(self.objects) - 1)
        return value

    def forget(self, value):
        """Keeps an object no longer for its identity."""
        with self.lock:
            index = self.known(value)
            if index is not None:
                self.identities[id(value)] = (index, weakly(value))

    def name(self, value, name):
        with self.lock:
            reference = self.reference(value)
            if isinstance(reference, dict) and "ref" in reference:
                names = self.objects[reference["ref"]].setdefault("names", [])
                if name not in names:
                    names.append(name)
                    self.change(reference["ref"])

    def reference(self, value):
        """How a value is written in a trace."""
        if value is None:
            return self.nothing
        if value is True or value is False:
            return value
        if type(value) is int:
            return value if abs(value) < 2**53 else {"bigint": str(value)}
        if type(value) is float:
            return numeral(value)
        if type(value) is str:
            return {"text": shortened(value)}
        if isinstance(value, BaseException):
            value = self.adapter.unwrap(value)
        if isinstance(value, Thrown):
            return self.reference(value.value)
        if self.known(value) is None:
            self.introduce(value, foreign=True, **self.describe(value))
        return {"ref": self.known(value)}

    def promise_reference(self, value):
        """Like `reference`, for what a library call gave as a promise."""
        if self.adapter.is_promise(value):
            self.introduce(value, kind="promise", thenable=True)
        return self.reference(value)

    def describe(self, value):
        """What an object from the library looks like; reads nothing that could be `then`."""
        if isinstance(value, BaseException):
            judged = {"cancelled": self.adapter.is_cancellation(value), "timedOut": self.adapter.is_timeout(value)}
            kind = "TypeError" if isinstance(value, TypeError) else type(value).__name__
            return {"kind": "error", "class": kind, "message": shortened(words_of(value)),
                    **{word: True for word, yes in judged.items() if yes}}
        if isinstance(value, (list, tuple)):
            items = [{"is": "nothing"} if item is value else self.reference(item) for item in value]
            return {"kind": "list", "items": items}
        if isinstance(value, self.adapter.promise_types):
            return {"kind": "promise"}
        if callable(value):
            return {"kind": "function"}
        return {"kind": "object", "class": shortened(type(value).__name__)}


def numeral(number):
    if math.isnan(number):
        return {"is": "NaN"}
    if math.isinf(number):
        return {"is": "Infinity" if number > 0 else "-Infinity"}
    if number == 0 and math.copysign(1, number) < 0:
        return {"is": "-0"}
    return number


def words_of(error):
    """What an exception says; a hostile one says nothing."""
    try:
        return str(error)
    except Exception:
        return ""


def shortened(text):
    return text[:LONGEST_TEXT].encode("utf-8", "replace").decode()


# MARK: The drivers

class PlainDriver:
    """For libraries without an event loop: they run inside calls, in `drain`, or on threads of their own."""

    def __init__(self, adapter):
        self.drain = adapter.drain
        self.begin()

    def begin(self):
        """Begins a phase."""
        self.since, self.seen = time.monotonic(), -1

    def perform(self, block):
        block()

    def is_busy(self):
        """Whether something is queued that runs without waiting."""
        return self.drain()

    def has_timers(self):
        """Whether anything is due that lies further ahead than phases are held."""
        return False

    def step(self, recorder, horizon):
        """Lets the library run once; gives the strength of the evidence where nothing could run."""
        if self.drain():
            return "bounded" if self.is_restless(recorder) else None
        if threading.active_count() == 1:
            return "proved"
        return self.watch_threads(recorder)

    def is_restless(self, recorder):
        """Whether the library has run for so long without an event that nothing is expected of it."""
        if recorder.count != self.seen:
            self.since, self.seen = time.monotonic(), recorder.count
        return time.monotonic() - self.since > PATIENCE + PATIENCE_PER_EVENT * self.seen

    def watch_threads(self, recorder):
        is_restless = self.is_restless(recorder)
        if others_sleep() and recorder.count == self.seen:
            return "quiescent"
        return "bounded" if is_restless else None


class Foresight:
    """How far ahead a timer holds a phase, by what came of those that did."""

    def __init__(self):
        self.fruitless, self.longest = 0, 0
        self.start = self.count = None

    def reach(self, horizon):
        """Milliseconds that a timer may be ahead."""
        farthest = FARTHEST_HORIZON if self.fruitless < FRUITLESS_WAITS else min(2 * self.longest, FARTHEST_HORIZON)
        return max(horizon, farthest)

    def begin(self, count):
        """Notes that only a timer beyond the usual horizon is left."""
        if self.start is None:
            self.start, self.count = time.monotonic(), count

    def look(self, count):
        """Takes note of what came of a wait."""
        if self.start is not None and count != self.count:
            self.longest = max(self.longest, 1000 * (time.monotonic() - self.start))
            self.start = None

    def is_tired(self, horizon, count):
        """Whether nothing came for longer than a timer for each promise would take; there are fewer than events."""
        milliseconds = 0 if self.start is None else 1000 * (time.monotonic() - self.start)
        return milliseconds > self.reach(horizon) * (2 + count / 3)

    def end(self):
        """Ends a phase."""
        if self.start is not None:
            self.fruitless, self.start = self.fruitless + 1, None


class AsyncioDriver(PlainDriver):
    """Blocks are callbacks of an event loop, whose own queues tell what can still run."""

    def __init__(self, adapter):
        super().__init__(adapter)
        self.foresight = Foresight()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.own_files = len(self.loop._selector.get_map())

    def perform(self, block):
        self.loop.call_soon(block)
        self.turn()

    def is_busy(self):
        return bool(self.loop._ready)

    def turn(self):
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def dues(self):
        """When the timers of the loop are due."""
        return [timer.when() for timer in self.loop._scheduled if not timer.cancelled()]

    def has_timers(self):
        return bool(self.dues())

    def step(self, recorder, horizon):
        wait = min(self.dues(), default=math.inf) - self.loop.time()
        self.foresight.look(recorder.count)
        if self.loop._ready:
            self.turn()
            return "bounded" if self.is_restless(recorder) else None
        if wait * 1000 <= self.reach(recorder, horizon):
            if wait * 1000 > horizon:
                self.foresight.begin(recorder.count)
            time.sleep(max(0, wait))
            self.begin()
            self.turn()
            return None
        self.foresight.end()
        if len(self.loop._selector.get_map()) == self.own_files:
            return super().step(recorder, horizon)
        self.turn()
        return "bounded" if self.watch_threads(recorder) else None

    def reach(self, recorder, horizon):
        """Milliseconds that a timer may be ahead now: the usual ones where nothing came for too long."""
        is_tired = self.foresight.is_tired(horizon, recorder.count)
        return horizon if is_tired else self.foresight.reach(horizon)


def others_sleep():
    """Whether every other thread sleeps without a time limit, and has not run for a moment.

    Reads what the kernel says; where it says nothing, nothing is known.
    """
    me = str(threading.get_native_id())
    def look():
        """What each other thread has run so far; None where one does not sleep."""
        states = {}
        for task in os.listdir("/proc/self/task"):
            if task == me:
                continue
            counters, place, call = (
                open(f"/proc/self/task/{task}/{name}").read().split() for name in ("schedstat", "wchan", "syscall"))
            # A futex wait is call 202 on x86-64 and 98 on ARM; its fourth argument is the time limit.
            if place == ["0"] or call[0] not in ("202", "98") or int(call[4], 16) != 0:
                return None
            states[task] = counters
        return states
    try:
        before = look()
        time.sleep(0.002)
        return before is not None and before == look()
    except (OSError, IndexError):
        return False


# MARK: User code

class Context(collections.namedtuple("Context", "indices pair step")):
    """Where a step stands: the indices of repeats, the innermost pair, the step that values belong to."""

    def at(self, step):
        return self._replace(step=step["id"])


Role = collections.namedtuple("Role", "frame subject", defaults=(None,))


def assure_room(depth=40):
    """Raises RecursionError where too little stack is left for the host.

    A library that calls itself for each link of a chain calls user code there, and an event would be recorded in part.
    To the library it is as if the user's code took more stack than there is.
    """
    if depth:
        assure_room(depth - 1)


def closure(run, name, role, context):
    """A fresh function for a registration, or the one that all registrations share."""
    definition = run.program["functions"][name]
    is_shared = definition.get("shared", False)
    if is_shared and name in run.shared:
        return run.shared[name]
    calls = itertools.count(1)

    def user_code(*args):
        assure_room()
        return call(run, name, definition, role, next(calls), args, context)
    if is_shared:
        run.shared[name] = user_code
    run.watch(name, user_code)
    return user_code


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
    fields.update(call=number, argc=len(args), args=[run.recorder.reference(value) for value in args[:2]])
    frame = run.recorder.begin(fields, context.indices)
    inside = Context(context.indices, pair, None)
    thrown = run.perform(definition.get("steps", ()), inside)
    if thrown:
        return frame, thrown.error, True
    return (frame, *ending(run, definition.get("ends"), number, inside))


def ending(run, endings, number, context):
    """What the n-th call gives, and whether it throws that."""
    if not endings:
        return FREE, False
    chosen = endings[min(number, len(endings)) - 1]
    if "throw" in chosen:
        return evaluate(run, chosen["throw"], context), True
    return evaluate(run, chosen["return"], context), False


def leave(run, frame, value, throws, context):
    if value is FREE:
        run.recorder.end(frame, {}, context.indices)
        return None
    seen = run.recorder.reference(value)
    run.recorder.end(frame, {"threw" if throws else "returned": seen}, context.indices)
    if throws:
        error = run.reason(value)
        run.recorder.note_throw(error)
        raise error
    return value


def accessor(run, endings, then, subject, context):
    """A getter of `then`: its reads are frames, and the n-th read ends with the n-th ending."""
    reads = itertools.count(1)

    @guarded
    def read():
        number = next(reads)
        fields = {"in": "accessor", "on": run.recorder.reference(subject()), "read": number}
        frame = run.recorder.begin(fields, context.indices)
        if "give" in endings[min(number, len(endings)) - 1]:
            run.recorder.end(frame, {"returned": {"is": "then"}}, context.indices)
            return None, then, None
        return (frame, *ending(run, endings, number, context))

    def get(_):
        assure_room()
        frame, value, throws = read()
        return value if frame is None else leave(run, frame, value, throws, context)
    return property(get)


# MARK: Values

def name_in(written, indices):
    """The name that a name stands for inside the repeats of a context."""
    if "#" not in written or not indices:
        return written
    index = indices[-1]
    if not written.endswith("#-1"):
        return written.replace("#", str(index))
    return written.replace("#-1", "-start" if index == 0 else str(index - 1))


def evaluate(run, value, context):
    if isinstance(value, str):
        return run.look_up(value, context)
    if not isinstance(value, dict):
        return value
    if "text" in value:
        return value["text"]
    if "is" in value:
        return special(run, value["is"])
    if "error" in value:
        return run.recorder.introduce(ERRORS.get(value["error"], Exception)(), kind="error", **{"class": value["error"]})
    if "list" in value:
        items = [evaluate(run, item, context) for item in value["list"]]
        return run.recorder.introduce(items, kind="list", items=[run.recorder.reference(item) for item in items])
    if "promise" in value:
        return run.make(value, context)
    return make_thenable(run, value["thenable"], context)


def special(run, word):
    introduce = run.recorder.introduce
    if word in ("undefined", "NaN", "-0", "bigint"):
        return {"undefined": None, "NaN": math.nan, "-0": -0.0, "bigint": 2**70}[word]
    if word == "function":
        return introduce(lambda: None, kind="function")
    if word == "array-of-function":
        inner = introduce(lambda: run.mark("O"), kind="function")
        return introduce([inner], kind="list", items=[run.recorder.reference(inner)])
    made = {"date": datetime.date.today, "regexp": lambda: re.compile(f"regexp|{time.monotonic_ns()}")}
    return introduce(made.get(word, Mark)(), kind="object", **{"class": word.capitalize()})


def make_thenable(run, thenable, context):
    """An object with a `then`, of a class of its own: accessors stand in classes."""
    shape, then = thenable.get("shape", "object"), thenable.get("then")
    members = {"__call__": lambda self: None} if shape == "function" else {}
    kind = type("Thenable", (), members)
    subject = kind()
    run.recorder.introduce(subject, kind="thenable", **({"thenable": True} if isinstance(then, str) else {}))
    if "as" in thenable:
        run.bind(thenable["as"], subject, context)
    value = slot(run, then, context, lambda: Role({"in": "thenable"}, subject))
    if "get" in thenable:
        kind.then = accessor(run, thenable["get"], value, weakref.ref(subject), context)
    elif then is not None:
        if shape == "heir":
            kind.then = staticmethod(value) if callable(value) else value
        else:
            subject.then = value
    return subject


def slot(run, expression, context, role):
    """What stands where a function may stand: a closure, a non-function, or nothing."""
    if expression is None:
        return None
    if isinstance(expression, str):
        return closure(run, expression, role(), context)
    return evaluate(run, expression["not"], context)


# MARK: Verbs

#: Timed registrations come in batches of so many.
BATCH = 16
#: Nanoseconds: after a level that takes longer, by its shortest batch, there is no further one.
LEVEL_LIMIT = 250_000_000

def let(run, step, context):
    inside = context.at(step)
    with run.binding(name_in(step["let"], context.indices)):
        value = evaluate(run, step["be"], inside)
        if isinstance(step["be"], dict) and "promise" in step["be"] and value is run.names.get("UNBOUND"):
            run.unbound(step["let"], inside)
            return
        run.bind(step["let"], value, context)
    seen = run.recorder.reference(value)
    run.recorder.note({"e": "let", "step": step["id"], "name": step["let"], "value": seen}, context.indices)


def settle(verb, run, step, context):
    inside = context.at(step)
    promise = run.bound(step[verb], inside)
    if promise is FREE:
        return
    settlers = run.settlers.get(id(promise))
    if settlers is None:
        run.unbound(step[verb], inside)
        return
    value = evaluate(run, step.get("with"), inside)
    fields = {"in": verb, "step": step["id"], "on": run.recorder.reference(promise),
              "with": run.recorder.reference(value)}
    run.enter(fields, context, lambda: run.settle(settlers, verb, value), accepted)


def then(run, step, context):
    inside = context.at(step)
    promise = run.bound(step["then"], inside)
    if promise is FREE:
        return
    number = next(run.recorder.registrations)
    handlers, seen = [], {}
    for word in ("ok", "bad"):
        role = Role({"in": "handler", "reg": number, "slot": word})
        handlers.append(slot(run, step.get(word), inside, lambda: role))
        if word in step:
            is_function = isinstance(step[word], str)
            seen[word] = step[word] if is_function else {"not": run.recorder.reference(handlers[-1])}
    fields = {"in": "then", "step": step["id"], "on": run.recorder.reference(promise), "reg": number, **seen}
    give(run, step, context, fields, lambda: run.adapter.then(promise, *handlers))


def call_resolver(run, step, context):
    inside = context.at(step)
    name, _, which = step["call"].rpartition(".")
    pair = run.first_pairs.get(id(run.bound(name, inside, silently=True))) if name else context.pair
    resolver = pair and pair[which]
    if not callable(resolver):
        run.unbound(step["call"], inside)
        return
    values = [evaluate(run, step["with"], inside)] if "with" in step else []
    fields = {"in": "call", "step": step["id"], "pair": pair["number"], "which": which}
    if values:
        fields["with"] = run.recorder.reference(values[0])
    # Python's resolvers take an argument; without one they get the language's nothing.
    if which == "reject" and values:
        values = [run.reason(values[0])]
    given = run.enter(fields, context, lambda: resolver(*(values or [None])))
    return given if isinstance(given, Threw) else None


def combine(run, step, context):
    inside = context.at(step)
    kind = step["combine"]
    members = [evaluate(run, member, inside) for member in step["of"]]
    roles = {"finally": {"in": "handler", "slot": "finally"}, "recover": {"in": "handler", "slot": "bad"}}
    function = slot(run, step.get("call"), inside, lambda: Role(roles.get(kind, {"in": "task"})))
    fields = {"in": "combine", "step": step["id"], "kind": kind,
              "of": [run.recorder.reference(member) for member in members]}
    give(run, step, context, fields,
         lambda: run.adapter.combinators[kind](members, step.get("ms"), step.get("times"), function))


def measure(run, step, context):
    """Registrations that are timed, and not recorded: it is the library's own cost that is asked for.

    A level is a stretch in which the number of handlers doubles; its shortest batch counts.
    """
    promise = run.bound(step["measure"], context.at(step))
    if promise is FREE:
        return
    register, results, readings = run.adapter.then, [], []

    def register_batch():
        start = time.thread_time_ns()
        for _ in range(BATCH):
            results.append(register(promise, lambda value: None))
        return min(time.thread_time_ns() - start, 2**31 - 1)

    def body():
        register_batch()
        batches = 1
        while 2 * batches * BATCH <= step["times"]:
            readings.append(min(register_batch() for _ in range(batches)))
            if readings[-1] * batches > LEVEL_LIMIT:
                break
            batches *= 2
    # What `then` gave lives as long as what other registrations gave.
    run.unnamed.append(results)
    fields = {"in": "measure", "step": step["id"], "on": run.recorder.reference(promise)}
    run.enter(fields, context, body, lambda value: {"ns": readings})


def cancel(run, step, context):
    inside = context.at(step)
    promise = run.bound(step["cancel"], inside)
    if promise is FREE:
        return
    reasons = [evaluate(run, step["with"], inside)] if "with" in step else []
    fields = {"in": "cancel", "step": step["id"], "on": run.recorder.reference(promise)}
    if reasons:
        fields["with"] = run.recorder.reference(reasons[0])
    run.enter(fields, context, lambda: run.adapter.cancel(promise, *map(run.reason, reasons)), accepted)


def mark(run, step, context):
    run.recorder.note({"e": "mark", "step": step["id"], "name": step["mark"]}, context.indices)
    run.gate(name_in(step["mark"], context.indices)).set()


def later(run, step, context):
    def block():
        run.recorder.note({"e": "block", "step": step["id"]}, context.indices)
        run.perform(step["do"], context)
    (run.idle_blocks if step["later"] == "idle" else run.turns).append(block)


def repeat(run, step, context):
    for index in range(step["repeat"]):
        thrown = run.perform(step["do"], context._replace(indices=(*context.indices, index)))
        if thrown:
            return thrown
    return None


def interrupting():
    """A trace function that lets other threads go on in the middle of the library's code.

    The interpreter itself changes threads every five milliseconds. Lanes are shorter: one would come after the other.
    """
    left = MOST_INTERRUPTIONS

    def interrupt(frame, event, argument):
        nonlocal left
        if left == 0 or frame.f_code.co_filename == __file__:
            return None
        if event == "line" and chance.random() < INTERRUPTED_LINES:
            left -= 1
            # Mostly for no time at all, and now and then for long enough that others come to an end.
            time.sleep(LONGEST_INTERRUPTION * chance.random() ** 8)
        return interrupt
    return interrupt


def lanes(run, step, context):
    """One thread each, one barrier, joins."""
    barrier = threading.Barrier(len(step["lanes"]))

    @guarded
    def lane(number, steps):
        barrier.wait()
        run.recorder.note({"e": "lane", "step": step["id"], "lane": number}, context.indices)
        sys.settrace(interrupting())
        run.perform(steps, context)
    frame = run.recorder.begin({"in": "lanes", "step": step["id"], "count": len(step["lanes"])}, context.indices)
    threads = [threading.Thread(target=lane, args=item, daemon=True) for item in enumerate(step["lanes"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        if thread.is_alive():
            run.give_up("stuck")
    run.recorder.end(frame, {}, context.indices)


def wait(run, step, context):
    frame = run.recorder.begin({"in": "wait", "step": step["id"], "name": step["wait"]}, context.indices)
    if not run.gate(name_in(step["wait"], context.indices)).wait(PATIENCE):
        run.give_up("stuck")
    run.recorder.end(frame, {}, context.indices)


def drop(run, step, context):
    def forget():
        for written in step["drop"]:
            value = run.names.pop(name_in(written, context.indices), None)
            run.shared.pop(written, None)
            run.settlers.pop(id(value), None)
            run.recorder.forget(value)
    run.enter({"in": "drop", "step": step["id"], "names": step["drop"]}, context, forget)


def probe(run, step, context):
    gc.collect()
    watched = run.watched[name_in(step["probe"], context.indices)]
    yes = all(reference() is None for reference in watched)
    run.recorder.note({"e": "gone", "step": step["id"], "name": step["probe"], "yes": yes}, context.indices)


def give(run, step, context, fields, body):
    """A call that gives a promise, which `as` names."""
    def perform():
        value = run.enter(fields, context, body, lambda given: {"gives": run.recorder.promise_reference(given)})
        if "as" in step and not isinstance(value, Threw):
            run.bind(step["as"], value, context)
    if "as" not in step:
        return perform()
    with run.binding(name_in(step["as"], context.indices)):
        return perform()


def accepted(result):
    return {"accepted": result} if isinstance(result, bool) else {}


#: `combine` is looked for before `call`, which is also a key of it. Only what a resolver threw is given back: its caller
#: is user code. What other calls throw ends with their frame.
VERBS = {
    "let": let, "then": then, "combine": combine, "call": call_resolver, "mark": mark, "later": later,
    "fulfill": functools.partial(settle, "fulfill"), "reject": functools.partial(settle, "reject"),
    "resolve": functools.partial(settle, "resolve"), "repeat": repeat, "lanes": lanes, "wait": wait,
    "drop": drop, "probe": probe, "cancel": cancel, "measure": measure,
}


# MARK: The run

class Threw:
    """What a call of the library threw, in the place of what it gives."""

    def __init__(self, error):
        self.error = error


class Run:
    """The performance of one program."""

    def __init__(self, adapter, driver, message, written, is_first_cause):
        """Starts a run; it is a first cause where nothing of an earlier run could happen by itself."""
        self.adapter, self.driver, self.program = adapter, driver, message["program"]
        self.number = message["run"]
        text = json.dumps(self.program)
        longest = max([0, *map(float, re.findall(r'"ms": ([\d.]+)', text))])
        self.horizon = max(USUAL_HORIZON, 2 * longest)
        self.collects = '"probe": ' in text
        # Python has one nothing: it is written as the program calls it, apart from what getters return.
        nothing = None if "null" in re.sub(r'"get": \[[^]]*\]', "", text) else {"is": "undefined"}
        limit = message.get("limit", math.inf)
        self.recorder = Recorder(adapter, self.collects, nothing, written, limit, lambda: self.give_up("overrun"))
        self.condition = threading.Condition(threading.RLock())
        #: How sure it is that nothing can run; None before the first phase.
        self.strength = None
        self.is_first_cause, self.has_entered, self.is_over = is_first_cause, False, False

    @property
    def may_set_off(self):
        """Whether the library may do, because it is called, what it owed an earlier run."""
        return self.is_first_cause and self.has_entered and not self.is_over

    def trace(self):
        """Performs all rounds."""
        for number in range(self.program.get("rounds", 1)):
            self.begin_round(number)
            context = Context((), None, None)
            self.drive(lambda: self.perform(self.program["steps"], context))
            self.phases()
            # Nothing can run any more, so that nothing can end what is open on another thread.
            if self.recorder.open:
                self.give_up("stuck")
        return self.written_trace("quiet")

    def begin_round(self, number):
        """Fresh names, closures and blocks."""
        self.recorder.round = number
        self.names, self.shared, self.settlers, self.first_pairs = {}, {}, {}, {}
        self.open_bindings, self.gates, self.thrown = {}, {}, {}
        self.watched = collections.defaultdict(list)
        self.idle_blocks, self.turns = collections.deque(), collections.deque()
        self.unnamed = []

    def written_trace(self, ending):
        return {"trace": "aplus-trace/1", "ending": ending,
                "objects": self.recorder.objects, "events": self.recorder.events}

    def phases(self):
        """Performs idle blocks, one a phase, until none is left."""
        while True:
            self.strength = self.settle_down()
            self.recorder.note({"e": "phase", "strength": self.strength})
            if not self.idle_blocks:
                return
            self.drive(self.idle_blocks.popleft())

    def settle_down(self):
        """Lets turns and the library run until nothing can; gives the strength of the evidence."""
        self.driver.begin()
        strength = None
        while strength is None or self.turns:
            try:
                # What the library has queued may run before a turn or after it; here it does before, if it ever rests.
                if self.turns and (strength or not self.driver.is_busy()):
                    self.driver.perform(guarded(self.turns.popleft()))
                strength = self.driver.step(self.recorder, self.horizon)
            except BaseException as error:
                strength = None
                stray("uncaught", error)
        return strength

    def drive(self, block):
        """Performs a block: an event loop may let the library run beside it."""
        try:
            self.driver.perform(guarded(block))
        except BaseException as error:
            stray("uncaught", error)

    def give_up(self, ending):
        """Ends the process with the trace so far: what is stuck, or never ends, cannot be undone."""
        with self.recorder.lock:
            wire.write({"run": self.number, "trace": self.written_trace(ending)})
            os._exit(0)

    def perform(self, steps, context):
        """Performs steps one after another; gives what a resolver threw, which ends them, as in the language."""
        for step in steps:
            verb = next(name for name in VERBS if name in step)
            thrown = VERBS[verb](self, step, context)
            if thrown:
                return thrown
        return None

    def enter(self, fields, context, body, describe=lambda value: {}):
        """A call into the library: a frame around it, whatever comes out; gives that, or a `Threw`."""
        self.has_entered = True
        frame = self.recorder.begin(fields, context.indices)
        try:
            value = body()
        except BaseException as error:
            self.recorder.end(frame, {"threw": self.recorder.reference(error)}, context.indices)
            return Threw(error)
        self.recorder.end(frame, describe(value), context.indices)
        return value

    def make(self, expression, context):
        """Makes a promise of the library."""
        state, is_due = expression["promise"], "when" in expression
        value = evaluate(self, expression.get("with"), context)
        ready = None if is_due or state == "pending" else self.adapter.ready(state)
        shown = "pending" if is_due else state
        fields = {"in": "make", "promise": shown, "door": "ready" if ready else "deferred"}
        if context.step is not None:
            fields["step"] = context.step
        if shown != "pending":
            fields["with"] = self.recorder.reference(value)
        settlers = None

        def body():
            nonlocal settlers
            if ready:
                return ready(self.reason(value) if state == "rejected" else value)
            promise, *settlers = self.adapter.deferred()
            if shown != "pending":
                self.settle(settlers, SETTLES[state], value)
            return promise
        promise = self.enter(fields, context, body, self.made)
        if isinstance(promise, Threw):
            return self.mark("UNBOUND")
        if settlers:
            self.settlers[id(promise)] = settlers
        if is_due:
            self.settle_when_idle(promise, settlers, SETTLES[state], value, context)
        return promise

    def made(self, promise):
        self.recorder.introduce(promise, kind="promise")
        return {"gives": self.recorder.reference(promise)}

    def settle_when_idle(self, promise, settlers, verb, value, context):
        due = self.recorder.reference(promise)

        def block():
            self.recorder.note({"e": "block", "due": due}, context.indices)
            fields = {"in": verb, "on": due, "with": self.recorder.reference(value)}
            self.enter(fields, context, lambda: self.settle(settlers, verb, value), accepted)
        self.idle_blocks.append(block)

    def settle(self, settlers, verb, value):
        resolve, reject = settlers
        return reject(self.reason(value)) if verb == "reject" else resolve(value)

    def reason(self, value):
        """A value as what this language can throw; always the same for the same value."""
        if isinstance(value, BaseException):
            return value
        with self.condition:
            return self.thrown.setdefault(id(value), Thrown(value))

    @contextlib.contextmanager
    def binding(self, name):
        """While a step that binds a name is open on a stack, others wait for it."""
        self.open_bindings[name] = threading.get_ident()
        try:
            yield
        finally:
            with self.condition:
                del self.open_bindings[name]
                self.condition.notify_all()

    def bind(self, written, value, context):
        name = name_in(written, context.indices)
        self.names[name] = value
        self.recorder.name(value, written)
        self.watch(name, value)

    def bound(self, written, context, silently=False):
        """The value of a bound name; without one, logs that the step does nothing."""
        name = name_in(written, context.indices)
        if name not in self.names and name in self.open_bindings:
            with self.condition:
                me = threading.get_ident()
                self.condition.wait_for(lambda: self.open_bindings.get(name, me) == me, PATIENCE)
        if name not in self.names and not silently:
            self.unbound(written, context)
        return self.names.get(name, FREE)

    def look_up(self, written, context):
        """The value of a name; marks are made on first use."""
        if written[0].isupper():
            return self.mark(written, name_in(written, context.indices))
        value = self.bound(written, context)
        return self.mark("UNBOUND") if value is FREE else value

    def mark(self, written, name=None):
        with self.condition:
            name = name or written
            if name not in self.names:
                self.names[name] = self.recorder.introduce(Mark(), kind="mark", names=[written])
                self.watch(name, self.names[name])
            return self.names[name]

    def unbound(self, name, context):
        step = {} if context.step is None else {"step": context.step}
        self.recorder.note({"e": "unbound", "name": name, **step}, context.indices)

    def gate(self, name):
        with self.condition:
            return self.gates.setdefault(name, threading.Event())

    def watch(self, name, value):
        """Remembers, without holding it, what a `probe` may ask for."""
        if self.collects:
            try:
                self.watched[name].append(weakref.ref(value))
            except TypeError:
                pass

    def take_pair(self, subject, args):
        """Numbers the pair of resolvers that a thenable got; the first is the one of its name."""
        resolve, reject = (*args, None, None)[:2]
        pair = {"number": next(self.recorder.pairs), "resolve": resolve, "reject": reject}
        self.first_pairs.setdefault(id(subject), pair)
        return pair


# MARK: The start

class Adapter:
    """The doors of a library: an adapter file, with the defaults for what it leaves out."""

    everywhere = ("thenables", "accessors", "nonfunctions", "adopting-resolve", "collect", "timing")

    def __init__(self, path, given):
        # A library may lie beside its adapter.
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        spec = importlib.util.spec_from_file_location("adapter", path)
        module = importlib.util.module_from_spec(spec)
        # As an import does it: libraries look up the module that a function is from.
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        self.module, self.deferred = module, module.deferred
        self.name = given.name or os.path.splitext(os.path.basename(path))[0]
        self.library = given.library or self.get("library", self.name)
        self.version = str(self.get("version", "unknown"))
        self.then = self.get("then", lambda promise, *handlers: promise.then(*handlers))
        self.cancel = self.get("cancel")
        self.combinators = self.get("combinators", {})
        self.unwrap = self.get("unwrap", lambda reason: reason)
        self.drain = self.get("drain", lambda: False)
        self.is_cancellation = self.get("is_cancellation", lambda reason: False)
        self.is_timeout = self.get("is_timeout", lambda reason: False)
        self.promise_types = self.get("promise_types", ())

    def get(self, name, default=None):
        return getattr(self.module, name, default)

    def is_promise(self, value):
        try:
            return isinstance(value, self.promise_types) or callable(getattr(value, "then", None))
        except Exception:
            return False

    def ready(self, state):
        """The ready-made door for a state; None where the library has none."""
        has_both = self.get("resolved") and self.get("rejected")
        return has_both and self.get("rejected" if state == "rejected" else "resolved")

    @property
    def capabilities(self):
        """What follows from the file, corrected by its `capabilities`: a word adds, `-word` takes away."""
        words = dict.fromkeys(self.everywhere)
        words.update({"ready-made": None} if self.ready("resolved") else {})
        words.update({"cancellation": None} if self.cancel else {})
        words.update({f"combinators:{','.join(self.combinators)}": None} if self.combinators else {})
        for word in self.get("capabilities", ()):
            if word.startswith("-"):
                words.pop(word[1:], None)
            else:
                words[word] = None
        return list(words)


def stray(word, error):
    """An event that no frame caused.

    It belongs to the run whose user code threw the exception, else to the one that is performed, or was last. What
    happens while that is let go of is nobody's.
    """
    recorder = error.__dict__.get("aplus_recorder", current and current.recorder)
    if recorder:
        recorder.note({"e": word, "value": recorder.reference(error)})
    elif not has_begun:
        print(f"host: {word} before the first run:", file=sys.stderr)
        traceback.print_exception(type(error), error, error.__traceback__)


def loop_trouble(loop, trouble):
    """What an event loop says of its callbacks; a warning without an exception is none."""
    if trouble.get("exception") is None:
        loop.default_exception_handler(trouble)
        return
    is_unhandled = "never retrieved" in trouble.get("message", "")
    stray("unhandled" if is_unhandled else "uncaught", trouble["exception"])


def unraisable(trouble):
    """What a destructor or a callback of the collector raises, which may be called where the stack is nearly used up."""
    try:
        assure_room()
    except RecursionError:
        sys.__unraisablehook__(trouble)
        return
    if trouble.exc_value is None:
        sys.__unraisablehook__(trouble)
    else:
        stray("uncaught", trouble.exc_value)


def release():
    """Lets go of the last run: what its promises do then is after its trace; what comes later is late."""
    global current
    if current is not None:
        run, current = current, None
        tell_late = run.recorder.written
        run.recorder.finish(lambda event, objects: None)
        run.begin_round(0)
        run.recorder.let_go()
        gc.collect()
        run.recorder.finish(tell_late)


def main():
    global current, has_begun
    parser = argparse.ArgumentParser()
    parser.add_argument("adapter")
    parser.add_argument("--name")
    parser.add_argument("--library")
    given = parser.parse_args()
    asynchronous = AsyncioDriver(argparse.Namespace(drain=lambda: False))
    try:
        adapter = Adapter(given.adapter, given)
    except BaseException as error:
        is_clear = isinstance(error, (ImportError, SystemExit))
        wire.write({"fatal": str(error) if is_clear else traceback.format_exc()})
        sys.exit(1)
    driver = asynchronous if adapter.get("driver") == "asyncio" else PlainDriver(adapter)
    asynchronous.loop.set_exception_handler(loop_trouble)
    threading.excepthook = lambda trouble: stray("uncaught", trouble.exc_value)
    sys.unraisablehook = unraisable
    wire.write({"hello": "aplus-host/1", "adapter": adapter.name, "language": "python",
                "library": adapter.library, "version": adapter.version, "capabilities": adapter.capabilities,
                "quiescence": adapter.get("quiescence", "proved")})
    gc.collect()
    # Collections between the runs need not look at what was there before them.
    gc.freeze()
    for message in iter(wire.read, None):
        is_first_cause = not driver.has_timers() and (current is None or current.strength != "bounded")
        release()
        number, has_begun = message["run"], True
        written = written_at_once(number) if message.get("stream") else None
        current = Run(adapter, driver, message, written, is_first_cause)
        wire.write({"run": number, "trace": guarded(current.trace)()})
        current.is_over = True
        current.recorder.finish(written_late(number))
    end, strength = time.monotonic() + LINGER, None
    while current and time.monotonic() < end and not strength:
        try:
            strength = driver.step(current.recorder, LINGER * 1000)
        except BaseException as error:
            stray("uncaught", error)
    os._exit(0)


def written_at_once(number):
    """What writes the events of a run as they come, each with the objects that it is the first to refer to."""
    def written(event, objects):
        wire.write({"run": number, "event": event, **({"objects": objects} if objects else {})})
    return written


def written_late(number):
    """What writes the events of a run after its trace, and which run may have set them off."""
    def written(event, objects):
        cause = {"during": current.number} if current and current.may_set_off else {}
        wire.write({"late": number, "event": event, **cause})
    return written


#: The run that is performed, or was last; and whether there has been any.
current, has_begun = None, False
if __name__ == "__main__":
    # Who interrupts the host ends it, wherever it is: a library could catch the exception of the language.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    wire = Wire()
    main()
