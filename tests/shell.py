"""What commands of hierview say in this process, and what other programs do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hierview.cli import main
from tests.samples import ROOT

# Packages that take long to load.
HEAVY = {"pandas", "pyarrow", "scipy", "sklearn", "joblib", "numba", "distributed", "pyoxigraph", "babel"}
HEAVY |= {"reportlab", "PIL", "pyvis", "segno"}


def shown(capsys, *arguments: str, status: int = 0) -> str:
    """What a command writes to the screen that ends with this status, and says nothing else but what a file is."""
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert all(" read as " in line for line in err.splitlines())
    return out


def left_with(capsys, *arguments: str) -> str:
    """What a command prints, such as its help, at which everything ends well."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 0
    return capsys.readouterr().out


def refused(capsys, *arguments: str) -> str:
    """What a mistake is told: on stderr, in one sentence, with exit status 2."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert not out
    *guesses, sentence = err.splitlines()
    assert all(" read as " in line for line in guesses)
    assert sentence.startswith("hierview: ")
    return sentence.removeprefix("hierview: ")


def output(*command: str | Path, cwd: Path = ROOT, environment: Mapping[str, str] | None = None) -> str:
    """What a program says that does its work."""
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, timeout=3600)
    text = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, text[-3000:] + done.stderr.decode("utf-8", "replace")
    return text


def python(code: str) -> str:
    """What a program prints in a Python of its own."""
    return output(sys.executable, "-c", code)


def pdflatex(folder: Path, source: str) -> str:
    """What pdflatex says of a source that it sets; skipped where it is not installed."""
    if not shutil.which("pdflatex"):
        pytest.skip("pdflatex (texlive) is not installed: nothing is compiled")
    options = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")
    return output("pdflatex", *options, source, cwd=folder)
