"""The constants that the hosts of all languages share."""

import json
import os
import re

with open(os.path.join(os.path.dirname(__file__), "..", "..", "vocabulary.json"), encoding="utf-8") as _file:
    _vocabulary = json.load(_file)
_shared = _vocabulary["constants"]

#: What a library may offer besides promises, or in their place.
OTHER_SUBJECTS = {subject for subject in _vocabulary["subjects"] if subject != "promises"}

#: The kinds of calls that take a completion handler.
CALL_KINDS = _vocabulary["calls"]

#: The words of calls about channels: the kinds of channels, and what is done with one.
CHANNEL_WORDS = _vocabulary["channels"]

#: The words of calls about scopes: the call that makes one, and what is done with one.
SCOPE_WORDS = _vocabulary["scopes"]

#: The names that an adapter may define. Only Python has `driver`, which replaces `quiescence`, and `on_unhandled`.
ADAPTER_WORDS = [re.sub("([A-Z])", r"_\1", word).lower() for word in _vocabulary["adapter"] if word != "quiescence"]
ADAPTER_WORDS += ["driver", "on_unhandled", "calls", "finish", "awaited", "channels", "send", "receive", "offer",
                  "poll", "close", "fail", "full", "empty", "ended", "scope", "add", "remove", "launch", "notify", "holds",
                  "task_scope", "spawn"]

#: The most characters of a library's string that a trace contains.
LONGEST_TEXT = _shared["longestTextLength"]
#: Integers from this one on are written as strings.
EXACT_INTEGER_LIMIT = _shared["exactIntegerLimit"]

#: Milliseconds that the host waits before it gives up, unless the request says otherwise.
USUAL_PATIENCE = _shared["patienceMilliseconds"]
#: Milliseconds more for each event so far: a library may pass an outcome down 100,000 links without an event.
PATIENCE_PER_EVENT = _shared["patiencePerEventMilliseconds"]
#: So many times the patience, from the begin of a run, the host waits for threads that compute.
PATIENCE_WHILE_COMPUTING = _shared["patienceWhileComputing"]
#: The least number of seconds between two looks at whether threads compute.
COMPUTATION_STEP = _shared["computationStepMilliseconds"] / 1000
#: After so many drains without an event, an adapter that still reports work counts as one that always does.
FRUITLESS_DRAINS = _shared["fruitlessDrains"]
#: An adapter that reports work so many times in a row before any promise exists always does.
EMPTY_DRAINS = _shared["emptyDrains"]
#: Between two looks at the library, no more than this part of the patience counts.
LONGEST_STEP_SHARE = _shared["longestStepShare"]
#: In milliseconds: a phase waits for timers that are due within this time, or later if the program asks for more.
USUAL_HORIZON = _shared["usualHorizonMilliseconds"]
#: The most that a phase waits for a timer: a library may start its handlers with timers of any length.
FARTHEST_HORIZON = _shared["farthestHorizonMilliseconds"]
#: After so many waits that brought no event, the host stops waiting for timers beyond the usual horizon.
FRUITLESS_WAITS = _shared["fruitlessWaits"]
#: Seconds between two reads of the kernel's counters, which show whether a thread ran.
KERNEL_PAUSE = _shared["kernelPauseMilliseconds"] / 1000
#: For so many milliseconds after the end of input, late events are still reported.
LINGER = _shared["lingerMilliseconds"]

#: The share of the library's lines at which lanes are interrupted.
INTERRUPTED_LINES = _shared["interruptedLineShare"]
#: The longest interruption, in seconds.
LONGEST_INTERRUPTION = _shared["longestInterruptionMilliseconds"] / 1000
#: The higher it is, the fewer interruptions are long.
INTERRUPTION_EXPONENT = _shared["interruptionExponent"]
#: The most interruptions of a lane.
MOST_INTERRUPTIONS = _shared["mostInterruptions"]

#: How many registrations are timed together.
MEASUREMENT_BATCH = _shared["measurementBatch"]
#: In nanoseconds: a level that takes longer, judging by its shortest batch, is the last.
MEASUREMENT_LIMIT = _shared["measurementLimitNanoseconds"]
#: The largest reading, in nanoseconds.
LONGEST_READING = _shared["longestReadingNanoseconds"]

#: The exit status of a host that cannot load its library, and of one that cannot perform a program.
FATAL_STATUS = _shared["fatalExitStatus"]
BROKEN_STATUS = _shared["brokenExitStatus"]
