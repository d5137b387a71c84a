"""Computations of a page, as functions of plain data: where one takes long, a process of its own can do it.

Nothing here knows Streamlit, so that such a process begins quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..answers.answers import Answer, answers
from ..answers.conventions import under
from ..draw.hierarchy import drawable
from ..errors import CaseError
from ..explain import Step, Words, names, number
from ..jobs import Progress, Tell
from ..languages import _, use
from ..markup import html, pictures, why
from ..measures import Measure, Result
from ..measures.vary import (
    Sensitivity,
    landscape,
    landscape_picture,
    quantities,
    sensitivity,
    sensitivity_picture,
    what_was_cut,
)
from ..model.case import Case, Draft, long_distance
from ..rules import Rule, decided
from .cases import as_case


def speaking(tell: Tell, code: str, task: Callable[..., None], given: tuple[Any, ...]) -> None:
    """A task in a language: another process knows nothing of whose page it works for."""
    with use(code):
        task(tell, *given)


def tell_answers(tell: Tell, case: Case, measures: Sequence[Measure]) -> None:
    """A task: tell the answers of measures, one after the other."""
    found: list[Answer] = []
    for i, measure in enumerate(measures):
        tell(
            Progress(
                _("{measure}, measure {i} of {n}", measure=measure.label(), i=i + 1, n=len(measures)),
                i / len(measures),
            )
        )
        (answer,) = answers(case, [measure])
        found.append(replace(answer, result=replace(answer.result, witness=None)))
    tell((tuple(found),))


def picture(
    case: Case,
    measure: Measure,
    display: str,
    title: str,
    big: bool,
    result: Result | None = None,
    way: pictures.Drawn = pictures.AS_EVER,
) -> tuple[tuple[str, ...], str]:
    """The notes of a result, which is the measure's where none is given, and the picture behind it."""
    result = measure.evaluate(case) if result is None else result
    return result.notes, why.why(case, title, measure.view(case, result, display), html.class_ids(case), big, way)


def steps(
    case: Case,
    measure: Measure,
    title: str,
    first: int,
    big: bool,
    result: Result | None = None,
    way: pictures.Drawn = pictures.AS_EVER,
) -> tuple[tuple[str, ...], str]:
    """The notes of a result, which is the measure's where none is given, and the steps to it."""
    result = measure.evaluate(case) if result is None else result
    given = measure.explain(case, result)
    return result.notes, why.steps(case, title, given, html.class_ids(case), first, big, way)


def landscaped(case: Case, measure: Measure, how: str, title: str, big: bool) -> str:
    """The score that every class would get; "" where there are too many to draw."""
    drawn = drawable(case)
    if drawn is None:
        return ""
    found = landscape(case, measure, how.partition(" ")[0], how.partition(" ")[2], drawn.hierarchy.classes)
    text = _(
        "Every class carries the {measure} that it would give. Click a class to adopt it.", measure=measure.label()
    )
    step = Step("landscape", (text,), (landscape_picture(found),))
    return why.why(case, title, step, html.class_ids(case), big)


def varied(
    case: Case, measure: Measure, against: str, title: str, big: bool
) -> tuple[dict[str, str], str, Sensitivity, str]:
    """The quantities that a measure can be plotted against with their labels, the one it is, and the chart."""
    known = {q.name: q.label for q in quantities(case, measure)}
    chosen = against if against in known else next(iter(known))
    found = sensitivity(case, measure, chosen)
    hint: Words = (_(" Drag along the chart, or click, to set it."),) if chosen in measure.params() else ()
    step = Step("sensitivity", (*found.sentence(), *hint), (sensitivity_picture(found),))
    return known, chosen, found, why.why(case, title, step, html.class_ids(case), big)


def cut(case: Case, measures: Sequence[Measure], k: int) -> tuple[Case | None, tuple[str, ...]]:
    """The case after the long-distance step, None where it is the same, and what is shown of it: both, and values."""
    after, ids = long_distance(case, k), html.class_ids(case)
    text = tuple(word for sentence in what_was_cut(case, after, k) for word in (*sentence, " "))
    heads = _("Before"), _("After, k = {k}", k=k)
    if after is case:
        return None, (pictures.before_after(case, case, text, ids, heads),)
    more = {c: len(ids) + i for i, c in enumerate(after.hierarchy.classes) if c not in ids}
    both = html.ClassIds(ids | more, (case.hierarchy.labels,))
    rows = [((m.label(),), number(m.evaluate(case).value), number(m.evaluate(after).value)) for m in measures]
    return after, (
        pictures.before_after(case, after, text, both, heads),
        html.plain_table((_("measure"), _("before"), _("after")), rows, both),
    )


def conventions(
    case: Case, measures: Sequence[Measure], tool: str, limit: int | None
) -> list[tuple[Words, str, str, Words]]:
    """Changes in a case by the choices of another tool: a row for each measure. limit: HEMKit's m, None for none."""
    found = [(m, under(case, m, tool, limit)) for m in measures]
    return [
        (
            (m.label(),),
            number(m.evaluate(case).value),
            number(c.result.value),
            (*c.changed, *((" " + c.caveat,) if c.caveat else ())),
        )
        for m, c in found
    ]


def by_rule(draft: Draft, rules: Sequence[Rule], measures: Sequence[Measure]) -> list[tuple[Words | str, ...]]:
    """Predictions of each rule and what measures say of them, a row for each, or why it cannot predict."""
    rows: list[tuple[Words | str, ...]] = []
    for rule in rules:
        told = f" ({', '.join(rule.parameter_words())})" if rule.parameter_words() else ""
        named = _(rule.spec.title) + told
        try:
            case = as_case(decided(draft, rule))
        except CaseError as error:
            rows.append((named, str(error), *["–"] * len(measures)))
            continue
        predicted: Words = names(case.predicted) if case.predicted else (_("none"),)
        values = [number(m.evaluate(case).value) if isinstance(case, Case) else "–" for m in measures]
        rows.append((named, predicted, *values))
    return rows
