"""The card of a measure, as data."""

from __future__ import annotations

from dataclasses import dataclass

from ..explain import Formula, Words


@dataclass(frozen=True)
class Range:
    """The range of a measure's values.

    worst, best: the ends, "" where it has none.  told: the range in words, shown where an end is missing.
    where: what the ends' letters stand for.  better: "higher" or "lower".  unit: what is counted, or "".
    """

    worst: str
    best: str
    told: str
    better: str
    where: str = ""
    unit: str = ""


@dataclass(frozen=True)
class Setting:
    """A parameter. given: its value on this card where that is not the default.  accepted: what else it may be."""

    name: str
    symbol: str
    default: str
    text: str
    accepted: str = ""
    given: str = ""


@dataclass(frozen=True)
class Elsewhere:
    """Another tool's or paper's name for this measure, or what it does differently. cases: presets, a sentence each."""

    place: str
    what: str
    cases: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Source:
    """A paper, or (without authors) a source in words. of: what of the measure it is the source of."""

    label: str
    authors: str = ""
    title: str = ""
    where: str = ""
    of: str = ""


@dataclass(frozen=True)
class Card:
    """The card of a measure as it is shown."""

    name: str
    subtitle: str
    question: str
    how: Words
    formula: Formula | None
    range: Range
    settings: tuple[Setting, ...]
    elsewhere: tuple[Elsewhere, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Entry:
    """A card in the index. key: the measure's text.  find: further words by which it is found."""

    key: str
    name: str
    meaning: str
    find: str = ""
