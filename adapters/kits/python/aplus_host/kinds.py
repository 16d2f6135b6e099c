"""The kinds of values, functions, exceptions and thenables in Python.

They are those that `kinds` of ../../vocabulary.json lists.
"""

import builtins
import collections
import concurrent.futures
import datetime
import decimal
import enum
import functools
import types


def refuse(*_, **__):
    raise RuntimeError("what nobody may ask for was asked for")


class Undecided:
    """The result of comparing arrays: it has no truth value."""

    __bool__ = refuse


def always(value):
    return lambda *_: value


#: Members of a class that a library may stumble over, by trait.
TRAITS = {
    "falsy": {"__bool__": always(False)},
    "empty": {"__len__": always(0)},
    "truthless": {"__bool__": refuse},
    "equal": {"__eq__": always(True), "__ne__": always(False), "__hash__": object.__hash__},
    "unequal": {"__eq__": always(False), "__ne__": always(True), "__hash__": object.__hash__},
    "incomparable": {"__eq__": refuse, "__ne__": refuse, "__hash__": object.__hash__},
    "array-like": {
        "__eq__": lambda *_: Undecided(), "__ne__": lambda *_: Undecided(), "__bool__": refuse, "__len__": always(2),
        "__hash__": None,
    },
    "unhashable": {"__hash__": None},
    "unprintable": {"__repr__": refuse, "__str__": refuse, "__format__": refuse},
    "frozen": {"__setattr__": refuse, "__delattr__": refuse},
}
#: Forbids attributes and weak references.
SLOTS = {"__slots__": ()}


def instance(members, *bases):
    return type("Instance", bases, dict(members))()


def answer(self, name):
    """The `__getattr__` of a mock: any name exists, except for the special names of the language."""
    if name.startswith("__"):
        raise AttributeError(name)
    return always(self)


class Several(Exception):
    """An exception that cannot be recreated from its `args`."""

    def __init__(self, code, reason, *, place):
        super().__init__(code)
        self.reason, self.place = reason, place


class Group(Exception):
    """Stands for `ExceptionGroup` before Python 3.11."""


def group():
    known = getattr(builtins, "ExceptionGroup", None)
    return known("group", [ValueError("first")]) if known else Group("group")


def raised():
    """An exception that has been raised and caught before."""
    try:
        raise ValueError("raised")
    except ValueError as error:
        return error


def caused():
    made = ValueError("caused")
    made.__cause__ = KeyError("cause")
    return made


def closed_coroutine():
    """A closed coroutine: Python does not warn that it was never awaited."""
    async def wait():
        pass
    made = wait()
    made.close()
    return made


def generator():
    yield 1


async def asynchronous_generator():
    yield 1


async def coroutine_function():
    pass


class Method:
    def __init__(self, enter=always(None)):
        self.enter = enter

    def method(self, *args):
        return self.enter(*args)


def traits(*bases):
    """For each trait, a function that makes an instance with it."""
    return {name: functools.partial(instance, members, *bases) for name, members in [*TRAITS.items(), ("slots", SLOTS)]}


#: Makes values of each kind, including functions and exceptions.
values = {
    **traits(),
    "plain": lambda: instance({}),
    "list": lambda: [1],
    "empty-list": list,
    "tuple": lambda: (1, 2),
    "empty-tuple": tuple,
    "dict": lambda: {"then": None},
    "empty-dict": dict,
    "set": lambda: {1},
    "empty-set": set,
    "frozen-set": lambda: frozenset([1]),
    "bytes": lambda: b"bytes",
    "empty-bytes": bytes,
    "byte-array": bytearray,
    "memory-view": lambda: memoryview(b"memory"),
    "range": lambda: range(3),
    "slice": lambda: slice(1),
    "complex": lambda: 1j,
    "infinity": lambda: float("inf"),
    "huge": lambda: 10**40,
    "signaling-nan": lambda: decimal.Decimal("sNaN"),
    "no-time": datetime.timedelta,
    "named-tuple": lambda: collections.namedtuple("Point", "x y")(0, 0),
    "integer-heir": lambda: instance({}, int),
    "text-heir": lambda: instance({}, str),
    "list-heir": lambda: instance({}, list),
    "enumeration": lambda: enum.IntEnum("Number", {"zero": 0}).zero,
    "iterator": lambda: iter([1]),
    "generator": generator,
    "async-generator": asynchronous_generator,
    "not-implemented": always(NotImplemented),
    "ellipsis": always(...),
    "module": always(types),
    "descriptor": lambda: property(refuse),
    "named-attributes": lambda: instance({"value": 1, "result": None, "state": "pending", "reason": None}),
    "cyclic": lambda: [made := [], made.append(made)][0],
    "error": lambda: ValueError("returned"),
    "stop-iteration": lambda: StopIteration(1),
    "system-exit": lambda: SystemExit(3),

    # Functions.
    "class": lambda: type("Class", (), {}),
    "exception-class": always(ValueError),
    "metaclass": always(type),
    "lambda": lambda: lambda: None,
    "built-in": always(len),
    "constructor": always(dict),
    "partial": lambda: functools.partial(refuse),
    "bound-method": lambda: Method().method,
    "callable-object": lambda: instance({"__call__": refuse}),
    "falsy-callable": lambda: instance({"__call__": refuse, **TRAITS["falsy"]}),
    "generator-function": lambda: lambda: (yield),
    "coroutine-function": always(coroutine_function),

    # Objects that must not be inspected.
    "getattr-raises": lambda: instance({"__getattr__": refuse}),
    "answering": lambda: instance({"__getattr__": answer}),
    "then-raises": lambda: instance({"then": property(refuse)}),
    "coroutine": closed_coroutine,
    "awaitable": lambda: instance({"__await__": refuse}),
    "concurrent-future": concurrent.futures.Future,
}

#: Exceptions that any library must be able to reject with.
reasons = {
    **{f"{name}-error": make for name, make in traits(Exception).items()},
    "several-arguments": lambda: Several(1, "reason", place="here"),
    "decode-error": lambda: UnicodeDecodeError("utf-8", b"\xff", 0, 1, "reason"),
    "key-error": lambda: KeyError("key"),
    "os-error": lambda: OSError(2, "no such file"),
    "assertion-error": AssertionError,
    "type-error": lambda: TypeError("wrong"),
    "timeout-error": TimeoutError,
    "import-error": ImportError,
    "not-implemented-error": NotImplementedError,
    "stop-async-iteration": StopAsyncIteration,
    "warning": UserWarning,
    "group": group,
    "raised-error": raised,
    "caused-error": caused,
    "callable-error": lambda: instance({"__call__": refuse}, Exception),
}
values.update(reasons)

#: Exceptions that reach a library only from user code.
values["raised-stop-iteration"] = lambda: StopIteration("reason")
values["raised-generator-exit"] = lambda: GeneratorExit("reason")
values["raised-base-error"] = lambda: type("BaseError", (BaseException,), {})("reason")


def calling(members):
    """Returns a function that makes callable objects."""
    return lambda enter: instance({**members, "__call__": lambda self, *args: enter(*args)})


def constructing(enter):
    return type("Constructed", (), {"__new__": lambda cls, *args: enter(*args)})


def wrapping(enter):
    """A function that copies the signature of another one."""
    @functools.wraps(lambda: None)
    def wrapper(*args):
        return enter(*args)
    return wrapper


def static(enter):
    return type("Static", (), {"method": staticmethod(enter)}).method


def of_class(enter):
    return type("OfClass", (), {"method": classmethod(lambda cls, *args: enter(*args))}).method


MISSING = object()


def with_default(enter):
    return lambda first, second=MISSING: enter(first) if second is MISSING else enter(first, second)


def with_keyword(enter):
    return lambda *args, flag=False: enter(*args)


def with_position(enter):
    return lambda first, second=MISSING, /: enter(first) if second is MISSING else enter(first, second)


#: Functions that call `enter` with their arguments.
functions = {
    **{name: calling(members) for name, members in TRAITS.items()},
    "slots": calling(SLOTS),
    "callable-object": calling({}),
    "callable-list": lambda enter: instance({"__call__": lambda self, *args: enter(*args)}, list),
    "partial": functools.partial,
    "lambda": lambda enter: lambda *args: enter(*args),
    "bound-method": lambda enter: Method(enter).method,
    "static-method": static,
    "class-method": of_class,
    "class": constructing,
    "method-wrapper": lambda enter: functools.partial(enter).__call__,
    "wrapper": wrapping,
    "default": with_default,
    "keyword": with_keyword,
    "position": with_position,
    "no-signature": calling({"__signature__": 5}),
    "getattr-raises": calling({"__getattr__": refuse}),
    "answering": calling({"__getattr__": answer}),
    "thenable": calling({"then": property(refuse)}),
}


def dynamic_thenable():
    """A thenable whose `then` is in neither its own dictionary nor its class's."""
    hidden = {}

    def find(self, name):
        if name in hidden:
            return hidden[name]
        raise AttributeError(name)
    subject = instance({"__getattr__": find})
    return subject, lambda value: hidden.update(then=value)


def put(subject, value):
    """Gives an object a `then`, even if its class refuses assignments."""
    (type if isinstance(subject, type) else object).__setattr__(subject, "then", value)


def plain(make):
    def shape():
        subject = make()
        return subject, functools.partial(put, subject)
    return shape


class Namespace(types.SimpleNamespace):
    """A class that thenables share, as most kinds have one for each object."""


#: Makes thenables of each kind: the object, and a function that gives it a `then`.
shapes = {
    **{name: plain(functools.partial(instance, members)) for name, members in TRAITS.items()},
    "slots": plain(lambda: instance({"__slots__": ("then",)})),
    "list": plain(lambda: instance({}, list)),
    "dict": plain(lambda: instance({}, dict)),
    "text": plain(lambda: instance({}, str)),
    "integer": plain(lambda: instance({}, int)),
    "error": plain(lambda: instance({}, Exception)),
    "class": plain(lambda: type("Meta", (type,), {})("Class", (), {})),
    "module": plain(lambda: type("Module", (types.ModuleType,), {})("module")),
    "namespace": plain(Namespace),
    "partial": plain(lambda: type("Partial", (functools.partial,), {})(refuse)),
    "callable-object": plain(lambda: instance({"__call__": refuse})),
    "answering": plain(lambda: instance({"__getattr__": answer})),
    "dynamic": dynamic_thenable,
}
