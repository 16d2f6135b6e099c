"""A host that says one text in each field of a trace, or does not start and says it in another way."""
import copy
import json
import os
import re
import sys

from texts import group, joined

# The trace of a program of every case: `p` is fulfilled with `D`, and `h` is called.
TRACE = {
    "trace": "aplus-trace/1",
    "ending": "quiet",
    "objects": [
        {"kind": "promise", "names": ["p"]}, {"kind": "mark", "names": ["D"]}, {"kind": "promise"},
        {"kind": "error", "class": "TypeError", "message": "no", "foreign": True},
    ],
    "events": [
        {"n": 1, "s": 0, "e": "begin", "f": 1, "in": "make", "step": 0, "promise": "fulfilled", "with": {"ref": 1}},
        {"n": 2, "s": 0, "e": "end", "f": 1, "gives": {"ref": 0}},
        {"n": 3, "s": 0, "e": "let", "step": 0, "name": "p", "value": {"ref": 0}},
        {"n": 4, "s": 0, "e": "begin", "f": 2, "in": "then", "step": 1, "on": {"ref": 0}, "reg": 1, "ok": "h"},
        {"n": 5, "s": 0, "e": "end", "f": 2, "gives": {"ref": 2}},
        {"n": 6, "s": 0, "e": "mark", "step": 2, "name": ""},
        {"n": 7, "s": 0, "e": "begin", "f": 3, "in": "handler", "reg": 1, "slot": "ok", "fn": "h", "call": 1,
         "argc": 1, "args": [{"ref": 1}]},
        {"n": 8, "s": 0, "e": "end", "f": 3},
        {"n": 9, "s": 0, "e": "phase", "strength": "proved"},
    ],
}


def put(*path):
    """What puts a text into a member of the trace."""
    def change(trace, text):
        place = trace
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = text
    return change


def gets(trace, text):
    """The handler gets a text."""
    trace["events"][6]["args"] = [{"text": text}]


def member(name):
    """The handler gets an error with a text in it."""
    def change(trace, text):
        trace["objects"][3][name] = text
        trace["events"][6]["args"] = [{"ref": 3}]
    return change


def last(kind):
    """Something else happens, with a text."""
    def change(trace, text):
        trace["events"].insert(8, {"n": 9, "s": 0, "e": kind, "value": {"text": text}})
        trace["events"][9]["n"] = 10
    return change


def waiting(trace, text):
    """The handler never runs, and a thread waits in a text."""
    del trace["events"][6:8]
    trace["events"][6]["n"] = 7
    trace["waits"] = [text]


# Fields by which a trace stays one: each text comes by itself.
SOFT = {
    "value": gets,
    "message": member("message"),
    "class": member("class"),
    "uncaught": last("uncaught"),
    "unhandled": last("unhandled"),
    "gives": lambda trace, text: trace["events"][4].update(gives={"text": text}),
    "threw": lambda trace, text: trace["events"][7].update(threw={"text": text}),
    "function": put("events", 6, "fn"),
    "registered": put("events", 3, "ok"),
    "mark": put("objects", 1, "names", 0),
    "name": put("objects", 0, "names", 0),
    "let": put("events", 2, "name"),
    "context": put("events", 6, "context"),
    "waits": waiting,
}

# What ends a host: all texts of an adapter come at once.
HARD = {
    "format": put("trace"),
    "ending": put("ending"),
    "kind": put("objects", 2, "kind"),
    "event": put("events", 2, "e"),
    "frame": put("events", 6, "in"),
    "slot": put("events", 6, "slot"),
    "promise": put("events", 0, "promise"),
    "strength": put("events", 8, "strength"),
    "receiver": put("events", 6, "this"),
    "is": lambda trace, text: trace["events"][6].update(args=[{"is": text}]),
    "bigint": lambda trace, text: trace["events"][6].update(args=[{"bigint": text}]),
    "key": lambda trace, text: trace["events"][6].update({text: 1}),
    "number": put("events", 6, "argc"),
}
SAID = ["fatal", "garbage", "stderr", "crash"]
ENDING = [*HARD, *SAID]
SHARE = 9
# Ways not to start.
REFUSALS = ["fatal", "garbage", "stderr", "hello", "quiescence", "capabilities", "exit"]


def say(line):
    os.write(1, (json.dumps(line) + "\n").encode())


def answer(run, mark, field, text):
    """Answers a run with a text in a field."""
    trace = copy.deepcopy(TRACE)
    trace["events"][5]["name"] = mark
    if field == "fatal":
        say({"fatal": text})
    elif field == "garbage":
        os.write(1, text.replace("\n", " ").encode() + b"\n")
    elif field in ("stderr", "crash"):
        os.write(2, text.encode() + b"\n")
        os._exit(70) if field == "stderr" else os.abort()
    elif field != "none":
        {**SOFT, **HARD}[field](trace, text)
    say({"run": run, "trace": trace})


def refuse(way, text, hello):
    """Does not start."""
    if way == "fatal":
        say({"fatal": text})
    elif way == "garbage":
        os.write(1, text.replace("\n", " ").encode() + b"\n")
    elif way in ("stderr", "exit"):
        os.write(2, ("Error: " + text if way == "exit" else text).encode() + b"\n")
    else:
        say({**hello, way: [text] if way == "capabilities" else text})
    sys.exit(1)


def main():
    number = int(sys.argv[1])
    label = joined(number, 0)
    hello = {
        "hello": "aplus-host/1", "adapter": label, "language": joined(number, 1), "library": joined(number, 2),
        "version": joined(number, 3), "capabilities": [], "quiescence": "proved",
    }
    if len(sys.argv) > 2:
        refuse(sys.argv[2], joined(number, REFUSALS.index(sys.argv[2])), hello)
    say(hello)
    texts = group(number)
    for line in sys.stdin:
        message = json.loads(line)
        # The id of a case is not sent; the mark of its program says what is asked.
        marks = [step for step in message["program"]["steps"] if step.get("verb") == "mark"]
        name = marks[0]["mark"] if marks else "none"
        field, place = re.fullmatch(r"([a-z]+)(\d*)", name).groups()
        # A host ends after each of these, so that an adapter says its share of them.
        if field in ENDING and (ENDING.index(field) + number) % SHARE:
            field = "none"
        text = texts[int(place) % len(texts)] if place else joined(number, len(field))
        answer(message["run"], name, field, text)


if __name__ == "__main__":
    main()
