"""State of Explore: five frozen values of fields that are declared once, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, replace
from functools import lru_cache
from typing import Any

from ...answers.answers import headline_measures
from ...answers.ideas import FIELD
from ...answers.ideas import MOST as MOST_BESIDE
from ...draw.layouts.fold import foldable_classes
from ...draw.scenes.canvas import NONE, TOP, CanvasLook, first_look, look_after_edit
from ...draw.scenes.hierarchy import MOST_DRAWN
from ...draw.scenes.layout_choice import DIRECTIONS as TURNS
from ...errors import HierviewError
from ...languages import N_, _
from ...markup.pictures import DrawingOptions
from ...measures import Measure, parse_measure
from ...model.case import Case, Draft
from ...rules import draft_and_rule, parse_rule
from ..files.server_files import ServerFile
from ..shell.cases import (
    EMPTY,
    NEW,
    all_row_keys,
    apply_rule,
    as_case,
    is_preset,
    openable_row_keys,
    short_row_keys,
    source_and_name,
)
from ..shell.fields import (
    LONGEST_PARAMETER,
    NAMES,
    PAIRS,
    SWITCH,
    TEXT,
    FieldKind,
    Parameter,
    change_fields,
    choice_kind,
    declare_field,
    keep_outlasting,
    number_kind,
)

# The ways to edit the hierarchy, by their name in the address.
DRAWINGS = {"draw": N_("Draw"), "outline": N_("Outline"), "edges": N_("Edges"), "numbers": N_("Numbers")}
# Where children stand in pictures, by their name in the address.
DIRECTIONS = {"auto": N_("As it fits"), "down": N_("Down"), "right": N_("Right"), "indented": N_("Indented")}
MOST_LIMIT = 498  # HEMKit's m, for a k below 1000
MOST_SETTINGS = 60

TABLES = ("headline", "all")
VIEW_TITLES: dict[str, str] = {}  # of the views of Why by their names in the address, which `why_views` fills in
Settings = tuple[tuple[str, Measure], ...]


@dataclass(frozen=True)
class TypedText:
    """A text as it was typed, while it stands for the drawing beside it; `line` and `trouble` say what is wrong."""

    format: str
    """Key of the format that is typed."""
    text: str
    """The text."""
    draft: Draft
    """The drawing that it stands for."""
    trouble: str = ""
    """Sentence on what is wrong with it; "" where nothing is."""
    line: int | None = None
    """The line at fault; None where none is known."""


def settings_text(settings: Settings) -> str:
    """The settings of measures as a link has them; "" where there are none."""
    pairs = [[row, str(measure)] for row, measure in settings if str(measure) != row]
    return json.dumps(pairs, ensure_ascii=False, separators=(",", ":")) if pairs else ""


def parse_settings(text: str) -> Settings:
    """The settings of measures in a link; a HierviewError where they are something else."""
    if not text:
        return ()
    try:
        pairs = json.loads(text) if len(text) <= LONGEST_PARAMETER else None
    except (ValueError, RecursionError):
        pairs = None
    if pairs is None or not PAIRS.fits(pairs) or len(pairs) > MOST_SETTINGS:
        raise HierviewError(_('s is not a list of ["row", "measure"] pairs'))
    settings = {}
    for row, measure in pairs:
        if type(parse_measure(row)) is not type(parse_measure(measure)):
            raise HierviewError(f"{measure} is no setting of {row}")
        settings[str(parse_measure(row))] = parse_measure(measure)
    return tuple(settings.items())


# Rows as a link has them; those beyond the most are left out.
_ROWS = FieldKind(
    TEXT.fits,
    lambda text: tuple(dict.fromkeys(str(parse_measure(row)) for row in text.split("|") if row))[:MOST_BESIDE],
    "|".join,
)
_SETTINGS = FieldKind(TEXT.fits, parse_settings, settings_text)
_RULE = FieldKind(TEXT.fits, lambda text: text and str(parse_rule(text)))


def _with_view(state: ViewState, text: str) -> ViewState:
    """The page with a view of Why open, or with the picture, as one looks at it."""
    ways = state.measure(state.why.row).views(state.case) if state.answerable else ()
    return change_fields(
        state,
        view=text if text in VIEW_TITLES else "picture",
        display=text if text in ways else "",
        scroll_to_why=text in VIEW_TITLES or text in ways,
    )


def _with_step(state: ViewState, text: str) -> ViewState:
    return change_fields(state, step=int(text) - 1) if text.isdecimal() and 0 < len(text) < 4 else state


def _fold_parameter(state: ViewState) -> str:
    canvas = state.canvas
    as_opened = canvas.fold == bool(first_look(state.work.start, canvas.narrow_screen).hidden)
    return "" if as_opened and not canvas.by_hand else str(int(canvas.fold))


def _while_view(view: str) -> Callable[[ViewState], bool]:
    return lambda state: state.why.view == view


# What an address says of a page stands in it in the order of the parts and their fields; "p." is within `p`.
_MEASURE = Parameter["ViewState"](
    "m",
    lambda state: str(state.measure(state.why.row)),
    lambda state, text: with_measure(state, parse_measure(text)),
    N_("a measure"),
)
_VIEW = Parameter["ViewState"](
    "v", lambda state: state.why.display if state.why.view == "picture" else state.why.view, _with_view
)
_SET = Parameter["ViewState"](
    "s",
    lambda state: settings_text(state.work.settings),
    lambda state, text: change_fields(state, settings=parse_settings(text)),
    N_("settings"),
)
_SOME = FieldKind(
    lambda value: value is None or NAMES.fits(value),
    lambda value: None if value is None else frozenset(value),
    lambda value: None if value is None else sorted(value),
)
_FIRST = Parameter["ViewState"](
    "p.a",
    lambda state: "" if state.work.first is None else json.dumps(sorted(state.work.first), ensure_ascii=False),
    lambda state, text: with_first(state, text),
)
_FOLD = Parameter["ViewState"]("p.fold", _fold_parameter, lambda state, text: with_fold(state, text != "0"))


@dataclass(frozen=True)
class WhyPanelState:
    """State of the panel Why: the open answer, and which view of it is shown, how."""

    row: str = declare_field(MISSING, TEXT, _MEASURE)
    """Row of the table of answers that is asked about."""
    view: str = declare_field("picture", choice_kind(VIEW_TITLES), _VIEW, stays=True)
    """The view that is open, one of `VIEW_TITLES`."""
    display: str = declare_field("", TEXT)
    """How its picture looks at the answer, "" for the first way."""
    step: int = declare_field(0, number_kind(), Parameter("step", lambda state: "", _with_step))
    """The step shown first."""
    fullscreen: bool = declare_field(False, SWITCH, "big", when=lambda state: False)
    """Whether the picture opens on the whole screen."""
    how: str = declare_field("only", TEXT, "p.how", when=_while_view("landscape"))
    """How variants of the case are made: whether a class is the only prediction, is added, or replaces one."""
    against: str = declare_field("", TEXT, "p.against", when=_while_view("sensitivity"), stays=True)
    """Quantity that the measure is plotted against."""
    k: int = declare_field(4, number_kind(999, 1), "p.k", when=_while_view("distance"), omitted=None, stays=True)
    """The distance at which the case is cut."""
    convention: str = declare_field("", TEXT, "p.convention", when=_while_view("conventions"))
    """The convention that is shown."""
    limit: int | None = declare_field(
        None, number_kind(MOST_LIMIT, empty=True), "p.limit", when=_while_view("conventions")
    )
    """Limit on the distance of pairs under the convention that is shown; None for none."""


@dataclass(frozen=True)
class AnswerTable:
    """State of the table of answers: which rows it shows, and what stands beside them."""

    table: str = declare_field("headline", choice_kind(TABLES), "p.table", stays=True)
    """The table that is shown, one of `TABLES`."""
    guessing: bool = declare_field(False, SWITCH, "ask")
    """Whether the numbers wait for a guess."""
    guesses: tuple[tuple[str, str], ...] = declare_field((), PAIRS)
    """Rows whose numbers were revealed, each with the guess as it was typed."""
    beside: tuple[str, ...] = declare_field((), _ROWS, "p.beside", when=_while_view("ideas"), stays=True)
    """Rows that stand side by side in Why; none for the ideas of the field."""
    of: str = declare_field("b", choice_kind(("a", "b")), "p.of", when=lambda state: shows_one_prediction(state))
    """Which of two predictions a view of one alone shows."""
    printed: bool = declare_field(False, SWITCH, "printed", stays=True)
    """Whether the paper's values stand beside those of its cases."""


@dataclass(frozen=True)
class Canvas:
    """The drawing where it is edited, and how hierarchies are looked at."""

    direction: str = declare_field("auto", choice_kind(DIRECTIONS), "p.dir", stays=True)
    """Where children stand, one of `DIRECTIONS`."""
    fold: bool = declare_field(False, SWITCH, _FOLD)
    """Whether branches without a mark are one class in pictures."""
    tab: str = declare_field("draw", choice_kind(DRAWINGS), "p.as", stays=True)
    """The way to edit that is open, one of `DRAWINGS`."""
    hidden: frozenset[str] = declare_field(NONE, NAMES)
    """Classes that are folded where the hierarchy is drawn, which edits only make fewer."""
    by_hand: bool = declare_field(False, SWITCH)
    """Whether the visitor chose what is folded."""
    narrow_screen: bool = declare_field(False, SWITCH, stays=True)
    """Whether the browser has little room beside the drawing."""
    map_class: str = declare_field("")
    """The class that is looked at on the map of a large hierarchy, "" for none."""
    map_scroll: tuple[str, int] = declare_field(("", 0), stays=True)
    """The class whose children are scrolled on the map, and by how many."""
    text: TypedText | None = declare_field(None)
    """The text that is being typed; None for none."""
    refusal: str = declare_field("")
    """Why the last edit was not made."""


@dataclass(frozen=True)
class Work:
    """The part of the state that undo and redo restore: drawing, rule and settings."""

    name: str = declare_field(MISSING, TEXT)
    """Name of the preset, or where else the case comes from."""
    draft: Draft = declare_field(MISSING)
    """The drawing, a `Case` as soon as a class is marked."""
    start: Draft = declare_field(EMPTY)
    """The case as it was opened."""
    turned: str = declare_field("down", choice_kind(TURNS))
    """Direction that fitted when the case was opened or grew, unless one is chosen."""
    shrunk: bool = declare_field(False, SWITCH)
    """Whether gaps were made small to fit when the case was opened or grew."""
    settings: Settings = declare_field((), _SETTINGS, _SET)
    """Measures with other parameters, by row."""
    first: frozenset[str] | None = declare_field(None, _SOME, _FIRST)
    """The classes of prediction A, while B is marked beside it; None where there is one prediction."""
    rule: str = declare_field("", _RULE)
    """The text of the decision rule that predicts, "" where the marks do."""
    collection: tuple[Draft, ...] = declare_field((), stays=True)
    """The cases that the visitor brought."""
    server_files: tuple[tuple[str, ServerFile], ...] = declare_field((), stays=True)
    """Files that the server holds whole, or as they were brought, by the name of the case."""


@dataclass(frozen=True)
class Visit:
    """Numbers of a visit that order what it shows, and the visitor's own cases as a whole."""

    last_edit: int = declare_field(0, number_kind(), stays=True)
    """The number of the browser's last edit that was taken."""
    drawing_version: int = declare_field(0, number_kind(), stays=True)
    """Raised whenever something other than those edits changes the drawing."""
    opening: int = declare_field(0, number_kind(), stays=True)
    """Raised whenever another case is opened."""
    scroll_to_why: bool = declare_field(False)
    """Whether it was opened by a link to a view of Why."""
    widget_epoch: int = declare_field(0, stays=True)
    """Raised whenever controls must take their values anew, which Streamlit keeps under their keys."""
    trouble: str = declare_field("")
    """A sentence about something that could not be used."""
    collection_name: str = declare_field("", stays=True)
    """Name of the visitor's own cases together."""
    storage: str = declare_field("ask", stays=True)
    """Whether the browser keeps cases: "ask" until it said what it has of them, then "keep" or "forget"."""


@dataclass(frozen=True)
class ViewState:
    """State of Explore."""

    why: WhyPanelState
    """The open question."""
    answers: AnswerTable
    """The table of answers."""
    canvas: Canvas
    """How the drawing is shown and edited."""
    work: Work
    """The case, and what was made of it."""
    visit: Visit = Visit()
    """State that lasts as long as the page is open."""
    past: tuple[Work, ...] = field(default=(), repr=False)
    """States that undo brings back, the nearest last."""
    future: tuple[Work, ...] = field(default=(), repr=False)
    """States that redo brings back, the nearest last."""

    @classmethod
    def of(cls, work: Work, **more: Any) -> ViewState:
        """The page of a case, other fields as at the start or as named."""
        return change_fields(cls(WhyPanelState(""), AnswerTable(), Canvas(), work), **more)

    @property
    def name(self) -> str:
        """The preset's name, or where else the case comes from."""
        return self.work.name

    @property
    def draft(self) -> Draft:
        """The drawing, a `Case` as soon as a class is marked."""
        return self.work.draft

    @property
    def picture_look(self) -> DrawingOptions:
        """How hierarchies are drawn in pictures."""
        canvas = self.canvas
        return DrawingOptions(canvas.direction, canvas.fold, canvas.narrow_screen)  # type: ignore[arg-type]

    @property
    def canvas_look(self) -> CanvasLook:
        """How the canvas is looked at; beside a text there is as little room as on a phone."""
        wish, beside_text = self.canvas.direction, self.canvas.tab in ("outline", "edges")
        if wish == "auto" and not beside_text:
            return self.laid_out_look
        return replace(
            first_look(self.draft, beside_text or self.canvas.narrow_screen, wish), hidden=self.canvas.hidden
        )

    @property
    def laid_out_look(self) -> CanvasLook:
        """How the canvas has the drawing while no direction is chosen."""
        return CanvasLook(self.work.turned, self.canvas.hidden, self.work.shrunk)  # type: ignore[arg-type]

    @property
    def can_fold(self) -> bool:
        """Whether there are branches without a mark, or some are folded."""
        return self.canvas.fold or bool(self.canvas.hidden) or bool(_foldable_classes(self.draft))

    @property
    def all_folded(self) -> bool:
        """Whether the drawing shows no branch without a mark."""
        return self.canvas.fold and self.canvas.hidden >= _foldable_classes(self.draft)

    @property
    def server_file(self) -> ServerFile | None:
        """The file that the case was opened from, where the server still may have it."""
        return dict(self.work.server_files).get(self.name)

    @property
    def part(self) -> ServerFile | None:
        """The hierarchy that this is a part of, too large for the page."""
        file = self.server_file
        return file if file is not None and file.large else None

    @property
    def case(self) -> Case:
        """The case that is shown, where `answerable`."""
        assert isinstance(self.draft, Case)
        return self.draft

    def counts_beyond_part(self, measure: Measure) -> bool:
        """Whether a measure counts classes that the part which is worked with does not hold."""
        return self.part is not None and not measure.upward()

    @property
    def answerable(self) -> bool:
        """Whether a class is marked."""
        return isinstance(self.draft, Case)

    @property
    def is_redrawn(self) -> bool:
        """Whether hierarchy or marks are not those of the case as it was opened; pins and texts change no number."""
        return self.draft is not self.work.start and _without_texts(self.draft) != _without_texts(self.work.start)

    @property
    def is_edited(self) -> bool:
        """Whether a number may differ from that of the case as it was opened."""
        return self.is_redrawn or self.has_changed_settings

    @property
    def shows_printed(self) -> bool:
        """Whether published values stand beside the answers: always those of a case of one's own."""
        return bool(self.draft.published) and not self.is_edited and (self.answers.printed or not is_preset(self.name))

    @property
    def beside(self) -> dict[str, Measure]:
        """The measures that stand side by side in Why, by row: those of one's choice, or the ideas of the field."""
        return {row: self.measure(row) for row in self.answers.beside or FIELD}

    @property
    def why_rows(self) -> tuple[str, ...]:
        """The rows that Why shows: the open one, or also those beside each other."""
        return (self.why.row, *(self.beside if self.why.view == "ideas" else ()))

    @property
    def has_changed_settings(self) -> bool:
        """Whether a measure has other parameters than those of its row."""
        return any(str(measure) != row for row, measure in self.work.settings)

    @property
    def can_reset(self) -> bool:
        """Whether there is something to go back to: for a drawing of one's own, the settings alone."""
        return self.has_changed_settings if self.name == NEW else self.is_edited

    @property
    def is_text_unread(self) -> bool:
        """Whether the text that is being typed cannot be read, so that drawing and answers are older than it."""
        text = self.canvas.text
        return text is not None and bool(text.trouble) and text.draft is self.draft and text.format == self.canvas.tab

    @property
    def age_stamp(self) -> dict[str, int]:
        """How new what is shown is, so that the browser never puts something older over it."""
        return {"drawingVersion": self.visit.drawing_version, "lastEdit": self.visit.last_edit}

    @property
    def shown_display(self) -> str:
        """The way in which the picture looks at the open answer, where there is one."""
        ways = self.measure(self.why.row).views(self.case)
        return self.why.display if self.why.display in ways else ways[0]

    def measure(self, row: str) -> Measure:
        """The measure of a row, with the parameters chosen for it."""
        return dict(self.work.settings).get(row) or parse_measure(row)


def _without_texts(draft: Draft) -> Draft:
    """The draft without what changes no number."""
    return replace(draft, positions=(), stood=(), name="", note="", source="")


def open_case(before: ViewState | None, name: str, case: Draft, **more: Any) -> ViewState:
    """The page with another case: the first of its measures open, or the one that was, if it is there."""
    rows = short_row_keys(case)
    case, rule = draft_and_rule(case)
    case = as_case(case)
    hidden = first_look(more.get("start", case), before is not None and before.canvas.narrow_screen).hidden
    row = rows[0]
    if before is not None and (before.answers.table == "all" or before.why.row in rows):
        row = before.why.row
    work = Work(name, case, case, rule=rule)
    state = ViewState.of(work, row=row, hidden=hidden, fold=bool(hidden))
    if before is not None:
        visit = before.visit
        state = replace(keep_outlasting(before, state), past=before.past, future=before.future)
        state = change_fields(state, widget_epoch=visit.widget_epoch + 1, opening=visit.opening + 1)
    return with_new_layout(change_fields(state, **more))


def with_new_layout(state: ViewState) -> ViewState:
    """The page with its drawing laid out the way that fits."""
    look = first_look(state.draft, state.canvas.narrow_screen)
    return change_fields(state, turned=look.direction, shrunk=look.shrunk)


def with_draft(state: ViewState, draft: Draft, **more: Any) -> ViewState:
    """The page after an edit of its drawing, which is laid out another way once it has grown too large for this one."""
    look = look_after_edit(state.draft, draft, state.laid_out_look, state.canvas.narrow_screen)
    return change_fields(state, draft=draft, turned=look.direction, shrunk=look.shrunk, **more)


def with_row(state: ViewState, row: str) -> ViewState:
    """The page with a row of the answers open; as it is where there is no such row."""
    return with_new_controls(state, row=row, display="", step=0) if row in openable_row_keys(state.draft) else state


def with_another_prediction(state: ViewState) -> ViewState:
    """The page whose prediction becomes A, and beside it none yet of B, which is marked next."""
    first, draft = frozenset(state.draft.predicted), _with_predicted(state.draft, frozenset())
    return with_new_controls(with_draft(state, draft, first=first, rule="", guessing=False), text=None, step=0)


def without_second(state: ViewState) -> ViewState:
    """The page with prediction A alone."""
    draft = _with_predicted(state.draft, state.work.first or frozenset())
    return with_new_controls(with_draft(state, draft, first=None), text=None, step=0)


def _with_predicted(draft: Draft, predicted: frozenset[str]) -> Draft:
    """The draft with another prediction, a `Case` where anything is marked."""
    return as_case(replace(draft.unfinished(), predicted=predicted))


def with_first(state: ViewState, text: str) -> ViewState:
    """The page with the classes of A that a link names, as far as they are here."""
    with suppress(ValueError, RecursionError):
        if NAMES.fits(names := json.loads(text)):
            return change_fields(state, first=frozenset(names).intersection(state.draft.hierarchy.classes))
    return state


def case_with_first(state: ViewState) -> Case | None:
    """The case with prediction A; None where there is none, or nothing is marked in it."""
    first = state.work.first
    if first is None or not (first or state.draft.true):
        return None
    draft = _with_predicted(state.draft, first)
    return draft if isinstance(draft, Case) else None


def shows_one_prediction(state: ViewState) -> bool:
    """Whether Why shows one of two predictions alone."""
    return state.work.first is not None and state.why.view not in ("picture", "ideas")


def as_why_shows(state: ViewState) -> ViewState:
    """The page as its Why looks at it: with A's prediction alone where that is chosen."""
    first = case_with_first(state)
    return (
        state
        if first is None or not shows_one_prediction(state) or state.answers.of == "b"
        else change_fields(state, draft=first, first=None)
    )


def with_new_controls(state: ViewState, **changes: Any) -> ViewState:
    """The page with other values of fields, which its controls take anew."""
    return change_fields(state, widget_epoch=state.visit.widget_epoch + 1, **changes)


def shown_measures(state: ViewState) -> tuple[Measure, ...]:
    """The measures of the short table with their settings, and the one that is open."""
    rows = [str(m) for m in headline_measures(state.case)]
    return tuple(state.measure(row) for row in dict.fromkeys([*rows, state.why.row]))


def case_title(state: ViewState) -> tuple[str, str]:
    """Where the case comes from, and its name: a preset that was changed is none any more."""
    if not is_preset(state.name) or not state.is_redrawn:
        return source_and_name(state.name, state.draft)
    own = state.draft.name not in _names_after(state.name)
    return _("After case {name}", name=state.name) if own else "", state.draft.name


def _names_after(name: str) -> tuple[str, str]:
    """What a preset is called once its marks, and once its hierarchy was changed."""
    return _("Case {name}, edited", name=name), _("Drawing after case {name}", name=name)


def with_texts(state: ViewState, after: Draft) -> Draft:
    """The draft after an edit, with those texts of the page's draft that still hold of it.

    What came with a preset, or with printed values, holds of nothing else; what was written here stays. A preset that
    was changed goes by its own name no longer.
    """
    before, start, preset = state.draft, state.work.start, is_preset(state.name)
    if after is before:
        return before
    theirs = preset or bool(start.published)
    texts: dict[str, Any] = {}
    for key in ("note", "source"):
        text = getattr(before, key)
        texts[key] = getattr(after, key) or ("" if theirs and text == getattr(start, key) else text)
    names = _names_after(state.name)
    if preset and after.name in (start.name, *names):
        same = _without_texts(after) == _without_texts(start)
        texts["name"] = start.name if same else names[after.hierarchy != start.hierarchy]
    return replace(after, **texts)


def with_fold(state: ViewState, fold: bool) -> ViewState:
    """The page with branches without a mark folded, or none of them."""
    return change_fields(state, fold=fold, hidden=_foldable_classes(state.draft) if fold else NONE, by_hand=True)


@lru_cache(maxsize=64)
def _foldable_classes(draft: Draft) -> frozenset[str]:
    return foldable_classes(draft.neighbourhood(MOST_DRAWN), TOP)


def on_screen_width(state: ViewState, narrow: bool) -> ViewState:
    """The page on a narrow screen or on a wide one; how the drawing is looked at stays where it was chosen."""
    if narrow == state.canvas.narrow_screen:
        return state
    after = with_new_layout(change_fields(state, narrow_screen=narrow))
    if state.canvas.by_hand:
        return after
    hidden = first_look(state.work.start, narrow).hidden
    return change_fields(after, hidden=hidden, fold=bool(hidden))


def with_measure(state: ViewState, measure: Measure) -> ViewState:
    """The page with the row of a measure open, in the long table if the short one has no such row."""
    short = short_row_keys(state.draft)
    every = all_row_keys()
    text = str(measure)
    row = next((r for r, m in state.work.settings if str(m) == text), text)
    if row in short or row in every:
        return change_fields(state, row=row, table="headline" if row in short else "all")
    row = next((r for r in short + every if type(parse_measure(r)) is type(measure)), str(type(measure)()))
    others = tuple(pair for pair in state.work.settings if pair[0] != row)
    return change_fields(
        state, row=row, settings=(*others, (row, measure)), table="headline" if row in short else "all"
    )


def with_row_measure(state: ViewState, row_key: str, measure: Measure) -> ViewState:
    """The page with other parameters for the measure of a row."""
    settings = dict(state.work.settings)
    if str(measure) == row_key:
        settings.pop(row_key, None)
    else:
        settings[row_key] = measure
    return change_fields(state, settings=tuple(settings.items()))


def with_case_made(state: ViewState, case: Draft) -> ViewState:
    """The page with a case that was made from the present one; `as_opened` leads back."""
    return with_new_layout(with_new_controls(state, draft=with_texts(state, case), step=0))


def as_opened(state: ViewState) -> ViewState:
    """The page with the case as it was opened; a drawing of one's own was never another, so that it stays."""
    draft = state.draft if state.name == NEW else state.work.start
    return with_new_layout(with_new_controls(state, draft=draft, settings=(), display=""))


def with_rule(state: ViewState, rule: str) -> ViewState:
    """The page on which a decision rule predicts; with "", what is predicted stays as it is marked."""
    draft, rule = apply_rule(state.draft, rule)
    return change_fields(state, draft=with_texts(state, draft), rule=rule, step=0)
