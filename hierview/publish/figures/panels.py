"""Panels: the pictures of a case and a measure that can be exported, by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...answers.answers import all_measures, headline_measures
from ...errors import HierviewError, quoted, suggestion
from ...measures import Measure, parse_measure
from ...model.case import Case

# Panels by the names that people give them, beside their own.
SHORT = {"lca": "graphs", "flow": "flow network", "network": "flow network"}


def panels(case: Case, measure: Measure) -> tuple[str, ...]:
    """The panels of a case and a measure: its views and what is made of it.

    `step 3`, `steps 1,3-5` beside each other, `sets 2`, one picture of several, `landscape added`, `landscape replacing
    Rock`, `sensitivity default_cost` and `ideas hP|SDL` say it more closely; `comparison` needs a second case.
    `LCaF:graphs` is that of another measure.
    """
    return ("hierarchy", *measure.views(case), "ideas", "steps", "landscape", "sensitivity")


def panel_named(case: Case, measure: Measure, text: str) -> str:
    """The panel that a text names, hyphens for blanks; a HierviewError lists those that there are."""
    owner, _, own = text.rpartition(":")
    if owner:
        of = parse_measure(owner)
        if own.strip() == "steps":
            raise HierviewError(f"all steps of {of} are many figures; name some, as in {of}:steps-1,3")
        return f"{of}:{panel_named(case, of, own)}"
    if match := re.fullmatch(r"ideas[- ](.+)", text.strip()):
        return "ideas " + "|".join(str(parse_measure(one)) for one in match[1].split("|"))
    words = " ".join(text.replace("-", " ").split())
    names = (*panels(case, measure), "comparison")
    by_name = {name.replace("-", " ").casefold(): name for name in names} | {"picture": measure.views(case)[0]}
    asked_for = SHORT.get(words.casefold(), words).casefold()
    if asked_for in by_name:
        return by_name[asked_for]
    if match := re.fullmatch(r"steps[- ]([\d,\- ]+)", text.strip()):
        return f"steps {match[1].replace(' ', '')}"
    if match := re.fullmatch(r"(step|landscape|sensitivity)[- ](replacing(?=[- ]))?[- ]?(.+)", text.strip()):
        return " ".join(filter(None, match.groups()))
    if (match := re.fullmatch(r"(.*\S) (\d{1,9})", words)) and match[1].casefold() in {*by_name, *SHORT}:
        view = panel_named(case, measure, match[1])
        if view in measure.views(case):
            return f"{view} {int(match[2])}"
    others = [*by_name, *(short for short, name in SHORT.items() if name in names)]
    raise HierviewError(
        f"{measure} has no panel {quoted(text)} on this case{suggestion(text, others)}; "
        f"there are {', '.join(names)} and step 1, step 2, …"
    )


def view_and_picture_number(case: Case, measure: Measure, what: str) -> tuple[str, int | None]:
    """The view that a panel is, "" where it is none, and which of its pictures, None where it is all."""
    views = measure.views(case)
    if what in views:
        return what, None
    view, _, place = what.rpartition(" ")
    return (view, int(place)) if view in views and place.isdecimal() else ("", None)


def measure_with_panel(case: Case, what: Sequence[str]) -> Measure:
    """The first measure that has such panels, of those that the case shows and then of all."""
    refusals = []
    for measure in (*headline_measures(case), *all_measures()):
        try:
            for text in what:
                panel_named(case, measure, text)
        except HierviewError as error:
            refusals.append(error)
        else:
            return measure
    raise refusals[0]
