"""The constants that the hosts of all languages share."""

import json
import os
import re

with open(os.path.join(os.path.dirname(__file__), "..", "..", "vocabulary.json"), encoding="utf-8") as _file:
    _vocabulary = json.load(_file)
_shared = _vocabulary["constants"]

#: What an adapter may define; idleness is the driver's matter, which is Python's own.
ADAPTER_WORDS = [re.sub("([A-Z])", r"_\1", word).lower() for word in _vocabulary["adapter"] if word != "quiescence"]
ADAPTER_WORDS += ["driver"]

#: How many characters of a library's text a trace holds.
LONGEST_TEXT = _shared["longestTextLength"]
#: Integers from here on are written as text.
EXACT_INTEGER_LIMIT = _shared["exactIntegerLimit"]

#: Milliseconds that the host waits before it gives up, where a request does not say.
USUAL_PATIENCE = _shared["patienceMilliseconds"]
#: Milliseconds more for each event so far: a library may pass on 100,000 links without one.
PATIENCE_PER_EVENT = _shared["patiencePerEventMilliseconds"]
#: Milliseconds that a timer may be ahead and still hold a phase; more where the program asks for more.
USUAL_HORIZON = _shared["usualHorizonMilliseconds"]
#: The same at the most: a library may start its handlers with timers of any length.
FARTHEST_HORIZON = _shared["farthestHorizonMilliseconds"]
#: After how many waits that brought nothing the host stops waiting for timers beyond the usual horizon.
FRUITLESS_WAITS = _shared["fruitlessWaits"]
#: Seconds between two looks at the kernel's counters, which show that no thread ran.
KERNEL_PAUSE = _shared["kernelPauseMilliseconds"] / 1000
#: Milliseconds after the end of input in which late events are still reported.
LINGER = _shared["lingerMilliseconds"]

#: The share of its lines at which a library is interrupted in lanes.
INTERRUPTED_LINES = _shared["interruptedLineShare"]
#: Seconds that an interruption takes at the most.
LONGEST_INTERRUPTION = _shared["longestInterruptionMilliseconds"] / 1000
#: The higher it is, the fewer interruptions are long.
INTERRUPTION_EXPONENT = _shared["interruptionExponent"]
#: How often a lane is interrupted at the most.
MOST_INTERRUPTIONS = _shared["mostInterruptions"]

#: How many registrations are timed together.
MEASUREMENT_BATCH = _shared["measurementBatch"]
#: Nanoseconds: after a level that takes longer, by its shortest batch, there is no further one.
MEASUREMENT_LIMIT = _shared["measurementLimitNanoseconds"]
#: Nanoseconds: no reading is larger.
LONGEST_READING = _shared["longestReadingNanoseconds"]

#: The exit status of a host that cannot load its library, and of one that cannot perform a program.
FATAL_STATUS = _shared["fatalExitStatus"]
BROKEN_STATUS = _shared["brokenExitStatus"]
