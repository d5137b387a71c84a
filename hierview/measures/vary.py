"""One measure over many variants of a case: every class as the prediction, or one quantity changed.

Every value comes from `Measure.evaluate` on an ordinary case, so all of this works for any measure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, log10
from typing import Any, Literal

from ..errors import CaseError, MeasureError, quoted, suggestion
from ..explain import ChartPicture, HierarchyPicture, Look, Name, Series, Words, names, number
from ..model.case import Case, long_distance
from ..model.hierarchy import Hierarchy, kept_by_hierarchy
from .base import Measure, Param, Value, text_of

HOWS = ("only", "added", "replacing")

# Parameters that are lengths, so that the distances in a case say how far it is worth to go.
LENGTHS = ("default_cost", "max_distance")
MOST_ABOVE = 8
MOST_CUTS = 25
MOST_COUNTED = 30
ENOUGH = 20  # points on an axis that has no natural ones

_NUMBER = re.compile(r"-?\d{1,16}(\.\d{1,16}|/0*[1-9]\d{0,15})?", re.ASCII)


# Landscape: what every class would score


@dataclass(frozen=True)
class Landscape:
    """Value that a measure would give each class as the prediction.

    values: by class, None where undefined.  bounds: the least and the greatest value possible on any of
    these cases, None where there is none.  how, replaced: as given to `landscape`.
    """

    measure: Measure
    how: str
    replaced: str
    values: Mapping[str, Value]
    bounds: tuple[Value, Value]

    def badness(self, c: str) -> float | None:
        """How bad the value of a class is, 0 best to 1 worst; None where undefined or unbounded."""
        value, (least, most) = self.values[c], self.bounds
        if value is None or least is None or most is None or least == most:
            return None
        share = min(1.0, max(0.0, (value - least) / (most - least)))
        return 1 - share if self.measure.better() == "higher" else share


def adopted(case: Case, c: str, how: str = "only", replaced: str = "") -> Case:
    """The case in which `c` is predicted: the case itself where it is predicted so already.

    how: "only", alone; "added", beside the predicted classes; "replacing", in the place of the predicted
    class `replaced`. Raises CaseError for another `how` or a class that is not there to be replaced.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> sorted(adopted(case, "Arts", "added").predicted)
    ['Arts', 'Theater']
    """
    if how not in HOWS:
        raise CaseError(f"a class is predicted {quoted(how)}; only, added or replacing is accepted")
    if how == "replacing" and replaced not in case.predicted:
        raise CaseError(f"class {quoted(replaced)} is not predicted{suggestion(replaced, case.predicted)}")
    kept = {"only": frozenset[str](), "added": case.predicted, "replacing": case.predicted - {replaced}}[how]
    predicted = kept | {case.hierarchy.require(c)}
    return case if predicted == case.predicted else case.edited(predicted=predicted)


def landscape(
    case: Case, measure: Measure, how: str = "only", replaced: str = "", classes: Iterable[str] | None = None
) -> Landscape:
    """The value of `measure` for every class as `adopted` would predict it.

    classes: those that are wanted, such as those that are drawn; None is all of the hierarchy.
    Raises CaseError as `adopted` does, HierarchyError for a class that is not in the hierarchy.

    >>> from hierview import parse_measure
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> landscape(case, parse_measure("TIE")).values
    {'Arts': 1.0, 'Music': 0.0, 'Theater': 2.0}
    """
    cases = {c: adopted(case, c, how, replaced) for c in (case.hierarchy.classes if classes is None else classes)}
    values = {c: measure.evaluate(variant).value for c, variant in cases.items()}
    # The bounds may vary from case to case; one scale for all makes their tints comparable.
    ends = [measure.bounds(variant) for variant in cases.values()]
    least = [low for low, _ in ends if low is not None]
    most = [high for _, high in ends if high is not None]
    bounds = (
        min(least) if least and len(least) == len(ends) else None,
        max(most) if most and len(most) == len(ends) else None,
    )
    return Landscape(measure, how, replaced, values, bounds)


def short_number(value: Value) -> str:
    """`number` with as many decimals as leave five characters.

    >>> short_number(0.666), short_number(1234.56), short_number(-12.34), short_number(None)
    ('0.67', '1235', '-12.3', '–')
    """
    texts = [number(value, digits) for digits in (2, 1, 0)]
    return next((text for text in texts if len(text) <= 5), texts[-1])


def landscape_picture(found: Landscape) -> HierarchyPicture:
    """The landscape on the hierarchy: every class with its value, the stronger its tint the worse."""
    looks = {
        c: Look(
            value=short_number(value),
            tint=found.badness(c),
            emphasis="about" if found.how == "replacing" and c == found.replaced else "plain",
        )
        for c, value in found.values.items()
    }
    asked: Words = {
        "only": (" if a class were the prediction",),
        "added": (" if a class were predicted, too",),
        "replacing": (" if a class stood in the place of ", Name(found.replaced)),
    }[found.how]
    better = f" · {found.measure.better()} is better"
    # On a dark page a strong tint is a light one.
    tinted = ", a stronger tint is worse" if any(look.tint is not None for look in looks.values()) else ""
    return HierarchyPicture((found.measure.label(), *asked, better + tinted), looks, short=("Landscape",))


# Sensitivity: one quantity changed


@dataclass(frozen=True)
class Quantity:
    """Quantity that a measure can be plotted against: a parameter of its own, "k" or "above".

    label: what it is, in words.  empty: what leaving it out means, where it may be left out.
    """

    name: str
    label: str
    empty: str = ""


@dataclass(frozen=True)
class Sensitivity:
    """A measure against a quantity.

    points: (value of the quantity, value of the measure), from the least on; None where undefined.
    present: the quantity's present value, "empty" where it is left out, None where it is no number.
    empty: the measure's value where the quantity is left out.  drawn: what lies between two points.
    lost: a sentence on what the case brought and the quantity takes away, or "".
    """

    measure: Measure
    quantity: Quantity
    points: tuple[tuple[Fraction, Value], ...]
    present: Fraction | Literal["empty"] | None
    empty: Value
    drawn: Literal["line", "steps", "dots"]
    lost: str = ""

    def at(self, text: str) -> Measure:
        """The measure with its parameter at a value: an exact number such as "5" or "1/3", or "None".

        Raises MeasureError where the quantity is no parameter or does not accept the value.
        """
        name = self.quantity.name
        if name not in self.measure.params():
            raise MeasureError(f"{name} is not a parameter of {self.measure.spec.name}")
        value = None if text == "None" else Fraction(text) if _NUMBER.fullmatch(text) else text
        return replace(self.measure, **{name: value})  # type: ignore[type-var]

    def told(self) -> Words:
        """The present value, between which values the measure moves, and what was lost on the way."""
        return (" ".join(filter(None, (self._moved(), self.lost))),)

    def _moved(self) -> str:
        words = ""
        if self.present is not None:
            left_out = self.present == "empty"
            value = self.empty if self.present == "empty" else dict(self.points)[self.present]
            now = f"({self.quantity.empty})" if left_out else f"(at {number(self.present)})"  # type: ignore[arg-type]
            words = f"{self.measure.spec.name} is {'undefined' if value is None else number(value)} now {now}. "
        defined = [(y, x) for x, y in self.points if y is not None]
        if not defined:
            return words + "It is undefined throughout."
        gaps = " where it is defined" if len(defined) < len(self.points) else ""
        (low, first), (high, last) = min(defined), max(defined, key=lambda point: (point[0], -point[1]))
        if low == high:
            return words + f"It stays {number(low)}{gaps or ' throughout'}."
        ends = f"from {number(low)} (at {number(first)}) to {number(high)} (at {number(last)})"
        return words + f"It moves {ends}{gaps}."


def quantities(case: Case, measure: Measure) -> tuple[Quantity, ...]:
    """Quantities that `measure` can be plotted against on this case.

    Its numeric parameters, the limit "k" of the long-distance step where some limit cuts anything, and "above", the
    classes chained above the root.
    """
    found = [
        Quantity(name, declared.label + (f", {declared.symbol}" if declared.symbol else ""), declared.none)
        for name, declared in measure.params().items()
        if declared.kind in ("number", "bound")
    ]
    if long_distance(case, 2) is not case:
        found.append(Quantity("k", "Longest distance left, k", "not cut"))
    found.append(Quantity("above", "Classes chained above the root"))
    return tuple(found)


def chained(case: Case, count: int) -> Case:
    """The case with a chain of `count` new classes above its root, or above all its roots.

    count: from 0 to 1000, else a CaseError; 0 is the case itself. The new edges weigh 1; root paths begin at the
    new root.

    >>> chained(Case.of([("Arts", "Music")], ["Music"], ["Arts"]), 2).hierarchy.roots
    ('above 2',)
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 1000:
        raise CaseError(f"{quoted(count)} classes above the root are not accepted; a whole number from 0 to 1000 is")
    if not count:
        return case
    h, roots = _chained(case.hierarchy, count), case.hierarchy.roots
    return case.edited(hierarchy=h, extra=case.extra.under(h.classes[:count], roots))


@kept_by_hierarchy
def _chained(h: Hierarchy, count: int) -> Hierarchy:
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
    known = {q.name: q for q in quantities(case, measure)}
    known.setdefault("k", Quantity("k", "Longest distance left, k", "not cut"))
    if name not in known:
        raise MeasureError(
            f"{measure.spec.name} cannot be plotted against {quoted(name)}{suggestion(name, known)}; "
            f"{', '.join(known)} can be chosen"
        )
    quantity, declared = known[name], measure.params().get(name)
    present: Fraction | Literal["empty"] | None
    if declared is None:
        present = Fraction(0) if name == "above" else "empty"
    else:
        counted = _counted(case, getattr(measure, name))
        present = "empty" if getattr(measure, name) is None else None if counted is None else Fraction(counted)

    def at(value: Any) -> Value:
        if declared is not None:
            return replace(measure, **{name: value}).evaluate(case).value  # type: ignore[type-var]
        whole = int(value) if Fraction(value).denominator == 1 else value
        return measure.evaluate(chained(case, whole) if name == "above" else long_distance(case, whole)).value

    wanted = set(_values(case, measure, name) if values is None else map(_exact, values))
    if isinstance(present, Fraction):
        wanted.add(present)
    points = tuple((x, at(x)) for x in sorted(wanted))
    empty = None if not quantity.empty else at(None) if declared is not None else measure.evaluate(case).value
    whole = declared is None or declared.kind == "bound"
    drawn: Literal["line", "steps", "dots"] = "dots" if whole else "steps" if name == "max_distance" else "line"
    lost = ""
    if name == "k" and points and (gone := case.extra.lost(long_distance(case, int(points[0][0])).extra)):
        lost = f"At {number(points[0][0])} the cut takes away what the case brought: {gone}."
    return Sensitivity(measure, quantity, points, present, empty, drawn, lost)


def _exact(value: int | float | Fraction) -> Fraction:
    """A float means the decimal that it prints as."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _counted(case: Case, value: Any) -> Any:
    """A parameter's value as a number: the words N and M are the sizes of the sets."""
    if isinstance(value, str):
        return {"N": len(case.true), "M": len(case.predicted)}.get(value)
    return value


def _values(case: Case, measure: Measure, name: str) -> list[Fraction]:
    """Values of a quantity that show what it does on this case."""
    if name == "above":
        return [Fraction(i) for i in range(MOST_ABOVE + 1)]
    if name == "k":
        # Two limits beyond which nothing is cut any more show that the line stays flat.
        limits = range(2, 2 * MOST_CUTS + 1, 2)
        idle = next((k for k in limits if long_distance(case, k) is case), limits[-1])
        return [Fraction(k) for k in limits if k <= idle + 2]
    declared = measure.params()[name]
    if declared.kind == "bound":
        return _whole_numbers(case, declared, getattr(measure, name))
    present, default = getattr(measure, name) or Fraction(0), declared.default or Fraction(0)
    least = next((limit for limit in (declared.at_least, declared.above) if limit is not None), Fraction(0))
    lengths = _distances(case) if name in LENGTHS else set()
    if name == "max_distance":
        # Between two distances nothing changes.
        most = max(*lengths, present) + 1
        step = max(_round_step((most - least) / ENOUGH), Fraction(1, case.hierarchy.scale))
    else:
        farthest = max(lengths) + 2 if lengths else Fraction(0)
        most = max(2 * default if lengths else 4 * default, 2 * present, farthest, least + 1)
        step = _round_step((most - least) / ENOUGH)
        lengths = set()
    found = {least + i * step for i in range(ceil((most - least) / step) + 1)} | lengths
    return sorted(x for x in found if (declared.above is None or x > declared.above) and x <= 10**15)


def _whole_numbers(case: Case, declared: Param, present: Any) -> list[Fraction]:
    least = int(declared.at_least or 0)
    counted = _counted(case, present) or 0
    most = max(len(case.true), len(case.predicted), min(counted, MOST_COUNTED), least) + 1
    step = ceil((most - least) / MOST_COUNTED)
    return [Fraction(i) for i in range(least, most + step, step)]


def _distances(case: Case) -> set[Fraction]:
    """The distances between true and predicted classes."""
    return {case.hierarchy.distance(p, t) for p, t in product(case.predicted, case.true)} | {Fraction(0)}


def _round_step(wish: Fraction) -> Fraction:
    """The nearest of 1, 2 and 5 times a power of ten that is at most `wish`."""
    power = Fraction(10) ** floor(log10(wish))
    return max((m * power for m in (1, 2, 5) if m * power <= wish), default=power)


def sensitivity_picture(found: Sensitivity) -> ChartPicture:
    """The measure against the quantity as a chart, the present value marked."""
    name, better = found.quantity.name, found.measure.better()
    declared = found.measure.params().get(name)
    # The measure without the parameter that varies.
    label = (replace(found.measure, **{name: declared.default}) if declared else found.measure).label()  # type: ignore[type-var]
    values = [y for _, y in found.points if y is not None] + ([] if found.empty is None else [found.empty])
    # A share is shown between 0 and 1, an error from 0 on.
    low = 0.0 if min(values, default=0) >= 0 else None
    share = better == "higher" and max(values, default=1) <= 1
    return ChartPicture(
        (label, " against ", found.quantity.label[:1].lower() + found.quantity.label[1:]),
        found.quantity.label,
        f"{label}, {better} is better",
        (Series(found.measure.spec.name, found.points, found.drawn, found.empty),),
        "apart" if found.present == "empty" else found.present,
        found.quantity.empty,
        low,
        1.0 if share else None,
        ("Sensitivity",),
    )


# Long distance: what the cut did


def what_was_cut(before: Case, after: Case, k: int) -> tuple[Words, ...]:
    """Changes by `long_distance(before, k)`, which is `after`, as sentences.

    For each pair of a true and a predicted class whose distance changed (the first five by name), and for the
    classes.

    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop"), ("Arts", "Theater")], ["Pop"], ["Theater"])
    >>> [str(sentence[0]) for sentence in what_was_cut(case, case, 4)]
    ['No marked class is farther than 4 from the nearest one of the other side, so nothing is cut.']
    """
    if after is before:
        if not before.true or not before.predicted:
            return (("One side is empty, so there is no distance to cut.",),)
        far = f"No marked class is farther than {k} from the nearest one of the other side, so nothing is cut."
        return ((far,),)
    old, new = before.hierarchy, after.hierarchy
    pairs = [
        (p, t, old.distance(p, t), new.distance(p, t))
        for p, t in product(sorted(before.predicted), sorted(before.true))
    ]
    lines: list[Words] = []
    for nearer, verb in ((True, "come nearer"), (False, "move apart, as near classes are cut, too")):
        moved = [pair for pair in pairs if pair[2] != pair[3] and (pair[3] < pair[2]) == nearer]
        lines += [
            text_of(Name(p), " and ", Name(t), f" {verb}: {number(a)} before, {number(b)} now.")
            for p, t, a, b in moved[:5]
        ]
        if len(moved) > 5:
            lines.append((f"So do {len(moved) - 5} more pairs.",))
    root = new.roots[0]
    gone = [c for c in old.classes if c not in new or c == root]
    if gone:
        who = names(gone) if len(gone) <= 6 else (f"{len(gone)} classes",)
        lines.append(text_of(who, " ", "is" if len(gone) == 1 else "are", " no longer there."))
    lines.append(text_of("A new root, ", Name(root), ", stands above ", _some(new.children(root)), "."))
    if lost := before.extra.lost(after.extra):
        lines.append((f"What the case brought and the cut takes away: {lost}.",))
    told: list[str] = []
    for word, side in (("true", before.true), ("predicted", before.predicted)):
        a, b = len(old.closure(side)), len(new.closure(side))
        if a != b:
            told.append(f"the {word} side has {b} instead of {a}{' classes' if not told else ''}")
    if told:
        lines.append((f"With all ancestors {' and '.join(told)}.",))
    return tuple(lines)


def _some(classes: Sequence[str]) -> Words:
    return names(classes) if len(classes) <= 6 else (f"{len(classes)} classes",)
