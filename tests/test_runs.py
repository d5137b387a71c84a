"""What the end of a run says of what was skipped; and that a failure ends nothing else."""

import ast
import gc
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .browser.conftest import trouble_of_driver

pytestmark = pytest.mark.slow

TESTS = """
import pytest

@pytest.mark.parametrize("n", range(3))
def test_skipped(n):
    pytest.skip("no dictionary beside the checkout" if n else "no Graphviz")
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_end_says_what_was_skipped_and_why(workers: str, tmp_path: Path):
    """Under the conftest.py of all tests, with one plugin: to load all of them takes longer than the tests."""
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").touch()
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", "-n", workers, "test_it.py"]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
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
