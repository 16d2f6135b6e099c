"""Evaluates the value expressions of a program."""

import builtins
import datetime
import functools
import math
import re
import time

from . import kinds, promises, user_code
from .recorder import Mark
from .text import quoted

#: Python's classes for error names of other languages. Unknown names get a class on first use.
ERRORS = {"Error": Exception, "RangeError": ValueError}

#: The types of kinds that a trace writes literally.
SCALARS = (int, float)


class Member:
    """A member of a class that each object gives as it is; `staticmethod` would ask its value for its name."""

    def __init__(self, value):
        self.value = value

    def __get__(self, *_):
        return self.value


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
        error = error_class(value["error"])()
        return run.recorder.introduce(error, f'"kind":"error","class":{quoted(value["error"])}')
    if "list" in value:
        items = [evaluate(run, item, context) for item in value["list"]]
        return run.recorder.introduce(items, f'"kind":"list","items":{run.recorder.listed(items)}')
    if "promise" in value:
        return promises.make(run, value, context)
    return make_thenable(run, value["thenable"], context)


def special(run, word):
    introduce = run.recorder.introduce
    if word in ("undefined", "NaN", "-0", "bigint"):
        return {"undefined": None, "NaN": math.nan, "-0": -0.0, "bigint": 2**70}[word]
    if word == "function":
        return introduce(lambda: None, '"kind":"function"')
    if word == "array-of-function":
        inner = introduce(lambda: run.names.mark("O"), '"kind":"function"')
        return introduce([inner], f'"kind":"list","items":{run.recorder.listed([inner])}')
    if "." in word:
        return kind(run, word)
    made = {"date": datetime.date.today, "regexp": lambda: re.compile(f"regexp|{time.monotonic_ns()}")}
    return introduce(made.get(word, Mark)(), f'"kind":"object","class":{quoted(word.capitalize())}')


def error_class(name):
    """The class of errors with a name: the language's own, or a new one that all errors of that name share."""
    known = ERRORS.get(name) or getattr(builtins, name, None)
    if not (isinstance(known, type) and issubclass(known, Exception)):
        known = ERRORS[name] = type(name, (Exception,), {})
    return known


def kind(run, word):
    """A value of a kind."""
    name = kind_name(word)
    value = kinds.values[name]()
    if type(value) in SCALARS:
        return value
    if isinstance(value, BaseException):
        return run.recorder.introduce(value, f'"kind":"error","class":{quoted(type(value).__name__)}')
    return run.recorder.introduce(value, f'"kind":"object","class":{quoted(name)}')


def kind_name(word):
    """The name of a kind without its language."""
    language, name = word.split(".")
    if language != "python":
        raise KeyError(word)
    return name


def make_thenable(run, thenable, context):
    """An object with a `then`. It gets its own class, because accessors belong to classes."""
    shape, then = thenable.get("shape", "object"), thenable.get("then")
    if "." in shape:
        subject, put = kinds.shapes[kind_name(shape)]()
    else:
        subject = type("Thenable", (), {"__call__": lambda self: None} if shape == "function" else {})()
        put = functools.partial(setattr, subject, "then")
    run.recorder.introduce(subject, '"kind":"thenable"' + (',"thenable":true' if isinstance(then, str) else ""))
    if "as" in thenable:
        run.names.bind(thenable["as"], subject, context)
    value = slot(run, then, context, user_code.Role("thenable", subject=subject))
    if "get" in thenable:
        if type(subject) is kinds.Namespace:
            subject.__class__ = type("Namespace", (kinds.Namespace,), {})
        type(subject).then = user_code.accessor(run, thenable, value, context)
    elif then is not None:
        if shape == "heir":
            type(subject).then = Member(value)
        else:
            put(value)
    return subject


def slot(run, expression, context, role):
    """The value in a place for a function: a closure, a value that is not a function, or None."""
    if expression is None:
        return None
    if isinstance(expression, str):
        return user_code.closure(run, expression, role, context)
    return evaluate(run, expression["not"], context)
