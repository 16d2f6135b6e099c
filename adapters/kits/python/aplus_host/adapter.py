"""The entry points of a library: an adapter file, with the defaults for what it leaves out."""

import difflib
import importlib.util
import os
import sys

from .constants import ADAPTER_WORDS


class AdapterFault(Exception):
    """What is wrong with an adapter file, in words that need no stack."""


class Adapter:
    """What an adapter file says of its library, and how the library is called."""

    everywhere = (
        "thenables", "accessors", "nonfunctions", "adopting-resolve", "collect", "timing", "pause", "kinds:python")

    def __init__(self, path, given):
        # A library may lie beside its adapter.
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        spec = importlib.util.spec_from_file_location("adapter", path)
        module = importlib.util.module_from_spec(spec)
        # As an import does it: libraries look up the module that a function is from.
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        check(module, path)
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
        self.is_self_resolution = self.get("is_self_resolution", lambda reason: False)
        self.promise_types = self.get("promise_types", ())

    def get(self, name, default=None):
        return getattr(self.module, name, default)

    def is_promise(self, value):
        try:
            return isinstance(value, self.promise_types) or callable(getattr(value, "then", None))
        except Exception:
            return False

    def ready(self, state):
        """What makes a promise in a state at once; None where the library has no such function."""
        has_both = self.get("resolved") and self.get("rejected")
        return has_both and self.get("rejected" if state == "rejected" else "resolved")

    @property
    def hello(self):
        """The first line of the host."""
        return {"hello": "aplus-host/1", "adapter": self.name, "language": "python",
                "library": self.library, "version": self.version, "capabilities": self.capabilities,
                "quiescence": self.get("quiescence", "proved")}

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


def check(module, path):
    """Refuses what would be passed over in silence: a missing `deferred`, and what looks like a word misspelt."""
    if not callable(getattr(module, "deferred", None)):
        raise AdapterFault(f"{path}: found no function deferred, which every adapter has{suggestion(module)}")
    for name in vars(module):
        spelt = name.replace("_", "").lower()
        for word in ADAPTER_WORDS:
            plain = word.replace("_", "")
            near = difflib.SequenceMatcher(None, spelt, plain).ratio() > 0.87 and abs(len(spelt) - len(plain)) < 2
            if near and name not in ADAPTER_WORDS and not hasattr(module, word):
                raise AdapterFault(f"{path}: found {name}, which means nothing; did you mean {word}?")


def suggestion(module):
    near = difflib.get_close_matches("deferred", vars(module), 1)
    return f"; did you mean {near[0]} to be it?" if near else ""
