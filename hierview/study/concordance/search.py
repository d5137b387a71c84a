"""Which ways to count give printed numbers: all that do, the most usual first, and the nearest where none does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ...answers.counting import BETAS, OWN, PENALISED, PRF, CountedQuantity, Counting
from ...answers.tools import tools
from ...errors import StudyError
from .counts import CountedRun
from .printed_number import PRINTS, ROUNDED, PrintedNumber
from .space import countable_quantities, numbers_of_tools
from .values import value_of_point

OnShare = Callable[[float], None]
NEAREST = 5
_SAME = 9  # decimals in which values that are equal on all data agree
_EVERY = 200  # points between two words on how far the search is


@dataclass(frozen=True)
class CountingWay:
    """A way to count that gives the printed numbers."""

    points: tuple[CountedQuantity, ...]
    """The quantity and counting of each number."""
    values: tuple[float, ...]
    """Value of each number."""
    p_r_f: tuple[float | None, ...]
    """Precision, recall and F beside, empty where the quantity has none."""
    printing: str
    """How it prints so: "rounded", or otherwise."""
    tools: tuple[tuple[str, str], ...] = ()
    """Tools that count so, each with what it calls the number."""
    equal_points: tuple[CountedQuantity, ...] = ()
    """Other points that give the same on these data."""

    @property
    def point(self) -> CountedQuantity:
        """The point of the first number."""
        return self.points[0]

    @property
    def is_fault(self) -> bool:
        """Whether no paper should count so."""
        return self.point.counting.is_fault or any(point.quantity == PENALISED for point in self.points)


@dataclass(frozen=True)
class FoundWays:
    """All ways to count that give the printed numbers."""

    ways: tuple[CountingWay, ...]
    """The ways, the most usual first; those that print so only if cut off or turned come last."""
    compared: int
    """Number of numbers that were compared."""
    nearest: tuple[CountingWay, ...] = ()
    """The ways that come nearest, where no way gives the numbers."""

    @property
    def ways_as_printed(self) -> tuple[CountingWay, ...]:
        """The ways whose values are the printed ones, rounded; all where there is none such."""
        return tuple(way for way in self.ways if way.printing == ROUNDED) or self.ways


def search_ways(run: CountedRun, numbers: Sequence[PrintedNumber], progress: OnShare = lambda share: None) -> FoundWays:
    """The ways to count that give all the numbers, over a run.

    progress: called with the share that is done.  Raises StudyError without numbers or instances.
    """
    if not numbers or not run.rows.instances:
        raise StudyError("a search needs a printed number, and at least one instance")
    wanted = {quantity for one in numbers for quantity in one.quantities}
    by_counting: dict[Counting, dict[str, float]] = {}
    of_tools = list(numbers_of_tools(run))
    unusual = tuple(q for q in ("F0.5", "F2") if q in wanted)
    listed = [*countable_quantities(run), *(countable_quantities(run, unusual) if unusual else ())]
    listed += [printed.point for _, printed in of_tools]
    for i, point in enumerate(listed):
        if i % _EVERY == 0:
            progress(i / len(listed))
        own = by_counting.setdefault(point.counting, {})
        if point.quantity not in own and (found := value_of_point(run, point)) is not None:
            own[point.quantity] = found
    for c, own in by_counting.items():
        if c.f == "means":
            own.update({q: x for q, x in by_counting.get(replace(c, f="each"), {}).items() if q in PRF[:2]})
    _add_swapped(by_counting, numbers)
    ways = list(_matching_ways(by_counting, numbers))
    plain = {way.point.counting for way in ways}
    # Where P and R are alike, their exchange shows nothing.
    ways = [way for way in ways if not way.point.counting.swap or replace(way.point.counting, swap=False) not in plain]
    names = _tool_names(of_tools)
    grouped = sorted((_join_group(group, names) for group in _groups_by_values(ways)), key=_usualness_key)
    tried = sum(map(len, by_counting.values()))
    progress(1.0)
    return FoundWays(tuple(grouped), tried, () if grouped else _nearest_ways(by_counting, numbers, names))


def _add_swapped(by_counting: dict[Counting, dict[str, float]], numbers: Sequence[PrintedNumber]) -> None:
    """Adds the exchange of precision and recall where a number is called by either name."""
    if {"P", "R"} & {quantity for one in numbers for quantity in one.quantities[:1]}:
        for c, own in list(by_counting.items()):
            if not c.swap and {"P", "R"} <= own.keys() and abs(own["P"] - own["R"]) > 10**-_SAME:
                exchanged = own | {"P": own["R"], "R": own["P"]}
                by_counting.setdefault(replace(c, swap=True), {}).update(exchanged)


def _matching_ways(
    by_counting: dict[Counting, dict[str, float]], numbers: Sequence[PrintedNumber]
) -> Iterator[CountingWay]:
    """Every counting under which each number is another quantity, once for each choice of these."""
    for c, own in by_counting.items():
        choices = []
        for number in numbers:
            usual = own if number.quantities else [q for q in own if q not in ("F0.5", "F2")]
            if number.level and number.level != c.level:
                usual = []
            fitting = (q for q in usual if not number.quantities or q in number.quantities)
            choices.append([(q, hows) for q in fitting if (hows := set(number.printing_ways(own[q], q)))])
        for chosen in product(*choices):
            quantities = [q for q, _ in chosen]
            # Numbers that were printed together are printed alike.
            how = next((how for how in PRINTS if all(how in hows for _, hows in chosen)), "")
            told = c.f == "each" or any(q in BETAS for q in quantities)  # the F of means has no P and R of its own
            if how and told and len(set(quantities)) == len(quantities):
                values = tuple(own[q] for q in quantities)
                yield CountingWay(
                    tuple(CountedQuantity(q, c) for q in quantities),
                    values,
                    _precision_recall_f(own, quantities[0]),
                    how,
                )


def _precision_recall_f(own: dict[str, float], quantity: str) -> tuple[float | None, ...]:
    """Precision, recall and F under the same counting; of other quantities there are none."""
    return tuple(own.get(q) for q in PRF) if quantity in (*PRF, "F0.5", "F2") else ()


def _groups_by_values(ways: Iterable[CountingWay]) -> Iterable[list[CountingWay]]:
    """The ways by what they give on these data: those of one group differ in nothing here.

    What 0/0 is, and over which classes a mean is, make no group of their own where they do nothing to the number.
    """
    by_line: dict[object, list[CountingWay]] = {}
    for way in ways:
        rest = way.p_r_f or way.values[:1] * len(PRF)
        key = way.printing, tuple(None if x is None else round(x, _SAME) for x in (*way.values, *rest))
        by_line.setdefault(key, []).append(way)
    first: dict[object, list[CountingWay]] = {}
    groups: list[list[CountingWay]] = []
    for group in by_line.values():
        values = group[0].printing, tuple(round(x, _SAME) for x in group[0].values)
        # Those of one line are alike in all but these axes to another line, or they are not.
        forms = [(values, replace(way.point.counting, zero="0", classes="all"), way.point.quantity) for way in group]
        known = next((first[form] for form in forms if form in first), None)
        if known is None:
            groups.append(known := [])
        known += group
        first |= dict.fromkeys(forms, known)
    return groups


Names = dict[CountedQuantity, list[tuple[str, str]]]


def _tool_names(of_tools: Iterable[tuple[str, object]]) -> Names:
    """The tools that print each point, with what each calls it."""
    names: Names = {}
    for key, printed in of_tools:
        names.setdefault(printed.point, []).append((key, printed.name))  # type: ignore[attr-defined]
    return names


def _join_group(group: list[CountingWay], names: Names) -> CountingWay:
    """The group under its most usual way, with the tools of all."""
    lead = min(
        group,
        key=lambda way: (way.is_fault, way.point not in names, way.point.counting.count_differing_axes, str(way.point)),
    )
    own = [way.point for way in group if way.point.counting == OWN]
    points = [way.point for way in group if way is not lead]
    told = {key: name for way in group for key, name in reversed(names.get(way.point, []))}
    ordered = tuple((key, told[key]) for key in tools() if key in told)
    if own and lead.point.counting != OWN:
        return replace(
            next(way for way in group if way.point in own), tools=ordered, equal_points=(lead.point, *points)
        )
    return replace(lead, tools=ordered, equal_points=tuple(points))


def _usualness_key(way: CountingWay) -> tuple[object, ...]:
    """The sort key of a way: as printed before cut off, faults last, then by tools, then by axes unlike ours."""
    of_tools = -len(way.tools) if way.tools else 1
    ours = way.point.counting == OWN
    return (
        list(PRINTS).index(way.printing),
        way.is_fault,
        not ours,
        of_tools,
        way.point.counting.count_differing_axes,
        str(way.point),
    )


def _nearest_ways(
    by_counting: dict[Counting, dict[str, float]], numbers: Sequence[PrintedNumber], names: Names
) -> tuple[CountingWay, ...]:
    """The ways that come nearest to the first number, one for each value."""
    first = numbers[0]
    found: dict[float, list[CountingWay]] = {}
    for c, own in by_counting.items():
        for quantity, x in own.items():
            if (not first.quantities or quantity in first.quantities) and not c.swap:
                way = CountingWay((CountedQuantity(quantity, c),), (x,), _precision_recall_f(own, quantity), ROUNDED)
                found.setdefault(round(x, _SAME), []).append(way)
    target = first.number / 100 if first.number > 1 and not first.percent else first.number
    near = sorted(found, key=lambda x: min(abs(x - target), abs(x - first.number)))[:NEAREST]
    return tuple(_join_group(found[x], names) for x in near)


def numbers_of_tool(run: CountedRun, key: str) -> Iterator[tuple[str, str, CountedQuantity, float | None]]:
    """Each number of a tool for a run: how the data are put in, its name, its point and its value."""
    for name, printed in numbers_of_tools(run):
        if name == key:
            yield printed.put_in, printed.name, printed.point, value_of_point(run, printed.point)
