"""Puts hostile texts into the strings of every kind of file that the command reads, and says where one comes out as it went in.

    strings.py COMMAND SPECS DIRECTORY SEED COUNT|all

`all` replaces each string and each name of a member, one at a time, by all texts in one; the next place begins with the next text,
because what begins a line matters. COUNT tries so many places with a single text, as the seed picks them; their kinds of file come
by turns.
"""
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import check
from host import TRACE
from texts import TEXTS

COMMAND, SPECS, DIRECTORY, SEED, COUNT = sys.argv[1:]
SPECS, DIRECTORY = pathlib.Path(SPECS), pathlib.Path(DIRECTORY).resolve()
LONG = ["\x1b[31m::error::" * 20_000]
HOST = "import sys\nfor line in open('hello.json'): print(line.strip(), flush=True)\nfor line in sys.stdin: print(open('answer.json').read().strip(), flush=True)\n"
KINDS = ["junit=r/run.xml", "json=r/run.json", "json+traces=r/all.json", "jsonl=r/run.jsonl", "html=r/page.html", "tap=r/run.tap", "markdown=r/run.md",
         "github=r/github", "badge=r/badge.json", "board=r/board", "results=r/results", "ctrf=r/ctrf.json"]
REPORTS = [word for kind in KINDS for word in ("--report", kind)]
CASE = "2.2.2.1-x0"
RUN = ["run", "--adapter", "./adapter", "--specs", "specs", "--timeout", "5", "--jobs", "1", "--seed", "1"]
# What is run with a file that has a text in it.
COMMANDS = {
    "specs": [["list"], ["list", "--json"], ["list", "--untestable"], ["explain", CASE], ["explain", "2.2.2.1"], ["explain", "2.2"],
              [*RUN, *REPORTS, "-v"]],
    "adapter/adapter.json": [["adapters"], [*RUN, *REPORTS, "-v"]],
    "adapter/expected-failures.txt": [[*RUN, *REPORTS, "-v"], [*RUN, "--update-baseline", "--report", "none"]],
    "adapter/hello.json": [[*RUN, *REPORTS, "-v"]],
    "adapter/answer.json": [[*RUN, *REPORTS, "-v"], [*RUN, "--report", "github=-", "--color", "always"]],
    "aplus.json": [[*RUN, "-v"], [*RUN, "--profile", "p", "--report", "none"]],
    "run.json": [["merge", "run.json", *REPORTS, "-v"], ["compare", "first.json", "run.json", "-v"],
                 ["compare", "run.json", "first.json", "--json"], ["board", "--from", "run.json", "--output", "r/made"],
                 ["replay", CASE, "--from", "run.json"], ["judge", "run.json", *REPORTS, "-v"]],
    "run.jsonl": [["merge", "run.jsonl", *REPORTS, "-v"], ["merge", "run.jsonl", "first.json", "--report", "json=-"]],
    "trace.json": [["replay", "trace.json", "--color", "always"], ["judge", "trace.json", *REPORTS, "-v"]],
}
STYLE = re.compile("\x1b\\[(?:[0-2]|3[1-3])m")


def places(value, path=()):
    """The strings and the names of members in a document."""
    if isinstance(value, str):
        yield path, False
    elif isinstance(value, dict):
        for key, member in value.items():
            yield (*path, key), True
            yield from places(member, (*path, key))
    elif isinstance(value, list):
        for number, element in enumerate(value):
            yield from places(element, (*path, number))


def replaced(document, path, is_name, text):
    document = copy.deepcopy(document)
    place = document
    for step in path[:-1]:
        place = place[step]
    if is_name:
        place[text] = place.pop(path[-1])
    else:
        place[path[-1]] = text
    return document


def run(arguments, folder, environment=None):
    base = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "LANG": "C.UTF-8"}
    if arguments[0] in ("list", "explain", "merge", "compare", "board", "judge", "replay"):
        arguments = [*arguments, "--specs", "specs"]
    return subprocess.run(
        [COMMAND, *arguments], cwd=folder, env={**base, **(environment or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def project(folder):
    """A small project: cases, an adapter whose host reads what it says from files, results and a trace."""
    chapter = folder / "specs" / "aplus"
    chapter.mkdir(parents=True)
    shutil.copy(SPECS / "tables.json", folder / "specs")
    for name in ("requirements.json", "kinds.json", "official-map.json"):
        shutil.copy(SPECS / "aplus" / name, chapter)
    cases = [
        {"id": f"2.2.2.1-x{number}", "title": "A handler gets what its promise has", "decides": ["propagation"], "functions": {"h": {}},
         "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": "D"}}, {"then": "p", "ok": "h"}, {"mark": "m"}],
         "expect": [{"runs": "h", "times": 1, "with": "D"}], "needs": ["combinators:race"] if number == 2 else []}
        for number in range(3)]
    for case in cases:
        if not case["needs"]:
            del case["needs"]
    put(folder / "specs/aplus/cases.json", {"format": "aplus-cases/1", "chapter": "aplus", "cases": cases})
    adapter = folder / "adapter"
    adapter.mkdir()
    put(adapter / "adapter.json", {
        "format": "aplus-adapter/1", "name": "a", "language": "l", "library": "b", "command": ["python3", "-S", "host.py"],
        "packages": {"apt": ["c"], "pip": ["d"]}, "environment": ["E"]})
    (adapter / "host.py").write_text(HOST)
    put(adapter / "hello.json", {
        "hello": "aplus-host/1", "adapter": "a", "language": "l", "library": "b", "version": "1", "capabilities": ["combinators:race"],
        "quiescence": "proved"})
    trace = copy.deepcopy(TRACE)
    trace["events"][6]["args"] = [{"text": "no"}]
    trace["events"][5]["name"] = "m"
    trace["waits"] = ["thread 1 (a) waits for b"]
    put(adapter / "answer.json", {"run": 1, "trace": trace})
    put(folder / "aplus.json", {
        "config": "aplus-config/1", "filter": ["2.2.2.1-x0"], "report": ["none"],
        "profiles": {"p": {"seed": 1, "chapter": ["aplus"], "require": "combinators:race"}}})
    (adapter / "expected-failures.txt").write_text("2.2.2.1-x0 value # a reason\n2.2.2.1-x1 value? # another\n")
    made = run([*RUN, "--filter", CASE, "--report", "json+traces=run.json", "--report", "jsonl=run.jsonl", "--report", "traces=t"], folder)
    trace = next(iter(sorted((folder / "t").rglob("*.json"))), None)
    if trace is None or not (folder / "run.json").exists():
        sys.exit(f"no result to begin with: {made.stdout.decode()}{made.stderr.decode()}")
    shutil.copy(trace, folder / "trace.json")
    shutil.copy(folder / "run.json", folder / "first.json")
    for name in ("t", "state", "reports"):
        shutil.rmtree(folder / name, ignore_errors=True)


def put(path, document):
    path.write_text(json.dumps(document))


def kind_of(place):
    """The names on the way to a place, with a star for each that the file has chosen: of functions, tables, ids."""
    names = []
    for number, step in enumerate(place):
        if isinstance(step, int):
            continue
        owner = place[number - 1] if number else None
        is_entry = isinstance(owner, int) and number > 2 and place[number - 3] in ("dimensions", "tables") and step != "key"
        is_chosen = owner in ("functions", "dimensions", "tables", "contexts") or is_entry or re.search(r"[\d ]", step)
        names.append("*" if is_chosen else step)
    return tuple(names)


def spec_places(rng):
    """A place for each kind of string in the project's own cases: the last two names of its path."""
    found = {}
    for path in sorted(SPECS.glob("*/*.json")):
        if path.name in ("requirements.json", "kinds.json", "official-map.json"):
            continue
        whole = json.loads(path.read_text())
        if "cases" not in whole:
            continue
        for number, case in enumerate(whole["cases"]):
            for place, is_name in places(case):
                found.setdefault((kind_of(place)[-2:], is_name), []).append((path, number, place))
    for (_, is_name), several in sorted(found.items(), key=str):
        path, number, place = rng.choice(several)
        yield path, number, place, is_name


def attacks(folder, rng):
    """By kind of file: what replaces a string, as a function of a folder and a text."""
    kinds = {}
    for name in COMMANDS:
        if name.endswith(".json"):
            document = json.loads((folder / name).read_text())
            kinds[name] = [("document", document, *place) for place in places(document)]
    lines = [json.loads(line) for line in (folder / "run.jsonl").read_text().splitlines()]
    kinds["run.jsonl"] = [("line", number, *place) for number, line in enumerate(lines) for place in places(line)]
    kinds["adapter/expected-failures.txt"] = [("word", number) for number in range(4)]
    specs = []
    for name in ("tables.json", "aplus/requirements.json", "aplus/kinds.json", "aplus/official-map.json", "aplus/cases.json"):
        document = json.loads((folder / "specs" / name).read_text())
        seen = {}
        for place, is_name in places(document):
            seen.setdefault((kind_of(place)[-3:], is_name), (place, is_name))
        specs += [("spec", name, *place) for place in seen.values()]
    specs += [("case", *place) for place in spec_places(rng)]
    kinds["specs"] = specs
    return kinds


def apply(folder, kind, attack, text):
    what = attack[0]
    if what == "document":
        put(folder / kind, replaced(*attack[1:], text))
    elif what == "line":
        lines = [json.loads(line) for line in (folder / kind).read_text().splitlines()]
        lines[attack[1]] = replaced(lines[attack[1]], attack[2], attack[3], text)
        (folder / kind).write_text("".join(json.dumps(line) + "\n" for line in lines))
    elif what == "word":
        words = ["2.2.2.1-x0", "value", "#", "a reason"]
        words[attack[1]] = text
        (folder / kind).write_text(" ".join(words) + "\n", errors="surrogatepass")
    elif what == "spec":
        path = folder / "specs" / attack[1]
        put(path, replaced(json.loads(path.read_text()), attack[2], attack[3], text))
    else:
        source, number, place, is_name = attack[1:]
        chapter = folder / "specs" / source.parent.name
        chapter.mkdir(exist_ok=True)
        for name in ("requirements.json", "kinds.json", "official-map.json"):
            if (source.parent / name).exists():
                shutil.copy(source.parent / name, chapter)
        whole = json.loads(source.read_text())
        whole["cases"] = [replaced(whole["cases"][number], place, is_name, text)]
        put(chapter / "more.json", whole)


def attempt(job):
    number, base, kind, attack, text = job
    folder = DIRECTORY / f"attempt-{number}"
    shutil.copytree(base, folder)
    found = []
    try:
        apply(folder, kind, attack, text)
        for arguments in COMMANDS[kind]:
            done = run(arguments, folder)
            words = " ".join(arguments[:3])
            if done.returncode not in (0, 1, 2, 3, 5, 64, 130):
                found.append(f"{words}: status {done.returncode}: {done.stderr[-300:]!a}")
            # There the command's own annotations are expected.
            outputs = {"github" if "github=-" in arguments else "output": done.stdout.decode(), "error": done.stderr.decode()}
            if "always" in arguments:
                outputs = {name: STYLE.sub("", output) for name, output in outputs.items()}
            found += [f"{words}: {fault}" for fault in check.texts(outputs) + check.reports(folder / "r")]
    except subprocess.TimeoutExpired as late:
        found.append(f"no end: {late.cmd[1:4]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [f"{kind} {attack[1:] if attack[0] != 'document' else attack[2:]} {text[:40]!a}: {fault}" for fault in found]


def main():
    rng = random.Random(int(SEED))
    base = DIRECTORY / "base"
    project(base)
    kinds = attacks(base, rng)
    texts = TEXTS + LONG
    if COUNT == "all":
        every = [(kind, attack) for kind in kinds for attack in kinds[kind]]
        chosen = [(*place, "\n".join(TEXTS[first:] + TEXTS[:first])) for number, place in enumerate(every)
                  for first in [(int(SEED) + number) % len(TEXTS)]]
    else:
        names = sorted(kinds)
        chosen = [(name, rng.choice(kinds[name]), rng.choice(texts)) for name in (names[n % len(names)] for n in range(int(COUNT)))]
    jobs = [(number, base, *job) for number, job in enumerate(chosen)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        found = [fault for faults in pool.map(attempt, jobs, chunksize=8) for fault in faults]
    print(f"{len(jobs)} attempts in {sum(len(kinds[kind]) for kind in kinds)} places with {len(texts)} texts, {len(found)} faults")
    print("\n".join(found[:40]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
