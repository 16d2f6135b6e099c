# The adapter of your functions with completion handlers, for aplus-check. Complete each place marked FILL IN, then
# remove its comment. The page of the kit for python describes the kinds of calls.
from threading import Timer

# FILL IN: start calls of your library, and leave out what it does not have; done takes an error first, then a value
calls = {
    "value": lambda done, value=None: Timer(0.001, done, (None, "value")).start(),
    "error": lambda done, value=None: Timer(0.001, done, (OSError("failed"),)).start(),
}
# FILL IN: what your library promises: timing:later or timing:at-once, throws:to-platform or throws:swallowed
capabilities = ["timing:later", "throws:to-platform"]
