"""The views of Why, one entry each: what it computes, from what, the controls beside it, its part of the address.

A view is made of plain data, so that a process of its own can make it where that takes long. Nothing here knows
Streamlit. Another view is another entry of `VIEWS`, and a function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ...answers.conventions import CONVENTIONS, UNCHANGED, hemkit_comparison, result_under_convention
from ...answers.cost import is_heavy
from ...answers.ideas import FIELD, ideas_of_rows
from ...answers.ideas import MOST as MOST_BESIDE
from ...answers.tools import tools
from ...draw.scenes.hierarchy import drawable_part
from ...errors import HierviewError
from ...explain import Step, Words, number
from ...languages import N_, _, translate_parts
from ...markup import html, pictures, why
from ...markup.pictures import DrawingOptions
from ...markup.why import Opening, ideas_html
from ...measures import Measure, Result
from ...measures.vary import (
    cut_sentences,
    landscape,
    landscape_picture,
    quantities,
    sensitivity,
    sensitivity_picture,
    with_class_predicted,
)
from ...model.case import Case, long_distance
from ...safe import Markup
from ..shell.cases import all_row_keys
from ..shell.control_data import Control, choice_data, number_field_data
from .page_token import MOST_CLASSES, MOST_MARKED
from .view import (
    MOST_LIMIT,
    VIEW_TITLES,
    ViewState,
    as_why_shows,
    case_with_first,
    shown_measures,
    with_case_made,
    with_new_controls,
    with_row_measure,
)

_MOST_REPLACED = 12


@dataclass(frozen=True)
class OpenAnswer:
    """The answer whose Why is open: its measure, the question, and its result."""

    measure: Measure
    """The measure that is asked."""
    title: str
    """The question, as it stands above the answer."""
    result: Result | None = None
    """Its result; None where only a process of its own can hold it."""
    results: Mapping[str, Result] = field(default_factory=dict)
    """Results of the table's rows, where a view shows several."""

    def result_on(self, case: Case) -> Result:
        """The measure's result on a case, computed where it is not there."""
        return self.measure.evaluate(case) if self.result is None else self.result


@dataclass(frozen=True)
class Outcome:
    """Contents of a view of Why, as plain data."""

    markup: Mapping[str, Markup]
    """Markup of each viewer, by its key."""
    notes: tuple[str, ...] = ()
    """Sentences to be known with the result."""
    controls: tuple[Control, ...] = ()
    """Controls that depend on what was computed."""
    opens: Case | None = None
    """A case that can be opened."""
    curve: Any = None
    """The curve in which a click is looked up."""


def _case_and_answer(state: ViewState, answer: OpenAnswer) -> tuple[Case, OpenAnswer, bool]:
    return state.case, answer, state.why.fullscreen


def _open_picture(state: ViewState, measure: Measure) -> str:
    return state.shown_display


@dataclass(frozen=True)
class View:
    """One way to look at the open answer."""

    title: str
    """Text of its button."""
    doing: str
    """Text while it is computed."""
    make: Callable[..., Outcome]
    """Computes its outcome."""
    needs: Callable[[ViewState, OpenAnswer], tuple[Any, ...]] = _case_and_answer
    """Names of what `make` is given."""
    live: bool = False
    """Whether its viewers show all of it, so that it can be answered at once."""
    controls: Callable[[ViewState], tuple[Control, ...]] = lambda state: ()
    """Controls beside it, or below what is live."""
    pick: Callable[[ViewState, Outcome, str], Case | Measure | None] = lambda state, outcome, key: None
    """What a click on it sets: a case or a measure."""
    panel: Callable[[ViewState, Measure], str] = _open_picture
    """Panel of an export that shows the same picture."""


# Picture and steps


def show_picture(
    case: Case, answer: OpenAnswer, fullscreen: bool, options: DrawingOptions, display: str, first: Case | None = None
) -> Outcome:
    """The picture behind an answer, and its notes. first: the case with prediction A, whose sum stands before B's."""
    result, ids = answer.result_on(case), html.class_ids(case)
    step = answer.measure.view(case, result, display)
    before = ""
    if first is not None:
        with suppress(HierviewError):
            before = why.sum_html("A", answer.measure.view(first, answer.measure.evaluate(first), display), ids)
    markup = before + why.why_html(case, answer.title, step, ids, Opening(fullscreen, options))
    return Outcome({"picture": markup}, result.notes)


def show_ideas(
    case: Case, answer: OpenAnswer, fullscreen: bool, options: DrawingOptions, row: str, rows: Mapping[str, Measure]
) -> Outcome:
    """The case once for each of these measures, or ideas of the field."""
    return Outcome(
        {
            "ideas": ideas_html(
                case, answer.title, ideas_of_rows(case, rows, answer.results), row, Opening(fullscreen, options)
            )
        }
    )


def _beside_controls(state: ViewState) -> tuple[Control, ...]:
    rows = dict.fromkeys([*all_row_keys(), *state.answers.beside])
    options = {row: state.measure(row).label() for row in rows}
    several = choice_data("many", "beside", _("Measures"), options, [*state.answers.beside])
    return (several | {"most": MOST_BESIDE, "hint": _("The ideas of the field")},)


def _ideas_panel(state: ViewState, measure: Measure) -> str:
    texts = tuple(map(str, state.beside.values()))
    return "ideas" if texts == FIELD else f"ideas {'|'.join(texts)}"


def show_steps(case: Case, answer: OpenAnswer, fullscreen: bool, options: DrawingOptions, first: int) -> Outcome:
    """The steps to an answer, and its notes."""
    result = answer.result_on(case)
    steps = answer.measure.explain(case, result)
    opening = Opening(fullscreen, options, first)
    return Outcome({"steps": why.steps_html(case, answer.title, steps, html.class_ids(case), opening)}, result.notes)


def _steps_look(state: ViewState) -> DrawingOptions:
    """How steps are drawn: only those that one key leads to from the open one, where others are answered at once."""
    h, marked = state.draft.hierarchy, state.draft.marked
    near = len(h) <= MOST_CLASSES and len(marked) <= MOST_MARKED and not state.is_text_unread and state.part is None
    return replace(state.picture_look, near=near)


def steps_markup(state: ViewState, first: int) -> Markup:
    """Markup of the steps in which another one is open."""
    state, measure = as_why_shows(replace(state, why=replace(state.why, step=first))), state.measure(state.why.row)
    view, answer = VIEWS["steps"], answer_of(state, measure, measure.evaluate(state.case))
    return view.make(*view.needs(state, answer)).markup["steps"]


# Landscape: the score that every class would get; a click adopts it.


def _landscape_choices(state: ViewState) -> dict[str, str]:
    replacing = {f"replacing {c}": _("replaces {c}", c=c) for c in sorted(state.case.predicted)[:_MOST_REPLACED]}
    return {"only": _("is the prediction"), "added": _("is predicted, too")} | replacing


def _landscape_control(state: ViewState) -> str:
    return state.why.how if state.why.how in _landscape_choices(state) else "only"


def show_landscape(case: Case, answer: OpenAnswer, fullscreen: bool, how: str) -> Outcome:
    """The score that every class would get; a sentence where there are too many to draw."""
    drawing = drawable_part(case)
    if drawing is None:
        return Outcome({"landscape": html.notice_html(_("Too many classes to draw. Open a smaller case."), "hint")})
    kind, _blank, replaced = how.partition(" ")
    scores = landscape(case, answer.measure, kind, replaced, drawing.hierarchy.classes)
    label = answer.measure.label()
    text = _("Every class carries the {measure} that it would give. Click a class to adopt it.", measure=label)
    step = Step("landscape", (text,), (landscape_picture(scores),))
    return Outcome({"landscape": why.why_html(case, answer.title, step, html.class_ids(case), Opening(fullscreen))})


def _adopt(state: ViewState, outcome: Outcome, number: str) -> Case | None:
    ids, (how, _, replaced) = html.class_ids(state.draft), _landscape_control(state).partition(" ")
    c = next((c for c in state.case.hierarchy.classes if str(ids[c]) == number), None)
    return None if c is None else with_class_predicted(state.case, c, how, replaced)


def _landscape_panel(state: ViewState, measure: Measure) -> str:
    if state.why.how.startswith("replacing ") and state.why.how[10:] not in state.case.predicted:
        return _open_picture(state, measure)
    return "landscape" if state.why.how == "only" else f"landscape {state.why.how}"


# Sensitivity: the measure against a quantity; the present value is marked, and set by dragging or a click.


def show_sensitivity(case: Case, answer: OpenAnswer, fullscreen: bool, against: str) -> Outcome:
    """A measure against one of the quantities that it can be plotted against."""
    measure = answer.measure
    labels = {q.name: translate_parts(q.label) for q in quantities(case, measure)}
    quantity = against if against in labels else next(iter(labels))
    curve = sensitivity(case, measure, quantity)
    hint: Words = (" Drag along the chart, or click, to set it.",) if quantity in measure.params() else ()
    step = Step("sensitivity", (*curve.sentence(), *hint), (sensitivity_picture(curve),))
    markup = why.why_html(case, answer.title, step, html.class_ids(case), Opening(fullscreen))
    control = choice_data("radio", "against", _("Against"), labels, quantity)
    return Outcome({"sensitivity": markup}, controls=(control,), curve=curve)


def _sensitivity_panel(state: ViewState, measure: Measure) -> str:
    names = [quantity.name for quantity in quantities(state.case, measure)]
    return f"sensitivity {state.why.against}" if state.why.against in names else "sensitivity"


# Long distance: before and after the step, and what it changed.


def _distance_threshold(state: ViewState) -> int:
    return state.why.k if state.why.k >= 2 and state.why.k % 2 == 0 else 4


def _distance_controls(state: ViewState) -> tuple[Control, ...]:
    text = _("Even. Marked classes that are farther apart are brought to this distance.")
    limits = {"least": 2, "most": 998, "step": 2, "empty": 4, "help": text}
    return (number_field_data("k", _("Longest distance, k"), _distance_threshold(state), **limits),)


def show_distance(case: Case, measures: tuple[Measure, ...], k: int) -> Outcome:
    """The case before and after the long-distance step, and values where it changed something."""
    after, ids = long_distance(case, k), html.class_ids(case)
    text = tuple(word for sentence in cut_sentences(case, after, k) for word in (*sentence, " "))
    heads = _("Before"), _("After, k = {k}", k=k)
    if after is case:
        return Outcome({"distance": pictures.before_after_html(case, case, text, ids, heads)})
    more = {c: len(ids) + i for i, c in enumerate(after.hierarchy.classes) if c not in ids}
    both = html.ClassIds(ids | more, (case.hierarchy.labels,))
    rows = [((m.label(),), number(m.evaluate(case).value), number(m.evaluate(after).value)) for m in measures]
    table = html.plain_table_html((_("measure"), _("before"), _("after")), rows, both)
    drawing = pictures.before_after_html(case, after, text, both, heads)
    return Outcome({"distance": drawing, "distancetable": table}, opens=after)


# Conventions: what the choices of other tools change in this case, measure by measure.


def _convention_tool(state: ViewState) -> str:
    return state.why.convention if state.why.convention in CONVENTIONS else "HEMKit"


def _tool_title(tool: str) -> str:
    return _("the paper") if tool == "paper" else tool


def show_conventions(case: Case, measures: tuple[Measure, ...], tool: str, limit: int | None, preset: str) -> Outcome:
    """Table of what a tool's choices change, and what HEMKit prints. preset: the name of a case that is as it came."""
    ids = html.class_ids(case)
    head = (_("measure"), _("as set"), _tool_title(tool), _("what the choice changed in this case"))
    rows: list[tuple[Words | str, ...]] = []
    unchanged = []
    for measure in measures:
        change = result_under_convention(case, measure, tool, limit)
        if change.changed == UNCHANGED:
            unchanged.append(measure.label())
            continue
        caveat = (" " + change.caveat,) if change.caveat else ()
        values = number(measure.evaluate(case).value), number(change.result.value)
        rows.append(((measure.label(),), *values, (*change.changed, *caveat)))
    table = html.plain_table_html(head, rows, ids, "told") if rows else ""
    rest = _("Nothing changes in {measures}.", measures=", ".join(unchanged)) if unchanged else ""
    if tool in tools() and (what := tools()[tool].otherwise):
        rest = _("{tool} computes none of them; it has {what}.", tool=tool, what=what)
    tables = {"conventions": table + html.foot_lines_html(rest)}
    printed = hemkit_comparison(preset, case) if preset else None
    if printed is not None:
        shortcut, value = printed.shortcut
        where = _("its code") if printed.never_printed else _("HEMKit prints")
        columns = (_("measure"), _("definition"), shortcut, where, _("cause"))
        row = (printed.measure, number(printed.definition), number(value), printed.hemkit, printed.because)
        tables["hemkit"] = html.plain_table_html(columns, [row], ids, "told")
    return Outcome(tables)


def _convention_controls(state: ViewState) -> tuple[Control, ...]:
    names = {tool: _tool_title(tool) for tool in CONVENTIONS}
    tool = choice_data("select", "convention", _("As in"), names, _convention_tool(state))
    if tool["value"] != "HEMKit":
        return (tool,)
    text = _("HEMKit cuts the hierarchy more than m climbs above the marked classes; empty, it cuts nothing.")
    limits = {"least": 0, "most": MOST_LIMIT, "hint": _("none"), "help": text}
    return tool, number_field_data("limit", _("Distance limit, m"), state.why.limit, **limits)


# By their names in the address.
VIEWS: dict[str, View] = {
    "picture": View(
        N_("Picture"),
        N_("the picture"),
        show_picture,
        lambda state, answer: (
            *(*_case_and_answer(state, answer), state.picture_look, state.shown_display),
            case_with_first(state),
        ),
        live=True,
    ),
    "ideas": View(
        N_("Side by side"),
        N_("the pictures"),
        show_ideas,
        lambda state, answer: (*_case_and_answer(state, answer), state.picture_look, state.why.row, state.beside),
        live=True,
        controls=_beside_controls,
        panel=_ideas_panel,
    ),
    "steps": View(
        N_("Steps"),
        N_("the steps"),
        show_steps,
        lambda state, answer: (*_case_and_answer(state, answer), _steps_look(state), state.why.step),
        live=True,
        panel=lambda state, measure: "steps",
    ),
    "landscape": View(
        N_("Landscape"),
        N_("the landscape"),
        show_landscape,
        lambda state, answer: (*_case_and_answer(state, answer), _landscape_control(state)),
        controls=lambda state: (
            choice_data("radio", "how", _("If a class …"), _landscape_choices(state), _landscape_control(state)),
        ),
        pick=_adopt,
        panel=_landscape_panel,
    ),
    "sensitivity": View(
        N_("Sensitivity"),
        N_("the chart"),
        show_sensitivity,
        lambda state, answer: (*_case_and_answer(state, answer), state.why.against),
        pick=lambda state, outcome, value: outcome.curve.measure_at(value),
        panel=_sensitivity_panel,
    ),
    "distance": View(
        N_("Long distance"),
        N_("the long-distance step"),
        show_distance,
        lambda state, answer: (state.case, shown_measures(state), _distance_threshold(state)),
        controls=_distance_controls,
    ),
    "conventions": View(
        N_("Conventions"),
        N_("the conventions"),
        show_conventions,
        lambda state, answer: (
            state.case,
            shown_measures(state),
            _convention_tool(state),
            state.why.limit if _convention_tool(state) == "HEMKit" else None,
            "" if state.is_edited else state.name,
        ),
        controls=_convention_controls,
    ),
}
VIEW_TITLES |= {name: view.title for name, view in VIEWS.items()}


def after_pick(state: ViewState, outcome: Outcome, chosen: str) -> ViewState:
    """The page after a click in a view of variants; as it is where that sets nothing."""
    looked = as_why_shows(state)
    picked = VIEWS[state.why.view].pick(looked, outcome, chosen)
    if isinstance(picked, Case):
        if looked is not state:
            return with_new_controls(state, first=picked.predicted)
        return with_case_made(state, picked)
    return state if picked is None else with_new_controls(with_row_measure(state, state.why.row, picked))


def answer_of(
    state: ViewState, measure: Measure, result: Result, results: Mapping[str, Result] | None = None
) -> OpenAnswer:
    """The answer that is open, with its result and, side by side, the results of the other answers."""
    value = _("undefined") if result.value is None else number(result.value)
    title = _("Why is {measure} {value}?", measure=measure.label(), value=value)
    return OpenAnswer(
        measure,
        _("Why do they differ?") if state.why.view == "ideas" else title,
        None if is_heavy(state.case) or state.counts_beyond_part(measure) else result,
        results if results and state.why.view == "ideas" and not is_heavy(state.case) and state.part is None else {},
    )
