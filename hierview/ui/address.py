"""The page as parameters of an address, and back: a link shows exactly what its sender saw.

    c     a preset's name, or "~" and a packed case        m     the measure whose Why is open
    v     a view of Why, or a way of looking at the answer  s     the settings of measures, as [[row, measure], …]
    p     what views show, as key=value joined by ";"       step  the step shown first
    big   the picture on the whole screen                   ask   the numbers wait for a guess

Everything that comes by a link is checked; what cannot be used is said in a sentence, and the rest is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from urllib.parse import quote, unquote

from ..errors import HierviewError, LinkError
from ..formats import excerpt, excerpt_names, preset
from ..formats.link import pack_draft, unpack_draft
from ..languages import N_, _
from ..measures import Measure, parse_measure
from ..model.case import Draft
from ..rules import parse_rule
from .parameter import LONGEST_PARAMETER, Parameter, not_here, read, written
from .view import (
    DIRECTIONS,
    DRAWINGS,
    EMPTY,
    LINKED,
    MOST_CLASSES,
    NEW,
    PACKED,
    ViewState,
    folds,
    is_preset,
    opened,
    ruled,
    usable,
    with_fold,
    with_measure,
)
from .why_views import VIEWS

START = "11a"
LONGEST_LINK = 8_000  # characters that every proxy passes on
MOST_SETTINGS = 60
MOST_OF_ONE = 400  # characters of one value in p


@lru_cache(maxsize=64)
def packed(case: Draft) -> str:
    """A case as it stands in an address; "" where it is too large for one."""
    try:
        return PACKED + pack_draft(case)
    except LinkError:
        return ""


def _while_open(view: str, parameter: Parameter[ViewState], state: ViewState) -> str:
    return parameter.write(state) if state.view == view else ""


def find(name: str, opened_cases: tuple[Draft, ...] = ()) -> Draft:
    """The case of a card in the picker, of a name in the address, or packed in it.

    Raises a HierviewError where there is none.
    """
    own = {f"mine-{i}": case for i, case in enumerate(opened_cases, 1)} | {NEW: EMPTY}
    if name.startswith(PACKED):
        return usable(unpack_draft(name[len(PACKED) :], MOST_CLASSES))
    if name in excerpt_names():
        return excerpt(name)
    return own[name] if name in own else preset(name)


def _named(name: str) -> bool:
    """Whether a case of that name is here for everybody."""
    return is_preset(name) or name == NEW or name in excerpt_names()


def _with_view(state: ViewState, text: str) -> ViewState:
    """The page with a view of Why open, or with the picture, as one looks at it."""
    ways = state.measure(state.chosen).views(state.case) if state.answerable else ()
    return replace(
        state,
        view=text if text in VIEWS else "picture",
        display=text if text in ways else "",
        seek=text in VIEWS or text in ways,
    )


def _with_step(state: ViewState, text: str) -> ViewState:
    return replace(state, step=int(text) - 1) if text.isdecimal() and 0 < len(text) < 4 else state


_MEASURE = Parameter[ViewState](
    "m",
    lambda state: str(state.measure(state.chosen)),
    lambda state, text: with_measure(state, parse_measure(text)),
    N_("a measure"),
)
_VIEW = Parameter[ViewState]("v", lambda state: state.display if state.view == "picture" else state.view, _with_view)
_SETTINGS = Parameter[ViewState](
    "s",
    lambda state: settings_text(state.settings),
    lambda state, text: replace(state, settings=settings_of(text)),
    N_("settings"),
)
# Of p: those of the views are written while the view is open.
_SHOWN: tuple[Parameter[ViewState], ...] = (
    *(
        replace(parameter, write=partial(_while_open, name, parameter))
        for name, view in VIEWS.items()
        for parameter in view.parameters
    ),
    Parameter(
        "table",
        lambda state: state.table if state.table != "headline" else "",
        lambda state, text: replace(state, table="all") if text == "all" else state,
    ),
    Parameter(
        "dir",
        lambda state: state.direction if state.direction != "auto" else "",
        lambda state, text: replace(state, direction=text) if text in DIRECTIONS else state,
    ),
    Parameter(
        "fold",
        lambda state: str(int(state.fold)) if state.by_hand or state.fold != folds(state) else "",
        lambda state, text: with_fold(state, text != "0"),
    ),
    Parameter(
        "as",
        lambda state: state.drawing if state.drawing != "draw" else "",
        lambda state, text: replace(state, drawing=text) if text in DRAWINGS else state,
    ),
)
_SWITCHES: tuple[Parameter[ViewState], ...] = (
    Parameter("step", lambda state: "", _with_step),
    Parameter("big", lambda state: "", lambda state, text: replace(state, big=True)),
    Parameter("ask", lambda state: "1" if state.asking else "", lambda state, text: replace(state, asking=True)),
)


def parameters(state: ViewState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    plain = _named(state.name) and state.draft == state.start
    asked = {"c": state.name if plain else packed(state.draft) or state.name}
    asked |= written((_MEASURE, _VIEW, _SETTINGS), state)
    shown = {"from": state.name} if _named(state.name) and not plain else {}
    shown |= written(_SHOWN, state)
    if state.rule and not plain:
        shown["rule"] = state.rule
    if shown:
        asked["p"] = ";".join(f"{key}={quote(value, safe=' ')}" for key, value in shown.items())
    return asked | written(_SWITCHES, state)


def state_of(asked: Mapping[str, str], before: ViewState | None = None) -> ViewState:
    """State that the parameters of an address ask for; the start page and a sentence where they cannot be used."""
    shown = dict(part.partition("=")[::2] for part in asked.get("p", "").split(";"))
    shown = {key: unquote(value)[:MOST_OF_ONE] for key, value in shown.items()}
    try:
        state, trouble = _opened(asked.get("c", START), shown, before), []
    except HierviewError as error:
        state, trouble = opened(before, START, preset(START)), [not_here(N_("a case"), error)]
    # A measure is one of the rows with their settings, and says how it can be looked at.
    for group, said in (((_SETTINGS, _MEASURE, _VIEW), asked), (_SHOWN, shown), (_SWITCHES, asked)):
        state, more = read(group, state, said)
        trouble += more
    return replace(state, trouble=" ".join(trouble))


def _opened(name: str, shown: Mapping[str, str], before: ViewState | None) -> ViewState:
    """The page with the case of that name; a HierviewError where there is none, or no such rule."""
    case = find(name, before.opened_cases if before is not None else ())
    start = case
    if name.startswith(PACKED):
        base = shown.get("from", "")
        name, start = (base, find(base)) if _named(base) else (LINKED, case)
    state = opened(before, name, case, start=start)
    if "rule" in shown:
        draft, rule = ruled(state.draft, str(parse_rule(shown["rule"])))
        state = replace(state, draft=draft, rule=rule)
    return state


def settings_text(settings: tuple[tuple[str, Measure], ...]) -> str:
    """The settings of measures as a link has them; "" where there are none."""
    told = [[row, str(measure)] for row, measure in settings if str(measure) != row]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) if told else ""


def settings_of(text: str) -> tuple[tuple[str, Measure], ...]:
    """The settings of measures in a link; a HierviewError where they are something else."""
    if not text:
        return ()
    try:
        pairs = json.loads(text) if len(text) <= LONGEST_PARAMETER else None
    except (ValueError, RecursionError):
        pairs = None
    if (
        not isinstance(pairs, list)
        or len(pairs) > MOST_SETTINGS
        or not all(isinstance(p, list) and len(p) == 2 and all(isinstance(x, str) for x in p) for p in pairs)
    ):
        raise HierviewError(_('s is not a list of ["row", "measure"] pairs'))
    read = {}
    for row, measure in pairs:
        if type(parse_measure(row)) is not type(parse_measure(measure)):
            raise HierviewError(f"{measure} is no setting of {row}")
        read[str(parse_measure(row))] = parse_measure(measure)
    return tuple(read.items())
