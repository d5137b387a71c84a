"""Measures by what is written in a shell: a measure's text, or a Python file that holds some."""

from __future__ import annotations

from ..errors import HierviewError, quoted, suggestion
from ..measures import Measure
from ..workbench.foreign import load_file
from ..workbench.formula import read_measure


def measures_of(text: str) -> tuple[Measure, ...]:
    """The measures in a Python file, or the one that a text names."""
    return load_file(text) if text.endswith(".py") else (read_measure(text),)


def measure_of(text: str) -> Measure:
    """The one measure that a text names: `my.py:name` where a file holds several."""
    path, colon, name = text.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = text, ""
    found = measures_of(path)
    if name:
        found = tuple(m for m in found if str(m) == name) or _unknown(name, found)
    if len(found) > 1:
        raise HierviewError(
            f"{quoted(path, 200)} holds {', '.join(map(str, found))}; name one, as in {path}:{found[0]}"
        )
    return found[0]


def _unknown(name: str, found: tuple[Measure, ...]) -> tuple[Measure, ...]:
    names = [str(m) for m in found]
    raise HierviewError(f"{quoted(name)} is not among {', '.join(names)}{suggestion(name, names)}")
