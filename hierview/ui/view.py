"""State of Explore as one frozen value, and what becomes of it: opened, edited. Streamlit is not needed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ..answers.answers import against_printed, all_measures, headline, headline_rows
from ..draw.canvas import NONE, TOP, Looked, first_look
from ..draw.fold import foldable
from ..draw.hierarchy import MOST_DRAWN
from ..errors import CaseError
from ..formats import excerpt_names, preset, preset_names
from ..languages import N_, _
from ..markup.pictures import Drawn
from ..measures import Measure, parse_measure
from ..model.case import Case, Draft
from ..model.hierarchy import Hierarchy
from ..rules import decided, parse_rule, rule_of
from .held import Ref

# The ways to edit the hierarchy, by their name in the address.
DRAWINGS = {"draw": N_("Draw"), "outline": N_("Outline"), "edges": N_("Edges"), "numbers": N_("Numbers")}
# Where children stand in pictures, by their name in the address.
DIRECTIONS = {"auto": N_("As it fits"), "down": N_("Down"), "right": N_("Right"), "indented": N_("Indented")}
EMPTY = Draft(Hierarchy((), {}))
NEW, LINKED = "new", "linked"  # names of what is neither a preset nor an opened file
PACKED = "~"  # what the name of a case in an address begins with that is all said by it
# What one visitor may ask of a server that others use, too: beyond this a pairing takes seconds.
MOST_CLASSES = 20_000
MOST_LIMIT = 498  # HEMKit's m, for a k below 1000
MOST_MARKED = 100


@dataclass(frozen=True)
class Work:
    """Work that undo brings back: the case, the one it was opened as, and the settings of measures."""

    name: str
    draft: Draft
    start: Draft
    settings: tuple[tuple[str, Measure], ...] = ()
    opened_cases: tuple[Draft, ...] = ()
    rule: str = ""
    held: Ref | None = None


@dataclass(frozen=True)
class Typed:
    """A text as it was typed, while it stands for the drawing beside it; `line` and `trouble` say what is wrong."""

    format: str
    text: str
    draft: Draft
    trouble: str = ""
    line: int | None = None


@dataclass(frozen=True)
class ViewState:
    """One frozen picture of the page.

    name: the preset's name, or where else the case comes from.  draft: what is shown, a `Case` as
    soon as a class is marked.  chosen: the row whose Why is open.  settings: measures whose parameters were changed, by
    row.  view: which view of Why is open.  display: how its picture looks at the answer, "" for the first way.
    direction: one of `DIRECTIONS`, where children stand.  fold: whether branches without a mark are one class in
    pictures.  hidden: the classes that are folded where the hierarchy is drawn, which edits only make fewer.
    by_hand: whether what is folded was chosen.  narrow: whether the browser has little room beside the drawing.
    step: the step shown first.  big: whether the picture opens on the whole screen.  how, against, k,
    convention, limit: what the views of variants show.  table: "headline" or "all".  start: the case as it was opened.
    opened_cases: those that the visitor brought.  collection: their name together.  shelf: "ask" until the browser said
    what it keeps of them, "keep", or "forget".  trouble: a sentence about something that could not be used.
    widget_epoch: raised whenever controls must take their values anew.

    drawing: which of `DRAWINGS` is open.  typed: the text in it.  refused: why the last edit was not made.
    taken: the number of the browser's last edit that was taken.  revision: raised whenever the drawing became
    another one by something else than those edits.  asking: whether the numbers wait for a guess.  guesses: the
    rows whose numbers were revealed, each with what was guessed, as it was typed.
    holds: what the server holds whole, or as it was brought, by the name of the case.  at: the class of it that is
    looked at, "" for none.  passed: of which class the map passes over children, and how many.
    rule: the text of the decision rule that predicts, "" where the marks do.
    opening: raised whenever another case is opened.  seek: whether it was opened by a link to a view of Why.
    past, future: what undo and redo bring back, the nearest last.
    """

    name: str
    draft: Draft
    chosen: str
    settings: tuple[tuple[str, Measure], ...] = ()
    view: str = "picture"
    display: str = ""
    direction: str = "auto"
    fold: bool = False
    hidden: frozenset[str] = NONE
    by_hand: bool = False
    narrow: bool = False
    step: int = 0
    big: bool = False
    how: str = "only"
    against: str = ""
    k: int = 4
    convention: str = ""
    limit: int | None = None
    table: str = "headline"
    start: Draft = EMPTY
    opened_cases: tuple[Draft, ...] = ()
    collection: str = ""
    shelf: str = "ask"
    trouble: str = ""
    widget_epoch: int = 0
    drawing: str = "draw"
    typed: Typed | None = None
    refused: str = ""
    taken: int = 0
    revision: int = 0
    asking: bool = False
    guesses: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    holds: tuple[tuple[str, Ref], ...] = ()
    at: str = ""
    passed: tuple[str, int] = ("", 0)
    opening: int = 0
    seek: bool = False
    past: tuple[Work, ...] = field(default=(), repr=False)
    future: tuple[Work, ...] = field(default=(), repr=False)

    @property
    def drawn(self) -> Drawn:
        """How hierarchies are drawn in pictures."""
        way = self.direction if self.direction in DIRECTIONS else "auto"
        return Drawn(way, self.fold, self.narrow)  # type: ignore[arg-type]

    @property
    def looked(self) -> Looked:
        """How the hierarchy is drawn where it is edited: as it was opened, unless a direction is chosen."""
        chosen = self.drawn.direction
        return Looked(first_look(self.start, self.narrow).direction if chosen == "auto" else chosen, self.hidden)

    @property
    def foldable(self) -> bool:
        """Whether there are branches without a mark, or some are folded."""
        return self.fold or bool(self.hidden) or bool(_foldable(self.draft))

    @property
    def all_folded(self) -> bool:
        """Whether the drawing shows no branch without a mark."""
        return self.fold and self.hidden >= _foldable(self.draft)

    @property
    def work(self) -> Work:
        """The work that undo brings back."""
        return Work(self.name, self.draft, self.start, self.settings, self.opened_cases, self.rule, self.held)

    @property
    def held(self) -> Ref | None:
        """The file that the case was opened from, where the server still may have it."""
        return dict(self.holds).get(self.name)

    @property
    def part(self) -> Ref | None:
        """The hierarchy that this is a part of, too large for the page."""
        return self.held if self.held is not None and self.held.large else None

    @property
    def case(self) -> Case:
        """The case that is shown, where `answerable`."""
        assert isinstance(self.draft, Case)
        return self.draft

    def beyond(self, measure: Measure) -> bool:
        """Whether a measure counts classes that the part which is worked with does not hold."""
        return self.part is not None and not measure.upward()

    @property
    def answerable(self) -> bool:
        """Whether a class is marked."""
        return isinstance(self.draft, Case)

    @property
    def redrawn(self) -> bool:
        """Whether hierarchy or marks are not those of the case as it was opened; pins and texts change no number."""
        return self.draft is not self.start and _counted(self.draft) != _counted(self.start)

    @property
    def edited(self) -> bool:
        """Whether a number may differ from that of the case as it was opened."""
        return self.redrawn or self.adjusted

    @property
    def adjusted(self) -> bool:
        """Whether a measure has other parameters than those of its row."""
        return any(str(measure) != row for row, measure in self.settings)

    @property
    def resettable(self) -> bool:
        """Whether there is something to go back to: for a drawing of one's own, the settings alone."""
        return self.adjusted if self.name == NEW else self.edited

    @property
    def unread(self) -> bool:
        """Whether the text that is being typed cannot be read, so that drawing and answers are older than it."""
        typed = self.typed
        return typed is not None and bool(typed.trouble) and typed.draft is self.draft and typed.format == self.drawing

    @property
    def stamp(self) -> dict[str, int]:
        """How new what is shown is, so that the browser never puts something older over it."""
        return {"seed": self.revision, "rev": self.taken}

    @property
    def shown_display(self) -> str:
        """How the picture of the open answer looks at it, where it is answerable."""
        ways = self.measure(self.chosen).views(self.case)
        return self.display if self.display in ways else ways[0]

    def measure(self, row: str) -> Measure:
        """The measure of a row, with the parameters chosen for it."""
        return dict(self.settings).get(row) or parse_measure(row)


def _counted(draft: Draft) -> Draft:
    """The draft without what changes no number."""
    return replace(draft, positions=(), stood=(), name="", note="", source="")


def is_preset(name: str) -> bool:
    """Whether a case of that name came with the explorer."""
    return name in preset_names()


@lru_cache(maxsize=1)
def preset_notes() -> frozenset[str]:
    """Notes of the presets about themselves, which tell their answers."""
    return frozenset(preset(name).note for name in preset_names())


def all_rows() -> list[str]:
    """The keys of the long table, from top to bottom."""
    return list(map(str, all_measures()))


def short_rows(draft: Draft) -> list[str]:
    """The keys of the short table, from top to bottom."""
    return [str(m) for main, under in headline_rows(draft) for m in (main, *under)]


def known_rows(draft: Draft) -> list[str]:
    """The rows of answers that a case may have open: those of the short table and those of the long one."""
    return [*short_rows(draft), *all_rows()]


def with_row(state: ViewState, row: str) -> ViewState:
    """The page with a row of the answers open; the same where there is no such row."""
    if row not in known_rows(state.draft):
        return state
    return replace(state, chosen=row, display="", step=0, widget_epoch=state.widget_epoch + 1)


def shown_measures(state: ViewState) -> tuple[Measure, ...]:
    """The measures of the short table with their settings, and the one that is open."""
    rows = [str(m) for m in headline(state.case)]
    return tuple(state.measure(row) for row in dict.fromkeys([*rows, state.chosen]))


def case_label(name: str) -> str:
    """Name of a case in a picker."""
    if name.startswith(PACKED):
        name = LINKED
    known = {NEW: _("New drawing"), LINKED: _("From a link")} | dict.fromkeys(excerpt_names(), _("Excerpt"))
    return _("Mine") if name.startswith("mine") else known.get(name) or _("Case {name}", name=name)


def called(name: str, draft: Draft) -> tuple[str, str]:
    """Where a case comes from, and its name, which may be empty."""
    unnamed = "" if name in (NEW, LINKED) or name.startswith(PACKED) else _("Unnamed case")
    return case_label(name), draft.name or unnamed


def case_title(state: ViewState) -> tuple[str, str]:
    """`called` for what is shown: a preset that was changed is none any more."""
    if not is_preset(state.name) or not state.redrawn:
        return called(state.name, state.draft)
    own = state.draft.name not in _changed_names(state.name)
    return _("After case {name}", name=state.name) if own else "", state.draft.name


def _changed_names(name: str) -> tuple[str, str]:
    """What a preset is called once its marks, and once its hierarchy was changed."""
    return _("Case {name}, edited", name=name), _("Drawing after case {name}", name=name)


def told(state: ViewState, after: Draft) -> Draft:
    """`after`, which an edit made of the page's draft, with the texts that may still be said of it.

    What came with a preset, or with printed values, holds of nothing else; what was written here stays. A preset that
    was changed goes by its own name no longer.
    """
    before, start, known = state.draft, state.start, is_preset(state.name)
    if after is before:
        return before
    theirs = known or bool(start.published)
    said: dict[str, Any] = {}
    for key in ("note", "source"):
        text = getattr(before, key)
        said[key] = getattr(after, key) or ("" if theirs and text == getattr(start, key) else text)
    names = _changed_names(state.name)
    if known and after.name in (start.name, *names):
        same = _counted(after) == _counted(start)
        said["name"] = start.name if same else names[after.hierarchy != start.hierarchy]
    return replace(after, **said)


def finished(draft: Draft) -> Draft:
    """The case of a draft once a class is marked, else the draft."""
    return draft if isinstance(draft, Case) or not (draft.true or draft.predicted) else draft.case()


def usable(draft: Draft) -> Draft:
    """A draft that the page can show and answer; a CaseError says what is too much, or cannot be read, in it."""
    for size, most, said in (
        (
            len(draft.hierarchy),
            MOST_CLASSES,
            N_("{size:,} classes are too many for this page, which takes at most {most:,}; the shell has no limit"),
        ),
        (
            len(draft.true),
            MOST_MARKED,
            N_(
                "{size:,} true classes are too many for this page, which takes at most {most:,}; the shell has no limit"
            ),
        ),
        (
            len(draft.predicted),
            MOST_MARKED,
            N_(
                "{size:,} predicted classes are too many for this page, "
                "which takes at most {most:,}; the shell has no limit"
            ),
        ),
    ):
        if size > most:
            raise CaseError(_(said, size=size, most=most))
    case = finished(draft)
    headline(case)
    if isinstance(case, Case):
        against_printed(case)
    return case


def ruled(draft: Draft, rule: str) -> tuple[Draft, str]:
    """The draft as a rule leaves it, and the rule; where it carries nothing for the rule any more, as it is."""
    try:
        return (finished(decided(draft, parse_rule(rule))), rule) if rule else (draft, "")
    except CaseError:
        return draft, ""


def opened(before: ViewState | None, name: str, case: Draft, **more: Any) -> ViewState:
    """The page with another case: the first of its measures open, or the one that was, if it is there."""
    rows = short_rows(case)
    kept = before.chosen if before is not None and before.chosen in rows else rows[0]
    case, rule = rule_of(case)
    case = finished(case)
    start = more.get("start", case)
    hidden = first_look(start, before is not None and before.narrow).hidden
    fresh = ViewState(name, case, kept, start=case, rule=rule, hidden=hidden, fold=bool(hidden))
    if before is not None:
        fresh = replace(
            before,
            name=name,
            draft=case,
            start=case,
            rule=rule,
            chosen=before.chosen if before.table == "all" else kept,
            settings=(),
            display="",
            fold=bool(hidden),
            hidden=hidden,
            by_hand=False,
            step=0,
            big=False,
            how="only",
            convention="",
            limit=None,
            trouble="",
            typed=None,
            refused="",
            asking=False,
            at="",
            guesses=(),
            widget_epoch=before.widget_epoch + 1,
            opening=before.opening + 1,
            seek=False,
        )
    return replace(fresh, **more)


def with_fold(state: ViewState, fold: bool) -> ViewState:
    """The page with branches without a mark folded, or none of them."""
    return replace(state, fold=fold, hidden=_foldable(state.draft) if fold else NONE, by_hand=True)


@lru_cache(maxsize=64)
def _foldable(draft: Draft) -> frozenset[str]:
    """The classes of a drawing that can be folded."""
    return foldable(draft.neighbourhood(MOST_DRAWN), TOP)


def folds(state: ViewState) -> bool:
    """Whether the case is folded where it is opened in the room at hand."""
    return bool(first_look(state.start, state.narrow).hidden)


def in_room(state: ViewState, narrow: bool) -> ViewState:
    """The page as it is looked at with little room beside the drawing, or with much; what was chosen stays."""
    if narrow == state.narrow:
        return state
    after = replace(state, narrow=narrow)
    if state.by_hand:
        return after
    hidden = first_look(state.start, narrow).hidden
    return replace(after, hidden=hidden, fold=bool(hidden))


def with_measure(state: ViewState, measure: Measure) -> ViewState:
    """The page with the row of a measure open, in the long table if the short one has no such row."""
    short = short_rows(state.draft)
    every = all_rows()
    text = str(measure)
    row = next((r for r, m in state.settings if str(m) == text), text)
    if row in short or row in every:
        return replace(state, chosen=row, table="headline" if row in short else "all")
    row = next((r for r in short + every if type(parse_measure(r)) is type(measure)), str(type(measure)()))
    kept = tuple(pair for pair in state.settings if pair[0] != row)
    table = "headline" if row in short else "all"
    return replace(state, chosen=row, settings=(*kept, (row, measure)), table=table)


def with_setting(state: ViewState, row: str, measure: Measure) -> ViewState:
    """The page with other parameters for the measure of a row."""
    settings = dict(state.settings)
    if str(measure) == row:
        settings.pop(row, None)
    else:
        settings[row] = measure
    return replace(state, settings=tuple(settings.items()))


def guessing(state: ViewState, row: str, guess: str) -> ViewState:
    """The page with the number of a row revealed, beside what was guessed."""
    return replace(state, guesses=(*(pair for pair in state.guesses if pair[0] != row), (row, guess)))


def adopting(state: ViewState, case: Draft) -> ViewState:
    """The page with a case that was made from its own."""
    return replace(state, draft=told(state, case), step=0, widget_epoch=state.widget_epoch + 1)
