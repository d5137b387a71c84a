"""Names of cases and measures in a shell.

What somebody else wrote runs in a process of its own, as it does under the explorer.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from ...errors import HierviewError, MeasureError, quoted, suggestion
from ...formats import CASE_ENDINGS, file_kinds
from ...measures import Measure, parse_measure
from ...own import GROUP

# A case file may have any name; of the others, those that hold marks.
_OTHERS = (f"{one[0]} ({endings[0]})" for one, _, endings in file_kinds() if endings[0] in CASE_ENDINGS[1:])
A_CASE = f"a preset such as 11a, a case file, {', '.join(_OTHERS)}, or a figure that hierview exported"
WHERE = "a measure's text, my.py, my.py:name, or a measure of an installed package"

_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>[^:]*))?", re.DOTALL)


@contextmanager
def ending_processes() -> Iterator[None]:
    """A context manager that ends, with its block, the processes that measures run in."""
    try:
        yield
    finally:
        # Nothing else starts such processes, and what starts them takes a while to load.
        if foreign := sys.modules.get("hierview.own.foreign"):
            foreign.close_all()


def parse_measures(texts: Iterable[str]) -> tuple[Measure, ...]:
    """The measures that the texts name, in their order: of a file, all that it holds."""
    return tuple(measure for text in texts for measure in _measures_named(text))


def parse_one_measure(text: str) -> Measure:
    """The one measure that a text names: `my.py:name` where a file holds several."""
    measures = _measures_named(text)
    if len(measures) > 1:
        raise HierviewError(
            f"{quoted(text, 200)} holds {', '.join(map(str, measures))}; name one, as in {text}:{measures[0]}"
        )
    return measures[0]


def _measures_named(text: str) -> tuple[Measure, ...]:
    if in_file := _FILE.fullmatch(text):
        from ...own.loading import load_file

        measures: tuple[Measure, ...] = load_file(in_file["path"])
        if not (name := in_file["name"]):
            return measures
        if same_named := tuple(m for m in measures if str(m) == name):
            return same_named
        names = [str(m) for m in measures]
        raise MeasureError(f"{quoted(name)} is not among {', '.join(names)}{suggestion(name, names)}")
    with suppress(MeasureError):
        return (parse_measure(text),)
    from ...own.own_measure import read_measure

    try:
        return (read_measure(text),)
    except MeasureError as error:
        return _installed_measure(text, error)


def _installed_measure(text: str, error: MeasureError) -> tuple[Measure, ...]:
    """The measures that an installed package offers by this name. The code of no other package is run."""
    from importlib.metadata import entry_points

    names = sorted({point.name for point in entry_points(group=GROUP)})
    if text in names:
        from ...own.loading import load_installed

        measures, failures = load_installed(only=text)
        if failures:
            raise MeasureError(failures[0])
        return measures
    if names and text.isidentifier():
        raise MeasureError(f"{error}; installed packages offer {', '.join(map(quoted, names))}") from None
    raise error
