"""The plugin for pytest: one test for each requirement that aplus-check asks of an adapter.

An adapter file that the option `aplus_adapters` matches is collected, by default `aplus_adapter.*`. A test function with the
marker `aplus` gets a test for each requirement, and asks for the verdict itself:

    @pytest.mark.aplus("./adapter", "--quick")
    def test_promises(aplus_requirement):
        aplus_requirement.check()

The adapter is run once, when the first of these tests runs, and only for the requirements whose tests are selected.
"""

import dataclasses
import fnmatch
import json
import os
import subprocess
import tempfile

import pytest

from aplus_check import environment, program

#: The name of the test for what a run reports besides its cases: the baseline, and capabilities that it requires.
REST = "run"

#: Above this number of requirements, the whole selection is run, because a command line has a limited length.
FILTERS = 100


def pytest_addoption(parser):
    parser.addini("aplus_adapters", "globs of adapter files and manifests to collect", type="args", default=["aplus_adapter.*"])
    parser.addini("aplus_arguments", "arguments of each run of aplus-check, such as --quick", type="args", default=[])


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "aplus(adapter, *arguments): run aplus-check on the adapter, one test for each requirement")
    config.stash[RUNS] = {}


class Failure(Exception):
    """The sentences about a requirement that is violated, or about a run that gave no verdict."""


class Run:
    """A run of the program on an adapter, for the requirements whose tests are selected."""

    def __init__(self, adapter, arguments, folder):
        self.adapter, self.arguments, self.folder = adapter, arguments, folder
        self.names = [*self.listed(), REST]
        self.wanted = set()
        self.found = None

    def listed(self):
        """The requirements of the selected cases, in their order."""
        done = self.started("--list", "--json")
        if done.returncode != 0:
            raise Failure(sentence(done))
        return list(dict.fromkeys(case["requirement"] for case in json.loads(done.stdout)["cases"]))

    def results(self):
        """The report of the run, which starts when it is first asked for."""
        if self.found is None:
            try:
                self.found = self.performed()
            except Failure as error:
                self.found = error
        if isinstance(self.found, Failure):
            raise self.found
        return self.found

    def performed(self):
        is_whole = len(self.wanted) > FILTERS or REST in self.wanted or any(word.startswith("--filter") for word in self.arguments)
        narrowed = [] if is_whole else [f"--filter={name}" for name in sorted(self.wanted)]
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "results.json")
            done = self.started(*narrowed, "--quiet", "--no-github", "--report", f"json={report}")
            if not os.path.exists(report):
                raise Failure(sentence(done))
            with open(report, encoding="utf-8") as file:
                results = json.load(file)
        broken = [adapter["launchFailure"]["message"] for adapter in results["adapters"] if adapter["launchFailure"]]
        if broken:
            raise Failure(broken[0])
        return results

    def started(self, *more):
        command = [program(), "run", "--adapter", self.adapter, *self.arguments, *more]
        try:
            return subprocess.run(command, cwd=self.folder, env=environment(), capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failure(f"aplus-check cannot be started: {error}") from error


def sentence(done):
    """Why a command gave no result."""
    return done.stderr.strip() or f"aplus-check ended with status {done.returncode}"


class Requirement:
    """A requirement of a run, or the rest of what the run reports."""

    def __init__(self, run, name):
        self.run, self.name = run, name
        #: What the summary of pytest says of the failure, in one line.
        self.sentence = None

    def check(self):
        """Passes, or ends the test as failed, as skipped, or as failed as the baseline expects."""
        __tracebackhide__ = True
        results, problem = self.outcome()
        if problem and REST in self.run.wanted and self.name != REST:
            pytest.skip(f"the run gave no verdict: the test of `{REST}` says why")
        if problem:
            self.fail(problem, problem)
        if self.name == REST:
            problems = [line for adapter in results["adapters"] for line in rest(adapter, self.run.names)]
            problems += ["the run was interrupted"] if results["interrupted"] else []
            if problems:
                self.fail(problems[0], "\n".join(problems))
            return
        cases = [case for adapter in results["adapters"] for case in adapter["cases"] if case["requirement"] == self.name]
        failing = [case for case in cases if case["standing"] in ("failed", "aftermath", "error", "unexpectedPass")]
        elsewhere = [line for adapter in results["adapters"] for line in incidental(adapter, [self.name])]
        if failing or elsewhere:
            text = next((known["text"] for known in results["requirements"] if known["number"] == self.name), "")
            sentence = f"{self.name}: {observed(failing) if failing else elsewhere[0]}"
            self.fail(sentence, "\n".join([f"{self.name}: {text}", *explained(failing), *elsewhere]))
        expected = [case["expected"]["reason"] for case in cases if case["standing"].startswith("expected")]
        passed = [case for case in cases if case["verdict"] == "conforms"]
        if expected and not all(case in passed for case in cases if case["standing"].startswith("expected")):
            pytest.xfail(expected[0])
        if not passed:
            pytest.skip(reason(cases))

    def fail(self, sentence, text):
        """Ends the test as failed; the summary shows the first line of the sentence."""
        __tracebackhide__ = True
        self.sentence = sentence.strip().splitlines()[0]
        pytest.fail(text, pytrace=False)

    def outcome(self):
        """The results of the run, or why there are none: what is raised inside of an except clause shows both errors."""
        try:
            return self.run.results(), None
        except Failure as error:
            return None, str(error)


def simplest(failing):
    """The failure with the smallest picture."""
    return min(failing, key=lambda case: len(case.get("picture", ())) or 1000)


def observed(failing):
    """What the simplest failure shows, in one sentence."""
    first = simplest(failing)
    if first["standing"] == "unexpectedPass":
        return f"{first['id']} passes, although the baseline expects it to fail"
    if first["standing"] == "aftermath":
        return f"{first['id']} passes alone, fails after {first['aftermathOf']} in the same host"
    return first["error"]["message"] if "error" in first else first["violations"][0]["message"]


def explained(failing):
    """The simplest failure with its picture, and the ids of the others."""
    if not failing:
        return []
    first = simplest(failing)
    lines = [f"{first['id']} {first['title']}"]
    if first["standing"] == "unexpectedPass":
        lines.append(f"passes, although line {first['expected']['line']} of the baseline expects it to fail")
    if first["standing"] == "aftermath":
        lines.append(f"passes alone, fails after {first['aftermathOf']} in the same host")
    lines += [f"violates {fault['requirement']}: {fault['message']} ({fault['type']})" for fault in first.get("violations", ())[:1]]
    lines += [f"{first['error']['message']} ({first['error']['type']})"] if "error" in first else []
    lines += ["", *first["picture"], ""] if "picture" in first else []
    lines += [f"replay  {first['replay']}"] if "replay" in first else []
    others = [case["id"] for case in failing if case is not first]
    lines += [f"and {len(others)} more: {', '.join(others[:5])}{', …' if len(others) > 5 else ''}"] if others else []
    return lines


def reason(cases):
    """Why no case of a requirement has a verdict that counts."""
    if not cases:
        return "no case of it is for this language"
    first = cases[0]
    if first["standing"] == "notReached":
        return f"not reached: {', '.join(first['because'])} is violated"
    if first["standing"] == "advised":
        return f"advice: {first['violations'][0]['message']}"
    return f"{'not run' if first['standing'] == 'notRun' else 'n/a'}: {first['reason']}"


def incidental(adapter, names):
    """The violations of these requirements in cases about other ones."""
    return [f"violates {one['requirement']} in {one['cases']} cases about other requirements, first in {one['firstCase']}: "
            f"{one['first']['message']}" for one in adapter["collected"] if one["requirement"] in names and "expected" not in one]


def rest(adapter, names):
    """What fails a run besides its cases."""
    lines = [f"the adapter lacks {name}, which --require names" for name in adapter["missing"]]
    lines += [f"line {one['entry']['line']} of the baseline: {one['message']}" for one in adapter["stale"]]
    others = [one["requirement"] for one in adapter["collected"] if one["requirement"] not in names]
    return lines + incidental(adapter, others)


RUNS = pytest.StashKey()


def found_run(config, adapter, arguments, folder):
    """The run of an adapter, one for all tests with the same arguments."""
    key = (os.path.join(folder, adapter), *arguments)
    if key not in config.stash[RUNS]:
        config.stash[RUNS][key] = Run(adapter, [*config.getini("aplus_arguments"), *arguments], folder)
    return config.stash[RUNS][key]


# A test function with the marker

def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("aplus")
    if "aplus_requirement" not in metafunc.fixturenames:
        return
    if marker is None or not marker.args:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: found no adapter, expected @pytest.mark.aplus('./adapter')")
    adapter, *arguments = (str(word) for word in marker.args)
    try:
        run = found_run(metafunc.config, explicit(adapter), arguments, str(metafunc.definition.path.parent))
    except Failure as error:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: {error}") from error
    metafunc.parametrize("aplus_requirement", [Requirement(run, name) for name in run.names], ids=run.names)


def explicit(adapter):
    """A path with a slash: without one, the program would take it for the name of an adapter."""
    return adapter if "/" in adapter else f"./{adapter}"


# A collected adapter

def pytest_collect_file(file_path, parent):
    path = os.path.relpath(file_path, parent.config.rootpath)
    globs = parent.config.getini("aplus_adapters")
    if any(fnmatch.fnmatch(path, glob) or fnmatch.fnmatch(file_path.name, glob) for glob in globs):
        return AdapterFile.from_parent(parent, path=file_path)
    return None


class AdapterFile(pytest.File):
    """An adapter, with an item for each requirement."""

    def collect(self):
        adapter = "." if self.path.name == "adapter.json" else explicit(self.path.name)
        try:
            run = found_run(self.config, adapter, [], str(self.path.parent))
        except Failure as error:
            raise self.CollectError(str(error)) from error
        return [RequirementItem.from_parent(self, name=name, requirement=Requirement(run, name)) for name in run.names]


class RequirementItem(pytest.Item):
    """A requirement of an adapter file."""

    def __init__(self, *, requirement, **others):
        super().__init__(**others)
        self.requirement = requirement

    def runtest(self):
        self.requirement.check()

    def reportinfo(self):
        return self.path, None, f"{self.path.name}: {self.name}"


def asked_by(item):
    """The requirement of an item; None for any other test."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    requirement = getattr(item, "requirement", None) or parameters.get("aplus_requirement")
    return requirement if isinstance(requirement, Requirement) else None


def pytest_collection_finish(session):
    """Notes which requirements have to be asked."""
    for item in session.items:
        requirement = asked_by(item)
        if requirement is not None:
            requirement.run.wanted.add(requirement.name)


# What the summary says

@dataclasses.dataclass
class Crash:
    """The place and the words of a failure, with the members that pytest has there."""

    path: str
    lineno: int
    message: str


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Gives a failure its sentence: without a traceback, pytest has no text for its summary."""
    report = (yield).get_result()
    requirement = asked_by(item)
    if requirement is not None and requirement.sentence and report.failed and hasattr(report.longrepr, "reprcrash"):
        report.longrepr.reprcrash = Crash(str(item.path), (item.location[1] or 0) + 1, requirement.sentence)
