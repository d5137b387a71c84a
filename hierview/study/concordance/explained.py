"""A printed number explained over a study: how it was counted, and the instances of the data that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...answers.counting import OWN, PRF, QUANTITIES, CountedQuantity
from ...answers.tools import tools
from ...languages import N_, _, count_text
from ..inputs.data import ClassSets, checked_system_name
from ..scoring.numbered import Rows
from ..study import Study
from .counts import CountedHierarchy, CountedRun, RepeatedLabels
from .parting_instances import SmallestParting, smallest_parting
from .printed_number import PRINTS, ROUNDED, PrintedNumber
from .search import CountingWay, FoundWays, OnShare, search_ways
from .values import value_of_point

OWN_F = CountedQuantity("F", OWN)
SHOWN = 3  # ways with instances
_SEARCHED = 0.7  # of the work
SHIFTS = {
    "exchanged": N_("if truth and answers are exchanged"),
    "one line later": N_("if the answers are moved down by one line"),
    "one line earlier": N_("if the answers are moved up by one line"),
    "leaves": N_("if only leaves are kept"),
}
TRIED = N_(
    "Tried: labels as given, with ancestors, the most specific alone, whole paths and each level; one sum, means over "
    "instances and over classes; 0/0 as 0, as 1 and left out; weights by information; equal names as one, and labels "
    "that are given twice; rounded, cut off, as percent and as an error."
)


@dataclass(frozen=True)
class ShownWay:
    """A way to count with the smallest instances on which it parts from hierview's own, and from the ways before it."""

    way: CountingWay
    """The way to count."""
    parting: SmallestParting | None = None
    """The smallest instances on which it parts; None where there are none."""
    ids: tuple[str, ...] = ()
    """Ids of these instances."""
    shift: str = ""
    """Change that was made to the data first, a key of `SHIFTS`; "" for none."""


@dataclass(frozen=True)
class Explanation:
    """Explanation of printed numbers for a system."""

    system: str
    """The system."""
    numbers: tuple[PrintedNumber, ...]
    """The printed numbers."""
    own: CountedQuantity
    """How hierview counts."""
    own_value: float | None
    """Value that hierview's way gives."""
    answer: FoundWays
    """Ways to count that give them."""
    shown: tuple[ShownWay, ...]
    """The first ways, each with instances; where nothing gives the numbers, the nearest."""
    shifted: tuple[ShownWay, ...] = ()
    """Ways that would give them, were the data not what they are."""

    @property
    def printed(self) -> str:
        """The numbers as they were given."""
        return ", ".join(
            f"{one.name} {one.text}" if one.name not in ("", *QUANTITIES) else one.text for one in self.numbers
        )


def counted_run(study: Study, system: str) -> CountedRun:
    """A system's answers and the truth, ready to be counted. Raises StudyError for a system that there is not."""
    checked_system_name(system, study.data.runs)
    data = study.data
    nothing = ClassSets(np.zeros(len(data) + 1, np.int64), np.zeros(0, np.int32))
    again = RepeatedLabels(data.again.get("", nothing), data.again.get(system, nothing))
    return CountedRun(CountedHierarchy(study.hierarchy, data.outside), data.rows(system), again)


def explain(
    study: Study,
    system: str,
    numbers: Sequence[PrintedNumber],
    own: CountedQuantity = OWN_F,
    progress: OnShare = lambda share: None,
) -> Explanation:
    """Which ways to count give the numbers for a system, with the smallest instances for the first few.

    own: how hierview counts the number beside.  Raises StudyError.
    """
    material = counted_run(study, system)
    answer = search_ways(material, numbers, lambda share: progress(share * _SEARCHED))
    shown: list[ShownWay] = []
    for k, way in enumerate((answer.ways_as_printed or answer.nearest)[:SHOWN]):
        progress(_SEARCHED + (1 - _SEARCHED) * k / SHOWN)
        ours = replace(own, quantity=way.point.quantity) if way.point.counting.sets != "pairs" else way.point
        others = [before.way.point for before in shown]
        parted = smallest_parting(material, ours, way.point, others) if ours != way.point else None
        ids = tuple(study.data.ids[i] for i in parted.instances) if parted else ()
        shown.append(ShownWay(way, parted, ids))
    shown += [ShownWay(way) for way in answer.nearest[SHOWN:] if not answer.ways]
    shifted = () if answer.ways else tuple(_ways_of_shifted_data(material, numbers))
    return Explanation(system, tuple(numbers), own, value_of_point(material, own), answer, tuple(shown), shifted)


def _ways_of_shifted_data(run: CountedRun, numbers: Sequence[PrintedNumber]) -> list[ShownWay]:
    """Usual ways that would give the numbers if the data had been mistaken."""
    rows, tree = run.rows, run.tree
    moved = np.arange(rows.instances)
    leaves = [side[tree.leaves[side]] for side in (rows.true, rows.predicted)]
    starts = [
        np.concatenate([[0], np.cumsum(tree.leaves[side])])[begins]
        for begins, side in ((rows.true_starts, rows.true), (rows.predicted_starts, rows.predicted))
    ]
    down, up = (Rows(*rows[:2], *rows.take(np.roll(moved, by))[2:]) for by in (1, -1))
    others = {
        "exchanged": Rows(*rows[2:], *rows[:2]),
        "one line later": down,
        "one line earlier": up,
        "leaves": Rows(starts[0], leaves[0], starts[1], leaves[1]),
    }
    found = []
    for shift, changed in others.items():
        answer = search_ways(CountedRun(tree, changed), numbers)
        usual = (way for way in answer.ways_as_printed if way.printing == ROUNDED and not way.is_fault)
        found += [ShownWay(way, shift=shift) for way in usual if way.tools or way.point.counting == OWN][:1]
    return found


# In words


def verdict(explanation: Explanation) -> str:
    """How many ways there are, and what would decide between them, in a sentence or two."""
    ways = explanation.answer.ways_as_printed
    if not ways:
        text = N_("No way to count gives {number} on these data; {n:,} numbers were compared. The nearest are these.")
        return _(text, number=explanation.printed, n=explanation.answer.compared)
    said = count_text(
        "{n} way to count gives {number} on these data.",
        "{n} ways to count give {number} on these data.",
        len(ways),
        number=explanation.printed,
    )
    if ways[0].printing != ROUNDED:
        said += " " + _("None does so rounded.")
    return said if len(ways) == 1 else f"{said} {_deciding_number(ways)}"


def _deciding_number(ways: Sequence[CountingWay]) -> str:
    """The number that, printed beside, would tell the ways apart."""
    known = {point.quantity for way in ways for point in way.points}
    sentences = {
        "P": _("A precision printed beside it tells which."),
        "R": _("A recall printed beside it tells which."),
        "F": _("An F printed beside it tells which."),
    }
    for k, quantity in enumerate(PRF):
        beside = [way.p_r_f[k] if way.p_r_f else None for way in ways]
        rounded = {None if x is None else round(x, 3) for x in beside}
        if quantity not in known and None not in rounded and len(rounded) == len(ways):
            return sentences[quantity]
    if len({round(way.values[0], 9) for way in ways}) == len(ways):
        return _("More digits tell which.")
    return _("More numbers printed beside it narrow them.")


def tools_in_words(way: CountingWay) -> str:
    """The tools that count so, each with what it calls the number."""
    return ", ".join(f"{key} ({name})" for key, name in way.tools if key in tools())


def printing_in_words(way: CountingWay) -> str:
    """How the number is printed, where it is not simply rounded; that it is a fault, where it is one."""
    parts = [_(PRINTS[way.printing])] if way.printing != ROUNDED else []
    return ", ".join([*parts, *([_("fault")] if way.is_fault else [])])
