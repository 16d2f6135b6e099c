"""Loads an adapter file: the entry points of a library, with defaults for those that are absent."""

import asyncio
import concurrent.futures
import importlib.util
import os
import sys
import traceback

from .constants import ADAPTER_WORDS, CALL_KINDS, CHANNEL_WORDS, EMPTY_DRAINS, OTHER_SUBJECTS


class AdapterFault(Exception):
    """A fault in an adapter file. Its message is enough for the user, without the stack."""


def place(error, path):
    """Where an adapter file, or what it imports, cannot be loaded."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}"
    own = [entry for entry in traceback.extract_tb(error.__traceback__) if os.path.abspath(entry.filename) == os.path.abspath(path)]
    return f"{path}:{own[-1].lineno}" if own else path


async def awaited(promise, limit):
    return await promise


def awaits_block(module):
    """Whether an adapter file claims `await:blocking`, alone or among other details."""
    claims = (word.removeprefix("await:").split(",") for word in getattr(module, "capabilities", ()) if word.startswith("await:"))
    return any("blocking" in details for details in claims)


def blocking(getter):
    """A coroutine function for a getter that blocks its thread."""
    async def blocked(promise, limit):
        return getter(promise, limit)
    return blocked


class Adapter:
    """The library that an adapter file describes, and the functions that call it."""

    everywhere = ("ambient", "collect", "collect-values", "timing", "pause", "kinds:python")
    promised = ("thenables", "accessors", "nonfunctions", "adopting-resolve", "promises", "results:own")

    def __init__(self, path, given):
        # The library may be in the folder of the adapter.
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        if not os.path.isfile(path):
            raise AdapterFault(f"there is no adapter file {os.path.abspath(path)}, which the command names")
        spec = importlib.util.spec_from_file_location("adapter", path)
        module = importlib.util.module_from_spec(spec)
        # An import does this, too: libraries look up the module of a function.
        sys.modules[spec.name] = module
        try:
            spec.loader.exec_module(module)
        except (ImportError, SyntaxError) as error:
            raise AdapterFault(f"{place(error, path)}: {type(error).__name__}: {getattr(error, 'msg', error)}") from error
        check(module, path)
        self.module, self.deferred = module, getattr(module, "deferred", None)
        self.name = given.name or os.path.splitext(os.path.basename(path))[0]
        self.library = given.library or self.get("library", self.name)
        self.version = str(self.get("version", "unknown"))
        self.then = self.get("then", lambda promise, *handlers: promise.then(*handlers))
        self.calls, self.finish = self.get("calls", {}), self.get("finish")
        self.cancel = self.get("cancel")
        self.channels = self.get("channels", {})
        for word in ("send", "receive", "offer", "poll", "close", "fail"):
            setattr(self, word, self.get(word))
        #: Whether a channel is made as a pair of its ends.
        self.has_ends = any(word.startswith("channels:drop-") for word in self.get("capabilities", ()))
        self.scope, self.task_scope = self.get("scope"), self.get("task_scope")
        self.spawn = self.get("spawn", lambda group, coroutine: group.create_task(coroutine))
        for word in ("add", "remove", "launch", "notify", "holds"):
            setattr(self, word, self.get(word))
        # What the library raises in place of an answer; none of them where it raises nothing.
        self.full, self.empty, self.ended = (self.get(word, ()) for word in ("full", "empty", "ended"))
        self.on_unhandled = self.get("on_unhandled")
        self.combinators = self.get("combinators", {})
        self.unwrap = self.get("unwrap", lambda reason: reason)
        self.drain = self.get("drain", lambda: False)
        #: Whether an await blocks its thread.
        self.blocks = awaits_block(module)
        self.awaited = blocking(self.get("awaited")) if self.blocks else self.get("awaited", awaited)
        has_own = self.calls or self.channels or self.scope_words or self.blocks or "await" in self.get("capabilities", ())
        cancellations = (concurrent.futures.CancelledError, asyncio.CancelledError) if has_own else ()
        self.is_cancellation = self.get("is_cancellation", lambda reason: isinstance(reason, cancellations))
        self.is_timeout = self.get("is_timeout", lambda reason: False)
        self.is_self_resolution = self.get("is_self_resolution", lambda reason: False)
        self.promise_types = self.get("promise_types", ())
        self.reports_acceptance = "acceptance" in self.capabilities
        if all(self.drain() for _ in range(EMPTY_DRAINS)):
            raise AdapterFault(f"{path}: drain returned true {EMPTY_DRAINS} times in a row before there was a promise; it must return "
                               "false when the library's queue is empty")

    def get(self, name, default=None):
        return getattr(self.module, name, default)

    def is_promise(self, value):
        try:
            return isinstance(value, self.promise_types) or callable(getattr(value, "then", None))
        except Exception:
            return False

    def ready(self, state):
        """The function that makes a promise in a state at once; falsy if the library has none."""
        has_both = self.get("resolved") and self.get("rejected")
        return has_both and self.get("rejected" if state == "rejected" else "resolved")

    @property
    def hello(self):
        """The message with which the host introduces itself."""
        return {"hello": "aplus-host/1", "adapter": self.name, "language": "python",
                "library": self.library, "version": self.version, "capabilities": self.capabilities,
                "quiescence": self.get("quiescence", "proved")}

    @property
    def takes_any_reason(self):
        """Whether the library's own `reject` takes what is no exception."""
        return "any-reason" in self.capabilities

    @property
    def channel_words(self):
        """The kinds of channels, and what the file can do with one; an iteration needs an end."""
        if not self.channels:
            return []
        words = [word for word in ("send", "receive", "offer", "poll", "close", "fail") if getattr(self, word)]
        own = ["cancel"] if self.cancel else []
        return [*self.channels, *words, *own, *(["iterate"] if self.ended else [])]

    @property
    def scope_words(self):
        """What the file says about scopes; empty for other libraries."""
        if self.task_scope:
            return ["structured", "nested", "launch", "linger", "completed"]
        return ["add", "linger", *(word for word in ("launch", "notify", "holds") if getattr(self, word))] if self.scope else []

    @property
    def capabilities(self):
        """The capabilities that follow from the file, corrected by `capabilities`: `word` adds, `-word` removes one."""
        words = dict.fromkeys(self.promised + self.everywhere if self.deferred else self.everywhere)
        words.update({"ready-made": None} if self.ready("resolved") else {})
        words.update({"cancellation": None} if self.cancel and self.deferred else {})
        words.update({word: None for kind in self.calls for word in ("callbacks", f"calls:{kind}")})
        words.update({f"channels:{word}": None for word in self.channel_words})
        words.update({"channels": None} if self.channels else {})
        words.update({f"scopes:{word}": None for word in self.scope_words if word != "add"})
        words.update({"scopes": None} if self.scope_words else {})
        words.update({"unhandled": None} if self.on_unhandled else {})
        words.update({"drain": None} if hasattr(self.module, "drain") else {})
        words.update({f"combinators:{','.join(self.combinators)}": None} if self.combinators else {})
        for word in self.get("capabilities", ()):
            if word.startswith("-"):
                words.pop(word[1:], None)
            else:
                words[word] = None
        return list(words)


def check(module, path):
    """Rejects a file without `deferred`, and a name that looks like a misspelt word, which would be ignored."""
    has_other_subject = any(hasattr(module, word) for word in ("calls", "channels", "scope", "task_scope")) or not OTHER_SUBJECTS.isdisjoint(getattr(module, "capabilities", ()))
    check_calls(module, path)
    if awaits_block(module) and not callable(getattr(module, "awaited", None)):
        raise AdapterFault(f"{path}: await:blocking needs the function awaited, which blocks until a promise is settled")
    check_channels(module, path)
    if hasattr(module, "scope") and not callable(getattr(module, "add", None)):
        raise AdapterFault(f"{path}: found no function add, which every adapter for scopes has")
    if not callable(getattr(module, "deferred", None)) and not has_other_subject:
        raise AdapterFault(
            f"{path}: found no function deferred, which every adapter for promises has, and no calls, which one for completion handlers has{suggestion(module)}")
    for name, value in vars(module).items():
        if isinstance(value, type):
            continue
        near = [word for word in ADAPTER_WORDS if is_near(name, word) and not hasattr(module, word)]
        if near and name not in ADAPTER_WORDS:
            raise AdapterFault(f"{path}: found {name}, which means nothing; did you mean {near[0]}?")


def check_calls(module, path):
    """Rejects kinds of calls that do not exist, and open calls that nothing can finish."""
    calls = getattr(module, "calls", {})
    unknown = next((kind for kind in calls if kind not in CALL_KINDS), None)
    if unknown is not None:
        raise AdapterFault(f"{path}: calls: found {unknown}, expected one of {', '.join(CALL_KINDS)}")
    if "open" in calls and not callable(getattr(module, "finish", None)):
        raise AdapterFault(f"{path}: calls: open needs the function finish, which ends such a call from outside")


def check_channels(module, path):
    """Rejects kinds of channels that do not exist, and channels from which nothing can be received."""
    kinds = CHANNEL_WORDS[:CHANNEL_WORDS.index("send")]
    unknown = next((kind for kind in getattr(module, "channels", {}) if kind not in kinds), None)
    if unknown is not None:
        raise AdapterFault(f"{path}: channels: found {unknown}, expected one of {', '.join(kinds)}")
    if hasattr(module, "channels") and not callable(getattr(module, "receive", None)):
        raise AdapterFault(f"{path}: found no function receive, which every adapter for channels has")


def suggestion(module):
    near = [name for name in vars(module) if distance(name.lower(), "deferred") <= 2]
    return f"; is {near[0]} a misspelling of it?" if near else ""


def is_near(name, word):
    """Whether a name may be a misspelling of a word: one letter differs, in long words two, or capitals and underscores.

    It has at most one letter more or less.
    """
    limit = 0 if len(word) < 5 else 1 if len(word) < 10 else 2
    name, word = name.replace("_", "").lower(), word.replace("_", "")
    return abs(len(name) - len(word)) < 2 and distance(name, word) <= limit


def distance(one, other):
    """The number of letters in which two words differ; two swapped letters count as one."""
    before, row = [], list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        before, last, row = row, before, [place]
        for column, wanted in enumerate(other, 1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted)))
            if place > 1 and column > 1 and (letter, one[place - 2]) == (other[column - 2], wanted):
                row[column] = min(row[column], last[column - 2] + 1)
    return row[-1]
