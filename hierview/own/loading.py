"""Foreign measures as they are found: in a Python file, and in installed packages."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from pathlib import Path
from typing import Any

from ..errors import MeasureError, quoted
from ..measures import MeasureSpec
from . import FAMILY, GROUP
from .foreign import ForeignMeasure, MeasureLimits, MeasureProcess, NoAnswer, Origin, close_measures_where, on_one_line

LARGEST_FILE = 1_000_000
_TEXTS = ("name", "symbol", "title", "unit", "source", "assumed")  # of each measure before it is asked


def load_file(path: str | Path, limits: MeasureLimits = MeasureLimits()) -> tuple[ForeignMeasure, ...]:
    """The measures in a Python file; a MeasureError says what is wrong with it.

    Loading the same file again after it was saved gives new measures; the processes of the old end.
    """
    path_text = quoted(path, 200)
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise MeasureError(f"{path_text} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise MeasureError(f"{path_text} has {len(content):,} bytes; at most {LARGEST_FILE:,} are accepted")
    where, stamp = str(Path(path).resolve()), hashlib.sha256(content).hexdigest()[:16]
    offered = _offered_measures(MeasureProcess("file", where, content, limits), path_text)
    if not offered:
        raise MeasureError(
            f"{path_text} holds no measure; a function f(hierarchy, true, predicted) or a class that extends "
            "hierview.Measure is one, with a name that does not begin with _"
        )
    measures = tuple(_foreign_measure("file", where, stamp, content, about, limits) for about in offered)
    close_measures_where(lambda key: key[:2] == ("file", where) and key[2] != stamp)
    return measures


def load_installed(
    limits: MeasureLimits = MeasureLimits(), only: str | None = None
) -> tuple[tuple[ForeignMeasure, ...], tuple[str, ...]]:
    """The measures of installed packages, and a sentence for each that cannot be loaded. only: those of that name."""
    measures: list[ForeignMeasure] = []
    failures: list[str] = []
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name):
        if only not in (None, point.name):
            continue
        try:
            offered = _offered_measures(
                MeasureProcess("entry point", point.name, b"", limits), f"the entry point {quoted(point.name)}"
            )
            stamp = point.dist.version if point.dist is not None else ""
            measures += [_foreign_measure("entry point", point.name, stamp, b"", about, limits) for about in offered]
        except MeasureError as error:
            failures.append(str(error))
    return tuple(measures), tuple(failures)


def _offered_measures(asker: MeasureProcess, what: str) -> list[dict[str, Any]]:
    """The measures that a file or a package offers, as plain data."""
    try:
        return asker.measures()
    except NoAnswer as why:
        raise MeasureError(f"{what} cannot be loaded: {on_one_line(why, 2000)}") from None
    finally:
        asker.close()


def _foreign_measure(
    origin: Origin, where: str, stamp: str, content: bytes, about: dict[str, Any], limits: MeasureLimits
) -> ForeignMeasure:
    texts = {key: on_one_line(about[key], 200 if key != "assumed" else 1000) for key in _TEXTS}
    source = texts["source"] or (os.path.basename(where) if origin == "file" else where)
    spec = MeasureSpec(texts["symbol"], texts["title"], FAMILY, about["better"], source, unit=texts["unit"])
    # A function says its bounds once for all, a class case by case.
    bounds = (about["bounds"][0], about["bounds"][1]) if "bounds" in about else None
    return ForeignMeasure(texts["name"], spec, origin, where, stamp, bounds, texts["assumed"], limits, content)
