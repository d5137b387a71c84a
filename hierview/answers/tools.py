"""Tools that print such numbers, profiled from their code: what each computes, as points of the ways to count.

`tools.json` is the one table. A tool's own faults are told as what they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import MeasureError, quoted, suggestion
from .counting import PRF, CountedQuantity, Counting, parse_counted_quantity

LEVEL = "{l}"


@dataclass(frozen=True)
class ToolNumber:
    """A number that a tool prints."""

    name: str
    """The tool's own name of the number."""
    put_in: str
    """How the data are given to the tool."""
    point: CountedQuantity
    """The quantity and counting that give the number."""
    one_label: bool = False
    """Whether the tool takes but one class a side."""
    tree: bool = False
    """Whether it takes trees alone."""
    leaves: bool = False
    """Whether it takes leaves alone."""


@dataclass(frozen=True)
class ToolFault:
    """A fault of a tool."""

    says: str
    """The fault in a sentence."""
    case: str = ""
    """The smallest data that show it, as edges; true → predicted classes; "" for none."""
    prints: str = ""
    """Name of the number that is wrong on them."""
    instead: str = ""
    """The point that would be right."""


@dataclass(frozen=True)
class Tool:
    """A tool as it was profiled."""

    key: str
    """The name that the tool is asked for by."""
    version: str
    """The version that was profiled."""
    licence: str
    """Its licence."""
    source: str
    """Where it is found."""
    takes: str
    """Sentence on the input that it takes."""
    empty: str
    """Sentence on what it makes of an empty side."""
    unknown: str
    """Sentence on what it makes of unknown classes."""
    otherwise: str = ""
    """What it computes, where that is no share of sets."""
    digits: int = 0
    """Number of digits that it prints; 0 for all."""
    also: tuple[str, ...] = ()
    """Measures of hierview that it computes beside those of sets."""
    faults: tuple[ToolFault, ...] = ()
    """Its known faults."""
    runs: tuple[Any, ...] = ()
    """How it is run and which numbers it prints, as read from its profile."""

    def printed_numbers(self, levels: int = 1) -> Iterator[ToolNumber]:
        """The numbers that it prints, at each of the first `levels` levels where it prints one for each."""
        for run in self.runs:
            needs = run.get("labels") == "one", run.get("shape") == "tree", run.get("labels") == "leaves"
            for put_in, changes in run["as"].items():
                for level in map(str, range(1, levels + 1)) if LEVEL in changes else ("",):
                    for name, where in _counted_quantities(run["prints"], changes.replace(LEVEL, level)):
                        yield ToolNumber(name, put_in.replace(LEVEL, level), where, *needs)


def _counted_quantities(rows: list[list[str]], changes: str) -> Iterator[tuple[str, CountedQuantity]]:
    for row in rows:
        if len(row) == 2:
            one = parse_counted_quantity(row[1])
            yield row[0], CountedQuantity(one.quantity, one.counting.with_text(changes))
        else:
            names, suffix, text = row
            counting = Counting().with_text(text).with_text(changes)
            for quantity, name in zip(PRF, names.split(), strict=True):
                own = counting if quantity == "F" else replace(counting, f="each")  # of means there is but an F
                yield f"{name}, {suffix}" if suffix else name, CountedQuantity(quantity, own)


@lru_cache(maxsize=1)
def tools() -> dict[str, Tool]:
    """All profiled tools by their names, the most used first."""
    stored: list[dict[str, Any]] = json.loads((Path(__file__).parent / "tools.json").read_text(encoding="utf-8"))
    found = {}
    for one in stored:
        faults = tuple(ToolFault(**fault) for fault in one.pop("faults", ()))
        also, runs, otherwise = tuple(one.pop("also", ())), tuple(one.pop("runs", ())), one.pop("else", "")
        found[one["key"]] = Tool(**one, otherwise=otherwise, also=also, faults=faults, runs=runs)
    return found


def tool_named(name: str) -> Tool:
    """The tool of that name, in whichever case. Raises MeasureError with those that there are."""
    by_name = {key.lower(): one for key, one in tools().items()}
    if name.strip().lower() not in by_name:
        raise MeasureError(
            f"{quoted(name)} is no tool that was profiled{suggestion(name, tools())}; they are {', '.join(tools())}"
        )
    return by_name[name.strip().lower()]
