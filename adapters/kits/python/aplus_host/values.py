"""Values of the scenario language, built where they stand."""

import datetime
import math
import re
import time
import weakref

from . import promises, user_code
from .recorder import Mark

ERRORS = {"Error": Exception, "TypeError": TypeError, "RangeError": ValueError}


def evaluate(run, value, context):
    if isinstance(value, str):
        return run.names.look_up(value, context)
    if not isinstance(value, dict):
        return value
    if "text" in value:
        return value["text"]
    if "is" in value:
        return special(run, value["is"])
    if "error" in value:
        error = ERRORS.get(value["error"], Exception)()
        return run.recorder.introduce(error, kind="error", **{"class": value["error"]})
    if "list" in value:
        items = [evaluate(run, item, context) for item in value["list"]]
        return run.recorder.introduce(items, kind="list", items=[run.recorder.reference(item) for item in items])
    if "promise" in value:
        return promises.make(run, value, context)
    return make_thenable(run, value["thenable"], context)


def special(run, word):
    introduce = run.recorder.introduce
    if word in ("undefined", "NaN", "-0", "bigint"):
        return {"undefined": None, "NaN": math.nan, "-0": -0.0, "bigint": 2**70}[word]
    if word == "function":
        return introduce(lambda: None, kind="function")
    if word == "array-of-function":
        inner = introduce(lambda: run.names.mark("O"), kind="function")
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
        run.names.bind(thenable["as"], subject, context)
    value = slot(run, then, context, lambda: user_code.Role({"in": "thenable"}, subject))
    if "get" in thenable:
        kind.then = user_code.accessor(run, thenable["get"], value, weakref.ref(subject), context)
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
        return user_code.closure(run, expression, role(), context)
    return evaluate(run, expression["not"], context)
