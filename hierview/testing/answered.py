"""Rules for what a measure answers: its value, its parts, its notes, on a case."""

from __future__ import annotations

import math
from collections.abc import Iterator
from numbers import Real
from typing import Any

from ..errors import quoted
from ..explain import distinct_number_texts
from ..measures import Measure, Result
from ..model.case import Case
from .cases import reversed_listing, right_prediction


def value_faults(answer: Any, bounds: tuple[Any, Any], slack: float = 1e-9) -> Iterator[str]:
    """Sentences on what is wrong with a value."""
    if answer is None:
        return
    if isinstance(answer, bool) or not isinstance(answer, Real):
        yield f"the value is {quoted(answer)}, a {type(answer).__name__}; a number or None is expected"
        return
    if not is_finite_number(answer):
        yield f"the value is {quoted(answer)}; where a measure is undefined it gives None, and a note says why"
        return
    least, most = bounds
    if (least is not None and answer < least - slack) or (most is not None and answer > most + slack):
        yield f"the value {float(answer):g} is outside its bounds, {quoted(least)} to {quoted(most)}"


def order_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Sentence on a value that is another one where the same edges and classes are listed in another order."""
    try:
        values: list[Any] = [measure.evaluate(one).value for one in (case, reversed_listing(case))]
        same = values[0] == values[1] or (None not in values and math.isclose(*values, rel_tol=1e-9, abs_tol=1e-9))
        told = " and ".join(distinct_number_texts(*values))
    except Exception:
        return  # told where it is asked first
    if not same:
        yield (
            f"it says {told}, as the same edges are listed one way or the other; parents(c) and children(c) come in "
            "that order, so take all of them"
        )


def is_finite_number(number: Any) -> bool:
    """Whether something is a finite number."""
    try:
        return isinstance(number, Real) and math.isfinite(number)
    except OverflowError:
        return False


def error_text(error: Exception) -> str:
    """An error in a few words, whoever raised it."""
    return f"{type(error).__name__}: {quoted(error, 150)[1:-1]}"


def result_faults(measure: Measure, answer: Result) -> Iterator[str]:
    """Sentences on what is wrong with a result, beside its value."""
    if answer.value is None and not answer.notes:
        yield "it is undefined, and no note says why"
    if answer.measure != str(measure):
        yield f"the result is signed {quoted(answer.measure)}; {quoted(measure)} is expected"
    for name, part in answer.parts.items():
        if not is_finite_number(part):
            yield f"the part {quoted(name)} is {quoted(part)}; a number is expected"


def own_answer_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Faults in the answer of one of hierview's own measures."""
    answer, bounds = measure.evaluate(case), measure.bounds(case)
    yield from value_faults(answer.value, bounds, slack=0)
    yield from result_faults(measure, answer)
    if answer.value is not None and not isinstance(answer.value, float):
        yield f"the value is {quoted(answer.value)}, a {type(answer.value).__name__}; a float is expected"
    if answer.value is not None and not answer.parts:
        yield "the result has no parts, from which its value could be followed"
    if any(isinstance(part, bool) for part in answer.parts.values()):
        yield "a part is True or False; a number is expected"
    if answer.value is None and not any("ndefined" in note for note in answer.notes):
        yield "it is undefined, and no note says so: Undefined: …"
    yield from (
        f"the note {quoted(note, 80)} does not end as a sentence"
        for note in answer.notes
        if not note.strip() or note[-1] not in ".!"
    )
    yield from _empty_side_faults(case, answer)
    if measure.evaluate(reversed_listing(case)) != answer:
        yield "it answers otherwise where the edges are listed in another order; sort names where one is chosen"


def _empty_side_faults(case: Case, answer: Result) -> Iterator[str]:
    for side in ("true", "predicted"):
        convention = f"No {side} class: the value follows the convention for an empty side."
        if not getattr(case, side) and answer.value is not None and convention not in answer.notes:
            yield f"no class is {side}, and no note says what is done then; empty_side_notes(case) makes it"


def best_value_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Sentences on the value of a right prediction, which is the best one, unless that is 0/0."""
    if measure.spec.imperfect:
        return
    case = right_prediction(case)
    answer = measure.evaluate(case)
    least, most = measure.bounds(case)
    higher = measure.better() == "higher"
    expected = most if higher else least
    if higher and most not in (None, 1) and not measure.unit():
        yield f"its best value is {quoted(most)}; a measure that is no share to 1 says in which unit it counts"
    zero_by_zero = any("0/0" in note for note in answer.notes)
    undefined = answer.value is None and (zero_by_zero or not higher)
    if not undefined and expected not in (None, answer.value) and not (zero_by_zero and answer.value == 0):
        yield (
            f"a right prediction there has the value {quoted(answer.value)}; the best is {quoted(expected)}. "
            "Where this is meant, the spec says why: imperfect"
        )
