"""The examples of the README and its guides do what they say: every one is taken from there and run."""

import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import pictures
from docs.blocks import SAMPLES
from hierview import Measure
from hierview.cli import behaviour, main
from hierview.workbench.own.foreign import close_all
from hierview.workbench.sheets.behaviour import behaviour_sheet
from hierview.workbench.sheets.signs import Sheet
from hierview.workbench.sheets.stages import Budget

from .in_process import without_processes
from .samples import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDES = ("README.md", "docs/python.md", "docs/own-measures.md")
SHELL = (ROOT / "docs" / "shell.md").read_text(encoding="utf-8")
SLOW = {"behaviour", "disagree", "benchmark", "classify"}

FIGURES = (".pdf", ".svg", ".png", ".tex")


def shell_examples() -> list[str]:
    """Every command of the shell's blocks."""
    blocks = "".join(re.findall(r"```sh[^\n]*\n(.*?)```", SHELL, re.DOTALL))
    return [shlex.join(shlex.split(line, comments=True)) for line in blocks.splitlines() if line.strip()]


def python(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Nothing is compiled for a few instances; tests/study compares what is.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    command = (sys.executable, *command)
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=600)


def test_the_python_examples_print_what_they_say(tmp_path: Path):
    for guide in GUIDES:
        assert (ROOT / guide).read_text(encoding="utf-8").count("\n>>> ") >= 5
    done = python("-m", "doctest", *(str(ROOT / guide) for guide in GUIDES), cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_is_short_and_leads_to_files_that_there_are():
    assert len(README.splitlines()) <= 150
    assert all((ROOT / path).is_file() for path in re.findall(r"\]\(([^)]+)\)", README))
    assert "make handbook" in README


@pytest.mark.parametrize("name", pictures.FIGURES)
def test_a_picture_of_the_readme_is_todays(name: str):
    assert f"docs/pictures/{name}" in README
    assert (pictures.FOLDER / name).read_bytes() == pictures.figure(name)


def test_the_shell_has_examples():
    assert len(shell_examples()) >= 10
    assert all(line.startswith("hierview ") for line in shell_examples())


def given(words: list[str], folder: Path) -> list[str]:
    """The files that a command writes; those that it reads are put there."""
    written = [word for option, word in itertools.pairwise(words) if option in ("-o", "--output")]
    for word in set(words) - set(written):
        if (SAMPLES / word).is_file():
            shutil.copy(SAMPLES / word, folder)
        elif Path(word).suffix in FIGURES:
            assert main(["figure", "15", "-o", str(folder / word)]) == 0
    return written


SHEETS: dict[tuple[str, Budget], Sheet] = {}


def known_sheet(measure: Measure, budget: Budget, tell) -> Sheet:
    """The sheet of an example's measure, computed for the first command that asks for it: each has the same file."""
    if (str(measure), budget) not in SHEETS:
        SHEETS[str(measure), budget] = behaviour_sheet(measure, budget, tell)
    return SHEETS[str(measure), budget]


@pytest.mark.parametrize(
    "line", [pytest.param(x, marks=[pytest.mark.slow] if x.split()[1] in SLOW else []) for x in shell_examples()]
)
def test_the_shell_examples_run(line: str, tmp_path: Path, monkeypatch, capsys):
    _, *words = shlex.split(line)
    written = given(words, tmp_path)
    had = {path.name for path in tmp_path.iterdir()}
    monkeypatch.chdir(tmp_path)
    without_processes(monkeypatch)
    monkeypatch.setattr(behaviour, "behaviour_sheet", known_sheet)
    status = main(words)
    out, err = capsys.readouterr()
    close_all()
    assert status == 0, out + err
    assert "Traceback" not in err, out + err
    for name in written:
        path = tmp_path / name
        assert any(path.iterdir()) if path.is_dir() else path.stat().st_size > 0
    # What an example names and did not have was made, also where it is no output.
    written += [word for word in words if word not in had and (tmp_path / word).is_file()]
    assert written or re.search(r"\d", out)
    if "--json" in words:
        json.loads(out)


def test_an_example_as_a_program(tmp_path: Path):
    """The one with a measure of one's own, which has a process too."""
    line = next(line for line in shell_examples() if "--measure my.py" in line)
    _, *words = shlex.split(line)
    given(words, tmp_path)
    done = python("-m", "hierview", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    assert re.search(r"\d", done.stdout)
