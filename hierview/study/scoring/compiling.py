"""Compiles what usual studies need, for later processes: `python -m hierview.study.scoring.compiling MEASURE …`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress

from ...measures import Measure
from ...measures.lca.measures import LcaMeasure
from ..inputs.example import example_study
from ..inputs.words import split_labels
from .compiled import GRAPHS, compile_graphs_beside, note_compiled


def main(measures: list[str]) -> None:
    """Score the example, and read a line of each ordinary kind; the machine code stays in the user's folder."""
    if measures != [GRAPHS]:
        with suppress(OSError):
            os.nice(15)
        split_labels(b"a b\n")
        split_labels(b"1\ta|b\n", 0, ord("|"))
    example_study().score(measures)
    note_compiled(measures)


def compile_beside(measures: Iterable[Measure]) -> subprocess.Popen[bytes] | None:
    """A process that compiles what is half of the work for these measures, where there is such a half."""
    return compile_graphs_beside() if any(isinstance(measure, LcaMeasure) for measure in measures) else None


def compile_others(compiler: subprocess.Popen[bytes] | None, measures: Iterable[Measure]) -> None:
    """Compile what a process beside this one does not, and wait for it."""
    if compiler is not None:
        example_study().score([measure for measure in measures if not isinstance(measure, LcaMeasure)])
        compiler.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
