#!/usr/bin/env python3
"""Records every verdict on every adapter, and compares a run with what is recorded.

    verdicts.py                  compares all adapters; exit status 1 where a verdict differs
    verdicts.py node lwt         compares these only
    verdicts.py --record         writes the table anew
    verdicts.py --record --add   keeps what is recorded, and adds what is seen now

Run it where the adapters and cases are. APLUS_CHECK names the program to ask; without it, it is the
release build of this directory. README.md beside this file describes the table.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).parent / "table"
PROGRAM = os.environ.get("APLUS_CHECK", ".build/release/aplus-check")
CHAPTERS = ["aplus", "once", "zalgo", "cancellation", "contexts", "threads"]
# Chapter `scale` takes longer than all others, in some languages by far: these are asked it.
SCALED = {"asyncio", "completable-future-async", "cpp-pool", "node", "reference"}
# What comes with the tool and is not a mutant.
BUILT_IN = {"reference", "cpp-pool"}
RUNS = 3
# A mutant that its list performs more often than this is a race; `make races` is about those.
FEW_ATTEMPTS = 5
MUTANTS = ["mutants-swift", "mutants-javascript", "mutants-python", "mutants-cpp"]
# The handlers of these run on several threads.
THREADED = {"mutants-cpp"}

# What is recorded beside the cases.
START, CAPABILITIES, NOT_EXPRESSIBLE = "(start)", "(capabilities)", "(not expressible)"
WHOLE = {START, CAPABILITIES, NOT_EXPRESSIBLE}
# What is counted, and has no line.
UNREMARKABLE = {"passed", "n/a"}
# The section with the number of cases of each chapter.
CASES = "(cases)"


# What is asked.


def ask(adapter, chapters, filters=(), variables=None):
    """Runs the program on one adapter, and returns what it reports of it.

    The machine may be busy: what did not start, and cases that unexpectedly ran out of time, get more of it.
    """
    report = ask_once(adapter, chapters, filters, variables)
    if report["launchFailure"]:
        report = ask_once(adapter, chapters, filters, variables, timeout=60)
    late = {
        case["id"]
        for case in report["cases"]
        if case["verdict"] == "error"
        and case["error"]["type"] in ("aplus.timeout", "aplus.computing")
        and "expected" not in case
    }
    if late:
        again = ask_once(adapter, chapters, sorted(late), variables, timeout=60)
        cases = {case["id"]: case for case in again["cases"]}
        report["cases"] = [cases.get(case["id"], case) for case in report["cases"]]
    return report


def ask_once(adapter, chapters, filters, variables, timeout=10):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [PROGRAM, "--adapter", adapter, "--specs", "specs", "--seed", "42", "--jobs", "1"]
        command += ["--timeout", str(timeout), "--quiet", "--report", f"json={report}"]
        command += [word for chapter in chapters for word in ("--chapter", chapter)]
        command += [word for pattern in filters for word in ("--filter", pattern)]
        run = subprocess.run(
            command,
            env={**os.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if run.returncode not in (0, 1, 2) or not os.path.exists(report):
            raise RuntimeError(f"{adapter}: exit status {run.returncode}\n{run.stdout}")
        with open(report) as file:
            return json.load(file)["adapters"][0]


def available():
    """The adapters that can run here, but those of mutants."""
    listed = json.loads(subprocess.check_output([PROGRAM, "adapters", "--json"]))["adapters"]
    return [
        adapter["name"]
        for adapter in listed
        if adapter["available"] and (not adapter["builtIn"] or adapter["name"] in BUILT_IN)
    ]


def library(name, runs):
    """The outcomes of a library; of what may differ from run to run, those of several runs."""
    chapters = CHAPTERS + (["scale"] if name in SCALED else [])
    patterns, requirements = expected_in_some_runs(name)
    first = ask(name, chapters)
    seen = outcomes(first, requirements)
    racing = sorted(
        {
            template(case["id"])
            for case in first["cases"]
            if case["verdict"] != "notApplicable"
            and (
                case["chapter"] == "threads"
                or any(fnmatch.fnmatchcase(case["id"], pattern) for pattern in patterns)
            )
        }
    )
    for _ in range(runs - 1 if racing else 0):
        add(seen, outcomes(ask(name, chapters, racing), requirements))
    return {name: seen}


def expected_in_some_runs(name):
    """The patterns of cases, and the incidental requirements, that a baseline expects in some runs only."""
    path = pathlib.Path("adapters", name, "expected-failures.txt")
    patterns, requirements = [], set()
    for line in path.read_text().splitlines() if path.exists() else []:
        fields = line.split()
        if len(fields) > 1 and fields[1].endswith("?") and not line.startswith("#"):
            kind, _, requirement = fields[0].partition(":")
            if kind == "elsewhere":
                requirements.add(requirement)
            else:
                patterns.append(fields[0])
    return patterns, requirements


def mutants(family, runs):
    """The outcomes of each mutant of a language."""
    chapters = {case["id"]: case["chapter"] for case in listed_cases()}
    seen = {}
    for name, killed_by in sorted(faults(family)):
        own = [chapters[case] for case in chapters if f"{case}.".startswith(f"{killed_by}.")]
        asked = list(dict.fromkeys(["aplus"] + own[:1]))
        adapter, variables = family, {"APLUS_MUTANT": name}
        if family == "mutants-swift":
            adapter, variables = f"mutant:{name}", {}
        elif family == "mutants-javascript":
            adapter, variables = f"{family}:{name}", {}
        section = seen[f"{name} ({', '.join(asked)})"] = {}
        for _ in range(runs if family in THREADED else 1):
            add(section, outcomes(ask(adapter, asked, variables=variables)))
        section.pop(CAPABILITIES, None)
    return seen


def add(seen, more):
    """Adds the outcomes of another run."""
    for case, texts in more.items():
        seen.setdefault(case, set()).update(texts)


def listed_cases():
    command = [PROGRAM, "list", "--json", "--specs", "specs"]
    return json.loads(subprocess.check_output(command))["cases"]


def faults(family):
    """Name and killing case of each mutant that is no race."""
    folder = "mutant" if family == "mutants-swift" else family
    found = json.loads(pathlib.Path("adapters", folder, "faults.json").read_text())["faults"]
    return [
        (row["name"], row["killedBy"])
        for row in found
        if row.get("killedBy") and row.get("attempts", 0) <= FEW_ATTEMPTS
    ]


# What was found, as text.


def outcomes(adapter, left_out=()):
    """The outcome of each case, as a set of one; and what was said of the adapter as a whole."""
    if adapter["launchFailure"]:
        return {START: {adapter["launchFailure"]["type"]}}
    seen = {case["id"]: {outcome(case, left_out)} for case in adapter["cases"]}
    capabilities = set(adapter["host"]["capabilities"])
    capabilities -= {claim["capability"] for claim in adapter["withdrawn"]}
    seen[CAPABILITIES] = {" ".join(sorted(capabilities)) or "none"}
    return seen


def outcome(case, left_out):
    verdict = case["verdict"]
    if verdict == "conforms":
        text = "passed"
    elif verdict == "violates":
        word = "advises" if case.get("level") == "should" else "violates"
        text = f"{word} {violations(case['violations'])}"
    elif verdict == "notReached":
        text = f"not reached {', '.join(case['because'])}"
    elif verdict == "error":
        text = f"error {case['error']['type']}"
    else:
        text = {"notApplicable": "n/a", "notRun": "not run"}[verdict]
    beside = [v for v in case.get("collected", []) if v["requirement"] not in left_out]
    if beside:
        text += f"; beside {violations(beside)}"
    return text + (" (aftermath)" if case.get("repetition") == "aftermath" else "")


def violations(found):
    """Requirements and types in their order, each once."""
    texts = (f"{v['requirement']} {v['type'].removeprefix('aplus.')}" for v in found)
    return ", ".join(dict.fromkeys(texts))


def template(case):
    """The case that a variant comes from: K2-aa of K2-aa.race; a case of `random` is its own."""
    found = re.match(r"(.+?-[a-z]+\d*)(?=\.|$)", case)
    return found[1] if found else case


def table_text(name, sections):
    """The table of one file."""
    lines = ["# aplus-verdicts/2" + ("" if name in SCALED | set(MUTANTS) else ", without scale")]
    for section, seen in sections.items():
        lines += ["", f"== {section}"]
        groups = {}
        for case in sorted(seen, key=natural):
            groups.setdefault(case if case in WHOLE else template(case), []).append(case)
        for key, cases in groups.items():
            lines += folded(key, cases, {case: either(seen[case]) for case in cases})
    return "\n".join(lines) + "\n"


def folded(prefix, cases, texts):
    """Lines for cases whose ids begin alike: one where all end alike, else those of their parts."""
    if cases == [prefix]:
        return [f"{prefix}  {texts[prefix]}"]
    if len({texts[case] for case in cases}) == 1 and len(cases) > 1:
        return [f"{prefix}.* x{len(cases)}  {texts[cases[0]]}"]
    parts = {}
    for case in cases:
        rest = case[len(prefix) + 1 :].split(".")
        parts.setdefault(f"{prefix}.{rest[0]}" if case != prefix else prefix, []).append(case)
    return [line for part, some in parts.items() for line in folded(part, some, texts)]


def told(sections):
    """What a table says: how many cases there are, and of each section what is not unremarkable."""
    chapters = {case["id"]: case["chapter"] for case in listed_cases()}
    cases = set().union(*sections.values()) - WHOLE
    counts = collections.Counter(chapters[case] for case in cases)
    return {
        CASES: {chapter: {str(count)} for chapter, count in counts.items()},
        **{section: remarkable(seen) for section, seen in sections.items()},
    }


def remarkable(seen):
    """All outcomes but passes, and how many cases are not applicable."""
    kept = {case: texts for case, texts in seen.items() if not texts <= UNREMARKABLE}
    kept[NOT_EXPRESSIBLE] = {str(sum(texts == {"n/a"} for texts in seen.values()))}
    return kept


def natural(text):
    """A key that puts h2 before h10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def recorded(name):
    """What the table says: of each section the lines, and the outcomes that each allows."""
    path = TABLE / f"{name}.txt"
    sections, lines = {}, {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith("== "):
            lines = sections[line[3:]] = {}
        elif line and not line.startswith("#"):
            case, text = line.split("  ", 1)
            lines[case] = set(text.split(" | "))
    return sections


def line_of(case, lines):
    """The line that a case has in the table, by itself or with others whose ids begin alike."""
    starts = [case[: dot.start()] for dot in re.finditer(r"\.", case)]
    folds = (line for line in lines if ".* x" in line and line.partition(".* x")[0] in starts)
    return case if case in lines else max(folds, key=len, default=case)


# What differs.


def differences(before, after):
    """Section, case, what was and what is, for each case with an outcome that is not recorded.

    >>> before = {
    ...     "(cases)": {"aplus": {"5"}},
    ...     "x": {"(not expressible)": {"1"}, "2.1-a": {"violates 2.1"}, "2.2-a.* x2": {"passed", "violates 2.2"}},
    ... }
    >>> def after(cases, **outcomes):
    ...     seen = {name.replace("_", "."): {text} for name, text in outcomes.items()}
    ...     names = {"a": "2.1-a", "b.1": "2.2-a.1", "b.2": "2.2-a.2", "b.3": "2.2-a.3", "c": "2.3-a", "d": "2.4-a"}
    ...     sections = {"x": remarkable({names[name]: texts for name, texts in seen.items()})}
    ...     return list(differences(before, {"(cases)": {"aplus": {str(cases)}}, **sections}))
    >>> after(5, a="violates 2.1", b_1="passed", b_2="violates 2.2", c="passed", d="n/a")
    []
    >>> after(4, a="violates 2.1", b_1="passed", b_2="violates 2.2", d="n/a")  # c is lost
    [('(cases)', 'aplus', '5', '4')]
    >>> after(5, a="violates 2.1", b_1="passed", b_2="violates 2.2", c="n/a", d="n/a")
    [('x', '(not expressible)', '1', '2')]
    >>> after(5, a="violates 2.1", b_1="passed", b_2="violates 2.2", c="violates 2.3", d="n/a")
    [('x', '2.3-a', 'n/a | passed', 'violates 2.3')]
    >>> after(5, a="passed", b_1="passed", b_2="passed", c="passed", d="n/a")
    [('x', '2.1-a', 'violates 2.1', 'n/a | passed')]
    >>> after(6, a="violates 2.1", b_1="violates 2.2", b_2="violates 2.2", b_3="violates 2.2", c="passed", d="n/a")
    [('(cases)', 'aplus', '5', '6'), ('x', '3 of 2.2-a.* x2', 'passed | violates 2.2', 'more cases')]
    """
    for section in before.keys() - after.keys():
        yield section, "all cases", "recorded", "not asked"
    for section, seen in after.items():
        absent = {"nothing"} if section == CASES else UNREMARKABLE
        lines = before.get(section, {})
        counts = dict.fromkeys(lines, 0)
        for case, texts in seen.items():
            line = line_of(case, lines)
            counts[line] = counts.get(line, 0) + 1
            allowed = lines.get(line, absent)
            if not texts <= allowed:
                yield section, case, either(allowed), either(texts)
        for line, allowed in lines.items():
            cases = int(line.rpartition(" x")[2]) if ".* x" in line else 1
            if counts[line] > cases:
                yield section, f"{counts[line]} of {line}", either(allowed), "more cases"
            elif counts[line] < cases and not absent & allowed:
                missing = f"{cases - counts[line]} of {line}" if cases > 1 else line
                yield section, missing, either(allowed), either(absent)


def either(texts):
    return " | ".join(sorted(texts))


def keep(seen, before):
    """Adds what is recorded to what was seen; a case without a line passed."""
    for section, cases in seen.items():
        lines = before.get(section, {})
        for case, texts in cases.items():
            known = lines.get(line_of(case, lines), set())
            if not known and lines and not texts <= UNREMARKABLE:
                known = {"passed"}
            texts |= known


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("adapters", nargs="*", help="the only ones to ask")
    parser.add_argument("--record", action="store_true", help="write the table anew")
    parser.add_argument("--add", action="store_true", help="with --record: keep what is recorded")
    parser.add_argument("--jobs", type=int, default=2, help="how many adapters are asked at a time")
    options = parser.parse_args()

    names = options.adapters
    if not names:
        names = available() + MUTANTS if options.record else sorted(p.stem for p in TABLE.glob("*.txt"))
    # What takes longest comes first.
    names.sort(key=lambda name: name not in MUTANTS)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = RUNS if options.record else 1
        asked = {pool.submit(mutants if n in MUTANTS else library, n, runs): n for n in names}
        found, failed = 0, []
        for done in concurrent.futures.as_completed(asked):
            name = asked[done]
            if done.exception():
                failed.append(name)
                print(f"{name}: {done.exception()}", file=sys.stderr, flush=True)
            elif options.record:
                record(name, done.result(), options.add)
            else:
                found += compare(name, done.result())
    if not options.record:
        print(f"{found} differences in {len(names) - len(failed)} adapters")
    if failed:
        print(f"not asked: {', '.join(sorted(failed))}", file=sys.stderr)
    return 1 if found or failed else 0


def record(name, seen, is_addition):
    if is_addition:
        keep(seen, recorded(name))
    TABLE.mkdir(exist_ok=True)
    (TABLE / f"{name}.txt").write_text(table_text(name, told(seen)))
    print(f"{name}: {sum(map(len, seen.values()))} verdicts", flush=True)


def compare(name, seen):
    """Prints what differs, and returns how much it is."""
    found = list(differences(recorded(name), told(seen)))
    for section, case, before, after in found:
        where = name if section == name else f"{name} {section}"
        print(f"{where}: {case}\n  before: {before}\n  after:  {after}", flush=True)
    return len(found)


if __name__ == "__main__":
    sys.exit(main())
