"""What the end of a run says: what was skipped and why, what was run again; and that a failure ends nothing else."""

import ast
import gc
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from .browser.conftest import trouble_of_driver
from .conftest import MOST_RERUNS

TESTS = """
import pathlib
import pytest

@pytest.mark.flaky(reruns=1)
@pytest.mark.parametrize("n", range({again}))
def test_late(n):
    before = pathlib.Path(f"{{n}}.txt")
    if not before.exists():
        before.touch()
        pytest.fail("the page was late")

@pytest.mark.parametrize("n", range(3))
def test_skipped(n):
    pytest.skip("no dictionary beside the checkout" if n else "no Graphviz")
"""


# What these runs need of the plugins that are installed; to load all of them takes longer than the tests.
PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
LOADED = ("-p", "xdist", "-p", "pytest_rerunfailures")

Run = Callable[[int, str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    """A run of a few tests under the conftest.py of all, once for each number of reruns and of workers."""

    @cache
    def once(again: int, workers: str) -> subprocess.CompletedProcess[str]:
        folder = tmp_path_factory.mktemp("run")
        shutil.copy(Path(__file__).with_name("conftest.py"), folder)
        (folder / "test_it.py").write_text(TESTS.format(again=again))
        (folder / "pytest.ini").touch()
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *LOADED, "-n", workers, "test_it.py"]
        environment = os.environ | PLUGINS
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)

    return once


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize("again", [0, MOST_RERUNS, MOST_RERUNS + 1])
def test_too_many_reruns_are_a_failure(again: int, workers: str, run: Run):
    done = run(again, workers)
    assert done.returncode == (again > MOST_RERUNS), done.stdout + done.stderr
    late = re.findall(r"^test_it\.py::test_late\[\d\] \(call\): .*the page was late$", done.stdout, re.MULTILINE)
    assert len(late) == len(set(late)) == again
    assert (f"{again} run again" in done.stdout) == bool(again)
    assert ("this run has not passed" in done.stdout) == (again > MOST_RERUNS)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_end_says_what_was_skipped_and_why(workers: str, run: Run):
    done = run(MOST_RERUNS, workers)
    assert "== 3 skipped ==" in done.stdout
    assert re.search("^   1  no Graphviz\n   2  no dictionary beside the checkout\n", done.stdout, re.MULTILINE)


def test_a_finalizer_that_parses_ends_no_parsing():
    """As the log of a task that failed unseen does, where pytest reads the source of a failure."""

    class Late:
        def __init__(self):
            self.itself = self

        def __del__(self):
            deeper(30)

    def deeper(levels: int) -> ast.AST:
        return deeper(levels - 1) if levels else ast.parse("a = [1, 2]")

    before = gc.get_threshold()
    gc.set_threshold(50, 1, 1)
    try:
        Late()
        assert len(ast.parse("x = [1, (2, 3)]\n" * 2000).body) == 2000
        assert gc.isenabled()
    finally:
        gc.set_threshold(*before)


@pytest.mark.browser
def test_a_driver_that_cannot_start_is_named(tmp_path: Path):
    assert trouble_of_driver() == ""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'node: libatomic.so.1: cannot open shared object file' >&2\nexit 127\n")
    python.chmod(0o755)
    assert "does not start: node: libatomic.so.1: cannot open" in trouble_of_driver(str(python))
