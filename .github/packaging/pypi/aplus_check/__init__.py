"""Starts the program that this package carries."""

import os
import sys


def main():
    program = os.path.join(os.path.dirname(__file__), "vendor", "bin", "aplus-check")
    given = sys.argv[1:]
    if given and not given[0].startswith("-") and ("." in given[0] or "/" in given[0]) and os.path.exists(given[0]):
        given = ["--adapter", given[0] if "/" in given[0] else f"./{given[0]}", *given[1:]]
    try:
        os.execv(program, [program, *given])
    except OSError as error:
        print(f"error: aplus-check cannot be started: {error}", file=sys.stderr)
        sys.exit(3)
