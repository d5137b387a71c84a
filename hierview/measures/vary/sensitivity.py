"""A measure against one quantity of it, or of the case, that is changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, log10
from typing import Any, Literal

from ...errors import CaseError, MeasureError, quoted, suggestion
from ...explain import ChartPicture, Series, Words, number
from ...languages import N_
from ...model.case import Case, long_distance
from ...model.hierarchy import Hierarchy, cached_by_hierarchy
from ..base import Measure, Param, Value
from ..pairs.family import PairMeasure
from ..ranks.ranking import candidates

# Parameters that are lengths, so that the distances in a case say how far it is worth to go.
LENGTHS = ("default_cost", "max_distance")
MOST_ABOVE = 8
MOST_CUTS = 25
MOST_COUNTED = 30
ENOUGH = 20  # points on an axis that has no natural ones

_NUMBER = re.compile(r"-?\d{1,16}(\.\d{1,16}|/0*[1-9]\d{0,15})?", re.ASCII)


@dataclass(frozen=True)
class Quantity:
    """Quantity that a measure can be plotted against: a parameter of its own, "k" or "above"."""

    name: str
    """Name of the parameter, "k" or "above"."""
    label: str
    """The quantity in words."""
    empty: str = ""
    """Meaning of leaving it out, where it may be left out."""


_CUT = Quantity("k", N_("Longest distance left, k"), "not cut")


@dataclass(frozen=True)
class Sensitivity:
    """The values of a measure against a quantity that varies."""

    measure: Measure
    """The measure that is varied."""
    quantity: Quantity
    """The quantity that it is plotted against."""
    points: tuple[tuple[Fraction, Value], ...]
    """Points (value of the quantity, value of the measure), from the least on; None where undefined."""
    present: Fraction | Literal["empty"] | None
    """The quantity's present value, "empty" where it is left out, None where it is no number."""
    empty: Value
    """The measure's value where the quantity is left out."""
    drawn: Literal["line", "steps", "dots"]
    """How the line runs between two points."""
    lost: str = ""
    """A sentence on what the case brought and the quantity takes away, or ""."""

    def measure_at(self, text: str) -> Measure:
        """The measure with its parameter at a value: an exact number such as "5" or "1/3", or "None".

        Raises MeasureError where the quantity is no parameter or does not accept the value.
        """
        name = self.quantity.name
        if name not in self.measure.params() or self.quantity is _CUT:
            raise MeasureError(f"{name} is not a parameter of {self.measure.spec.name}")
        value = None if text == "None" else Fraction(text) if _NUMBER.fullmatch(text) else text
        return _with_parameter(self.measure, name, value)

    def sentence(self) -> Words:
        """The present value, between which values the measure moves, and what was lost on the way."""
        return (" ".join(filter(None, (self._changes_in_words(), self.lost))),)

    def _changes_in_words(self) -> str:
        words = ""
        if self.present is not None:
            value, now = self.empty, self.quantity.empty
            if self.present != "empty":
                value, now = dict(self.points)[self.present], f"at {number(self.present)}"
            words = f"{self.measure.spec.name} is {'undefined' if value is None else number(value)} now ({now}). "
        defined = [(y, x) for x, y in self.points if y is not None]
        if not defined:
            return words + "It is undefined throughout."
        gaps = " where it is defined" if len(defined) < len(self.points) else ""
        (low, first), (high, last) = min(defined), max(defined, key=lambda point: (point[0], -point[1]))
        if low == high:
            return words + f"It stays {number(low)}{gaps or ' throughout'}."
        ends = f"from {number(low)} (at {number(first)}) to {number(high)} (at {number(last)})"
        return words + f"It moves {ends}{gaps}."


def _with_parameter(measure: Measure, name: str, value: Any) -> Measure:
    return replace(measure, **{name: value})  # type: ignore[type-var]  # every measure is a dataclass, its base is none


def quantities(case: Case, measure: Measure) -> tuple[Quantity, ...]:
    """Quantities that `measure` can be plotted against on this case.

    Its numeric parameters, the limit "k" of the long-distance step where some limit cuts anything, and "above", the
    classes chained above the root.
    """
    offered = measure.offered(case)
    numbers = [
        Quantity(name, parameter.label + (f", {parameter.symbol}" if parameter.symbol else ""), parameter.none)
        for name, parameter in measure.params().items()
        if parameter.kind in ("number", "bound") and name in offered
    ]
    own = any(q.name == "k" for q in numbers)  # how many ranks count
    numbers += [_CUT] if not own and long_distance(case, 2) is not case else []
    return (*numbers, Quantity("above", N_("Classes chained above the root")))


def with_chain_above(case: Case, count: int) -> Case:
    """The case with a chain of `count` new classes above its root, or above all its roots.

    count: from 0 to 1000, else a CaseError; 0 is the case itself. The new edges weigh 1; root paths begin at the
    new root.

    >>> with_chain_above(Case.of([("Arts", "Music")], ["Music"], ["Arts"]), 2).hierarchy.roots
    ('above 2',)
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 1000:
        raise CaseError(f"{quoted(count)} classes above the root are not accepted; a whole number from 0 to 1000 is")
    if not count:
        return case
    h, roots = _hierarchy_with_chain(case.hierarchy, count), case.hierarchy.roots
    return case.edited(hierarchy=h, extra=case.extra.under_chain(h.classes[:count], roots))


@cached_by_hierarchy
def _hierarchy_with_chain(h: Hierarchy, count: int) -> Hierarchy:
    chain = [h.free_name(f"above {i}") for i in range(1, count + 1)]
    weights = {(upper, lower): Fraction(1) for lower, upper in pairwise(chain)}
    weights |= {(chain[0], root): Fraction(1) for root in h.roots}
    return Hierarchy((*chain[::-1], *h.classes), weights | dict(h.weights))


def sensitivity(
    case: Case, measure: Measure, name: str, values: Iterable[int | float | Fraction] | None = None
) -> Sensitivity:
    """The measure against one of `quantities(case, measure)`.

    values: those of the quantity to evaluate at; None chooses them from the case. The present one is
    always among them. Raises MeasureError for a name or a value that is not accepted, CaseError for a
    `k` or a number of classes that is not.

    >>> from hierview import parse_measure
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> [(int(x), y) for x, y in sensitivity(case, parse_measure("hF"), "above", [0, 1, 2]).points]
    [(0, 0.5), (1, 0.6666666666666666), (2, 0.75)]
    """
    by_name = {q.name: q for q in quantities(case, measure)}
    by_name.setdefault("k", _CUT)
    if name not in by_name:
        raise MeasureError(
            f"{measure.spec.name} cannot be plotted against {quoted(name)}{suggestion(name, by_name)}; "
            f"{', '.join(by_name)} can be chosen"
        )
    quantity = by_name[name]
    parameter = None if quantity is _CUT else measure.params().get(name)
    setting = getattr(measure, name) if parameter is not None else 0 if name == "above" else None
    present: Fraction | Literal["empty"] | None = "empty"
    if setting is not None:
        number_set = _parameter_number(case, setting)
        present = None if number_set is None else Fraction(number_set)

    def at(value: Any) -> Value:
        if parameter is not None:
            return _with_parameter(measure, name, value).evaluate(case).value
        whole = int(value) if Fraction(value).denominator == 1 else value
        return measure.evaluate(with_chain_above(case, whole) if name == "above" else long_distance(case, whole)).value

    positions = set(_tried_values(case, measure, quantity) if values is None else map(_printed_fraction, values))
    if isinstance(present, Fraction):
        positions.add(present)
    points = tuple((x, at(x)) for x in sorted(positions))
    empty = None if not quantity.empty else at(None) if parameter is not None else measure.evaluate(case).value
    whole = parameter is None or parameter.kind == "bound"
    style: Literal["line", "steps", "dots"] = "dots" if whole else "steps" if name == "max_distance" else "line"
    lost = ""
    if quantity is _CUT and points and (gone := case.extra.lost_in(long_distance(case, int(points[0][0])).extra)):
        lost = f"At {number(points[0][0])} the cut takes away what the case brought: {gone}."
    return Sensitivity(measure, quantity, points, present, empty, style, lost)


def _printed_fraction(value: int | float | Fraction) -> Fraction:
    """A float means the decimal that it prints as."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _parameter_number(case: Case, value: Any) -> Any:
    """A parameter's value as a number: N and M are the sizes of the sets, "all" ranks those of all candidates."""
    if isinstance(value, str):
        return {"N": len(case.true), "M": len(case.predicted), "all": len(candidates(case))}.get(value)
    return value


def _tried_values(case: Case, measure: Measure, quantity: Quantity) -> list[Fraction]:
    """Values of a quantity that show what it does on this case."""
    name = quantity.name
    if name == "above":
        return [Fraction(i) for i in range(MOST_ABOVE + 1)]
    if quantity is _CUT:
        # Two limits beyond which nothing is cut any more show that the line stays flat.
        limits = range(2, 2 * MOST_CUTS + 1, 2)
        idle = next((k for k in limits if long_distance(case, k) is case), limits[-1])
        return [Fraction(k) for k in limits if k <= idle + 2]
    parameter = measure.params()[name]
    if parameter.kind == "bound":
        return _whole_numbers(case, parameter, getattr(measure, name))
    present, default = getattr(measure, name) or Fraction(0), parameter.default or Fraction(0)
    least = parameter.at_least or parameter.above or Fraction(0)
    lengths = _pair_costs(case, measure) if name in LENGTHS else set()
    alike = isinstance(measure, PairMeasure) and measure.by_similarity
    if name == "max_distance":
        # Between two distances nothing changes.
        most = max(*lengths, present) + 1
        step = max(_round_step((most - least) / ENOUGH), Fraction(1, case.hierarchy.scale))
    else:
        farthest = max(lengths) + 2 if lengths else Fraction(0)
        usual = Fraction(0) if alike else 2 * default if lengths else 4 * default  # defaults are in edges
        most = max(usual, 2 * present, farthest, least + 1)
        step = _round_step((most - least) / ENOUGH)
        lengths = set()
    candidates = {least + i * step for i in range(ceil((most - least) / step) + 1)} | lengths
    return sorted(x for x in candidates if (parameter.above is None or x > parameter.above) and x <= 10**15)


def _whole_numbers(case: Case, parameter: Param, present: Any) -> list[Fraction]:
    least = int(parameter.at_least or 0)
    start = _parameter_number(case, present) or 0
    most = max(len(case.true), len(case.predicted), len(case.extra.ranking), min(start, MOST_COUNTED), least) + 1
    step = ceil((most - least) / MOST_COUNTED)
    return [Fraction(i) for i in range(least, most + step, step)]


def _pair_costs(case: Case, measure: Measure) -> set[Fraction]:
    """What pairs of true and predicted classes cost: their distances, or by similarity."""
    if isinstance(measure, PairMeasure) and measure.by_similarity and not measure.lacks_similarities(case):
        return {*measure.pair_costs(case).values(), Fraction(0)}
    return {case.hierarchy.distance(p, t) for p, t in product(case.predicted, case.true)} | {Fraction(0)}


def _round_step(wish: Fraction) -> Fraction:
    """The nearest of 1, 2 and 5 times a power of ten that is at most `wish`."""
    power = Fraction(10) ** floor(log10(wish))
    return max((m * power for m in (1, 2, 5) if m * power <= wish), default=power)


def sensitivity_picture(result: Sensitivity) -> ChartPicture:
    """The chart of the measure against the quantity, the present value marked."""
    name, better = result.quantity.name, result.measure.better()
    parameter = result.measure.params().get(name)
    # The measure without the parameter that varies.
    label = (_with_parameter(result.measure, name, parameter.default) if parameter else result.measure).label()
    values = [y for _, y in result.points if y is not None] + ([] if result.empty is None else [result.empty])
    # A share is shown between 0 and 1, an error from 0 on.
    low = 0.0 if min(values, default=0) >= 0 else None
    share = better == "higher" and max(values, default=1) <= 1
    return ChartPicture(
        (label, " against ", result.quantity.label[:1].lower() + result.quantity.label[1:]),
        result.quantity.label,
        f"{label}, {better} is better",
        (Series(result.measure.spec.name, result.points, result.drawn, result.empty),),
        "apart" if result.present == "empty" else result.present,
        result.quantity.empty,
        low,
        1.0 if share else None,
        ("Sensitivity",),
    )
