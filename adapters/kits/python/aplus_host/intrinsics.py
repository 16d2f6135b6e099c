"""The standard library as it is before the adapter is loaded, which may replace functions of it, as a mocked clock does."""

import sys
import types


def keep():
    """Gives each module of the host its own copy of the standard modules that it imports.

    `escapes` keeps the real ones, because it sets hooks in them.
    """
    package = __name__.rpartition(".")[0]
    kept = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(package + ".") and not name.endswith(".escapes"):
            for word, value in list(vars(module).items()):
                if isinstance(value, types.ModuleType) and not value.__name__.startswith(package):
                    setattr(module, word, kept.setdefault(value, types.SimpleNamespace(**vars(value))))
