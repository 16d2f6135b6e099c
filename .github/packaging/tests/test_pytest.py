"""The plugin inside the real pytest, with the aplus-check that is on the PATH."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
CASES = ["--filter=2.1.2.1-a.*", "--filter=2.2.4-a.*", "--filter=2.3.3.1-*", "--seed=1"]
TEST = f"""
import pytest

@pytest.mark.aplus("adapter.py", *{CASES})
def test_promises(aplus_requirement):
    aplus_requirement.check()
"""


@pytest.fixture
def folder(tmp_path):
    shutil.copy(HERE / "adapter.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run(folder, *arguments, **environment):
    """What pytest says in a folder, without the plugins of this machine."""
    variables = {"COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(HERE.parent / "pypi"), **environment}
    command = [sys.executable, "-m", "pytest", "-p", "aplus_check.pytest_plugin", "-p", "no:cacheprovider", "-v", "-rA", *arguments]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_requirement_passes_fails_with_a_picture_or_is_skipped(folder):
    (folder / "test_promises.py").write_text(TEST)
    status, output = run(folder)
    assert status == 1
    assert "PASSED test_promises.py::test_promises[2.1.2.1]" in output
    assert "FAILED test_promises.py::test_promises[2.2.4] - 2.2.4: `h` (onFulfilled) ran inside then" in output
    assert "ran inside then on p (aplus.zalgo)" in output
    assert "│ observed" in output
    assert "replay  " in output and "--filter 2.2.4-a.fulfilled.already --seed 1" in output
    assert "n/a: thenables" in output
    assert "PASSED test_promises.py::test_promises[run]" in output
    assert "1 failed, 2 passed, 1 skipped" in output
    # The frames of the plugin say nothing about the library.
    assert "pytest_plugin.py" not in output


def test_the_baseline_decides_what_is_expected_and_what_is_out_of_date(folder):
    (folder / "known.txt").write_text(
        "2.2.4-a.*.already zalgo # it calls at once\nelsewhere:2.2.4 zalgo # it calls at once\n2.1.2.1-a.already state # it is said to\n")
    (folder / "test_promises.py").write_text(TEST.replace('"adapter.py"', '"adapter.py", "--baseline=known.txt"'))
    status, output = run(folder)
    assert status == 1
    assert "XFAIL test_promises.py::test_promises[2.2.4] - it calls at once" in output
    assert "2.1.2.1-a.already" in output and "line 3 of the baseline expects it to fail" in output
    assert "1 failed, 1 passed, 1 skipped, 1 xfailed" in output


def test_an_adapter_file_is_collected_and_only_what_is_selected_is_run(folder):
    (folder / "adapter.py").rename(folder / "aplus_adapter.py")
    (folder / "pytest.ini").write_text(f"[pytest]\naplus_arguments = {' '.join(CASES)} --report=jsonl=lines\n")
    status, output = run(folder, "-k", "2.1.2.1")
    assert status == 0
    assert "aplus_adapter.py::2.1.2.1 PASSED" in output
    assert "1 passed, 3 deselected" in output
    (folder / "lines").unlink()
    assert run(folder, "--collect-only")[0] == 0
    assert not (folder / "lines").exists()


def test_a_run_is_narrowed_to_the_selected_requirements(folder):
    (folder / "adapter.py").rename(folder / "aplus_adapter.py")
    (folder / "pytest.ini").write_text("[pytest]\naplus_arguments = --chapter=aplus --report=jsonl=lines\n")
    assert run(folder, "-k", "2.1.2.1")[0] == 0
    assert '"2.1.2.1-a.already"' in (folder / "lines").read_text()
    assert '"2.2.4-a.fulfilled.already"' not in (folder / "lines").read_text()


@pytest.mark.parametrize("text, words", [
    ("import nothing_of_this_name\n", "nothing_of_this_name"), ("def drain(): return False\n", "deferred")])
def test_an_adapter_that_cannot_start_fails_one_test_with_the_reason(folder, text, words):
    (folder / "adapter.py").write_text(text)
    (folder / "test_promises.py").write_text(TEST)
    status, output = run(folder)
    assert status == 1
    assert words in output
    assert "FAILED test_promises.py::test_promises[run]" in output
    assert "the run gave no verdict: the test of `run` says why" in output
    assert "During handling" not in output and "1 failed, 3 skipped" in output
    status, output = run(folder, "-k", "2.2.4")
    assert status == 1 and words in output


def test_a_marker_without_adapter_and_a_missing_program_are_errors(folder):
    (folder / "test_promises.py").write_text(TEST.replace(f'"adapter.py", *{CASES}', ""))
    status, output = run(folder)
    assert status != 0 and "found no adapter, expected @pytest.mark.aplus('./adapter')" in output
    (folder / "test_promises.py").write_text(TEST)
    status, output = run(folder, PATH=os.path.dirname(sys.executable))
    assert status != 0 and "aplus-check cannot be started" in output


def test_what_a_run_requires_is_a_test_of_its_own(folder):
    (folder / "test_promises.py").write_text(TEST.replace('"adapter.py"', '"adapter.py", "--require=threads"'))
    status, output = run(folder)
    assert status == 1
    assert "FAILED test_promises.py::test_promises[run]" in output
    assert "FAILED test_promises.py::test_promises[run] - the adapter lacks threads, which --require names" in output


def test_a_virtual_environment_that_is_not_active_runs_adapters(tmp_path):
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    script = "import aplus_check, shutil; print(shutil.which('python3', path=aplus_check.environment()['PATH']))"
    variables = {**os.environ, "PYTHONPATH": str(HERE.parent / "pypi")}
    for python, expected in ((folder / "bin" / "python3", folder / "bin" / "python3"), (sys.executable, shutil.which("python3"))):
        said = subprocess.run([python, "-c", script], env=variables, capture_output=True, text=True, check=True).stdout
        assert said.strip() == str(expected)
