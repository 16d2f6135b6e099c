"""Puts conformance into the `swift test` of a new package, and holds what the pages promise of it.

    check.py    in the root of the project; APLUS_CHECK names the program

From an empty directory, the package is built once; then `swift test` passes, fails with a picture, passes with a baseline,
and outlives a library that traps. Prints each command with its seconds and the lines that it wrote. A first build takes a
minute or two.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path.cwd()
PACKAGE = ROOT / "Tests/TestingPackage/Package"
#: What the dependency costs at most: packages that are fetched, and modules that are compiled.
PINS = {"swift-collections"}
MODULES = {
    "APlusAdapter", "APlusHost", "APlusJSON", "APlusModel", "APlusQuiescence", "APlusTesting", "InternalCollectionsUtilities",
    "OrderedCollections",
}
MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "callbacks", platforms: [.macOS(.v15)], dependencies: [.package(path: "../aplus-check")],
  targets: [.testTarget(name: "MyLibTests", dependencies: [.product(name: "APlusTesting", package: "aplus-check")])])
"""
CALLBACKS = """\
import APlusTesting
import Testing

@Test func calls() async {
  await expectCallback { done in
    done()
    done()
  }
}
"""
LATE = "DispatchQueue.main.async { observer(outcome) }"
SELF = "return next.settle(.failure(SelfResolution()))"


def main():
    with tempfile.TemporaryDirectory(prefix="aplus-testing-") as folder:
        package = pathlib.Path(folder) / "mylib"
        (pathlib.Path(folder) / "aplus-check").symlink_to(ROOT)
        shutil.copytree(PACKAGE, package)
        check_callbacks(pathlib.Path(folder) / "callbacks")
        check_cost(package, run(package, "swift", "build", "--build-tests"), PINS, MODULES)
        check(run(package, "swift", "test"), 0, "conforms(_:) with")
        library = package / "Sources/MyLib/Promise.swift"
        right = library.read_text()

        library.write_text(replaced(right, LATE, "lock.async { observer(outcome) }; observer(outcome)"))
        faulty = run(package, "swift", "test")
        check(faulty, 1, "requirement → 2.2.4", "ran inside then", "expected ", "│ observed", "--filter 2.2.4-")
        check(faulty, 1, "the callback was called before the function returned; expected later", "Promise.swift:")

        library.write_text(replaced(right, SELF, "fatalError()"))
        trapping = run(package, "swift", "test")
        check(trapping, 1, "requirement → 2.3.1", "aplus.crash", "Test run with 2 tests")
        if "requirement → 2.2.4" in issues(trapping.stdout):
            fail(trapping, "a trap in one case fails others")

        baseline = package / "Tests/MyLibTests/expected-failures.txt"
        baseline.write_text("2.3.1-*  crash  # a promise that waits for itself traps, by design\n")
        check(run(package, "swift", "test"), 0, "known issue", "passed after")

        library.write_text(right)
        check(run(package, "swift", "test"), 1, "passes, but", "delete that entry")
        baseline.write_text("2.3.1-*  crash\n")
        check(run(package, "swift", "test"), 1, "wrote no results (exit status 3)", "expected # and the reason")


def run(package, *command):
    start = time.monotonic()
    result = subprocess.run(command, cwd=package, capture_output=True, text=True)
    result.stdout += result.stderr
    lines = result.stdout.count("\n")
    print(f"{time.monotonic() - start:6.1f} s  status {result.returncode}  {lines:4} lines  {' '.join(command)}", flush=True)
    return result


def check_callbacks(package):
    """A package that has no promises, only callbacks: it compiles two modules more."""
    shutil.copytree(PACKAGE / "Tests/MyLibTests", package / "Tests/MyLibTests")
    (package / "Tests/MyLibTests/ConformanceTests.swift").unlink()
    (package / "Tests/MyLibTests/CallbackTests.swift").write_text(CALLBACKS)
    (package / "Package.swift").write_text(MANIFEST)
    check_cost(package, run(package, "swift", "build", "--build-tests"), PINS, {"APlusQuiescence", "APlusTesting"})
    check(run(package, "swift", "test"), 1, "the callback was called twice", "CallbackTests.swift:7")


def check_cost(package, build, expected_pins, expected_modules):
    check(build, 0)
    resolved = package / "Package.resolved"
    pins = {pin["identity"] for pin in json.loads(resolved.read_text())["pins"]} if resolved.exists() else set()
    if pins != expected_pins:
        fail(build, f"fetched {sorted(pins)}; expected {sorted(expected_pins)}")
    modules = {path.stem for path in package.glob(".build/*/debug/Modules/*.swiftmodule")}
    own = {path for path in modules if path.lower().startswith(("mylib", "callbackspackage"))}
    if modules - own != expected_modules:
        fail(build, f"compiled {sorted(modules - own)}; expected {sorted(expected_modules)}")
    print(f"          fetched {', '.join(sorted(pins)) or 'nothing'}; compiled {len(modules - own)} modules besides its own")


def check(result, status, *words):
    if result.returncode != status:
        fail(result, f"status {result.returncode}; expected {status}")
    for word in words:
        if word not in result.stdout:
            fail(result, f"no {word!r} in the output")


def issues(text):
    return "\n".join(line for line in text.splitlines() if "recorded an issue" in line)


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"error: Promise.swift has not exactly one {old!r}")
    return text.replace(old, new)


def fail(result, message):
    sys.exit(f"{result.stdout}\nerror: {' '.join(result.args)}: {message}")


main()
