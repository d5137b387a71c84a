"""Landscape of a case: the value that every class would have as the prediction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...errors import CaseError, quoted, suggestion
from ...explain import HierarchyPicture, Look, Name, Words, number
from ...model.case import Case
from ..base import Measure, Value

HOWS = ("only", "added", "replacing")


@dataclass(frozen=True)
class Landscape:
    """Values that a measure would give each class as the prediction."""

    measure: Measure
    """The measure that is asked."""
    how: str
    """How a class is made the prediction, as given to `landscape`."""
    replaced: str
    """The predicted class that is replaced, as given to `landscape`."""
    values: Mapping[str, Value]
    """Value with each class as the prediction; None where undefined."""
    bounds: tuple[Value, Value]
    """The least and the greatest value possible on any of these cases; None where there is none."""

    def badness(self, c: str) -> float | None:
        """Badness of a class's value, from 0, the best, to 1, the worst; None where undefined or unbounded."""
        value, (least, most) = self.values[c], self.bounds
        if value is None or least is None or most is None or least == most:
            return None
        share = min(1.0, max(0.0, (value - least) / (most - least)))
        return 1 - share if self.measure.better() == "higher" else share


def with_class_predicted(case: Case, c: str, how: str = "only", replaced: str = "") -> Case:
    """The case in which `c` is predicted: the case itself where it is predicted so already.

    how: "only", alone; "added", beside the predicted classes; "replacing", in the place of the predicted
    class `replaced`. Raises CaseError for another `how` or a class that is not there to be replaced.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> sorted(with_class_predicted(case, "Arts", "added").predicted)
    ['Arts', 'Theater']
    """
    if how not in HOWS:
        raise CaseError(f"a class is predicted {quoted(how)}; only, added or replacing is accepted")
    if how == "replacing" and replaced not in case.predicted:
        raise CaseError(f"class {quoted(replaced)} is not predicted{suggestion(replaced, case.predicted)}")
    others = {"only": frozenset[str](), "added": case.predicted, "replacing": case.predicted - {replaced}}[how]
    predicted = others | {case.hierarchy.require(c)}
    return case if predicted == case.predicted else case.edited(predicted=predicted)


def landscape(
    case: Case, measure: Measure, how: str = "only", replaced: str = "", classes: Iterable[str] | None = None
) -> Landscape:
    """The value of `measure` for every class as `with_class_predicted` would predict it.

    classes: those that are wanted, such as those that are drawn; None is all of the hierarchy.
    Raises CaseError as `with_class_predicted` does, HierarchyError for a class that is not in the hierarchy.

    >>> from hierview import parse_measure
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> landscape(case, parse_measure("TIE")).values
    {'Arts': 1.0, 'Music': 0.0, 'Theater': 2.0}
    """
    cases = {
        c: with_class_predicted(case, c, how, replaced)
        for c in (case.hierarchy.classes if classes is None else classes)
    }
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


def short_number_text(value: Value) -> str:
    """`number` with as many decimals as leave five characters.

    >>> short_number_text(0.666), short_number_text(1234.56), short_number_text(-12.34), short_number_text(None)
    ('0.67', '1235', '-12.3', '–')
    """
    texts = [number(value, digits) for digits in (2, 1, 0)]
    return next((text for text in texts if len(text) <= 5), texts[-1])


def landscape_picture(land: Landscape) -> HierarchyPicture:
    """The landscape on the hierarchy: every class with its value, the stronger its tint the worse."""
    looks = {
        c: Look(
            value=short_number_text(value),
            tint=land.badness(c),
            emphasis="about" if land.how == "replacing" and c == land.replaced else "plain",
        )
        for c, value in land.values.items()
    }
    question: Words = {
        "only": (" if a class were the prediction",),
        "added": (" if a class were predicted, too",),
        "replacing": (" if a class stood in the place of ", Name(land.replaced)),
    }[land.how]
    better = f" · {land.measure.better()} is better"
    # On a dark page a strong tint is a light one.
    tinted = ", a stronger tint is worse" if any(look.tint is not None for look in looks.values()) else ""
    return HierarchyPicture((land.measure.label(), *question, better + tinted), looks, short=("Landscape",))
