"""JSON text for traces."""

import functools
import json
import math

from .constants import EXACT_INTEGER_LIMIT, LONGEST_TEXT


@functools.lru_cache(maxsize=None)
def quoted(name):
    """A name of the program as JSON; a program uses the same few again and again."""
    return json.dumps(name)


def foreign(text):
    """A string of the library as JSON, of limited length and without lone surrogates, which JSON readers reject."""
    return json.dumps(text[:LONGEST_TEXT].encode("utf-8", "replace").decode())


def numeral(number):
    """A number as a trace writes it."""
    if type(number) is int:
        return str(number) if abs(number) < EXACT_INTEGER_LIMIT else f'{{"bigint":"{number}"}}'
    if math.isnan(number):
        return '{"is":"NaN"}'
    if math.isinf(number):
        return '{"is":"Infinity"}' if number > 0 else '{"is":"-Infinity"}'
    if number == 0 and math.copysign(1, number) < 0:
        return '{"is":"-0"}'
    return repr(number)
