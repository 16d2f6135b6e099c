"""Starts the program that this package carries."""

import os
import sys


def program():
    """The path of the program: that of the package, or in a checkout the one on the PATH."""
    carried = os.path.join(os.path.dirname(__file__), "vendor", "bin", "aplus-check")
    return carried if os.path.exists(carried) else "aplus-check"


def environment():
    """The environment of the program: an adapter in Python gets the interpreter of this one's virtual environment, active or not."""
    if sys.prefix == sys.base_prefix:
        return dict(os.environ)
    return {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])}


def main():
    try:
        # The name under which people start it is the one in the commands that it prints.
        os.execvpe(program(), ["aplus-check", *given(sys.argv[1:])], environment())
    except OSError as error:
        print(f"error: aplus-check cannot be started: {error}", file=sys.stderr)
        sys.exit(3)


def given(arguments):
    """The arguments, with the option for a file in the first place."""
    first = arguments[0] if arguments else ""
    if first.startswith("-") or not ("." in first or "/" in first) or not os.path.exists(first):
        return arguments
    return ["--adapter", first if "/" in first else f"./{first}", *arguments[1:]]
