"""The entry points of a library: an adapter file, with the defaults for what it leaves out."""

import importlib.util
import os
import sys


class Adapter:
    """What an adapter file says of its library, and how the library is called."""

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
