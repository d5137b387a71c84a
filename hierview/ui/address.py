"""The page as parameters of an address, and back: a link shows exactly what its sender saw.

    c     a preset's name, or "~" and a packed case        m     the measure whose Why is open
    v     a view of Why, or a way of looking at the answer  s     the settings of measures, as [[row, measure], …]
    p     what views show, as key=value joined by ";"       step  the step shown first
    big   the picture on the whole screen                   ask   the numbers wait for "Show numbers"

Everything that comes by a link is checked; what cannot be used is said in a sentence, and the rest is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from urllib.parse import quote, unquote

from ..errors import HierviewError, LinkError
from ..formats import preset, preset_groups
from ..formats.link import pack_draft, unpack_draft
from ..measures import Measure, parse_measure
from ..model.case import Draft
from ..rules import parse_rule
from .view import (
    DRAWINGS,
    EMPTY,
    LINKED,
    MOST_CLASSES,
    MOST_LIMIT,
    NEW,
    VIEWS,
    ViewState,
    opened,
    ruled,
    usable,
    with_measure,
)

START = "11a"
LONGEST_LINK = 8_000  # characters that every proxy passes on
LONGEST_PARAMETER = 120_000
PACKED = "~"
MOST_SETTINGS = 60


@lru_cache(maxsize=64)
def packed(case: Draft) -> str:
    """A case as it stands in an address; "" where it is too large for one."""
    try:
        return PACKED + pack_draft(case)
    except LinkError:
        return ""


def _presets() -> list[str]:
    return [name for names in preset_groups().values() for name in names]


def find(name: str, mine: tuple[Draft, ...] = ()) -> Draft:
    """The case of a card in the picker, of a name in the address, or packed in it.

    A HierviewError where there is none.
    """
    own = {f"mine-{i}": case for i, case in enumerate(mine, 1)} | {NEW: EMPTY}
    if name.startswith(PACKED):
        return usable(unpack_draft(name[len(PACKED) :], MOST_CLASSES))
    return own[name] if name in own else preset(name)


def parameters(state: ViewState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    known = state.name in (*_presets(), NEW)
    plain = known and state.draft == state.start
    asked = {"c": state.name if plain else packed(state.draft) or state.name, "m": str(state.measure(state.chosen))}
    if state.view != "picture" or state.way:
        asked["v"] = state.way if state.view == "picture" else state.view
    if settings := settings_text(state.settings):
        asked["s"] = settings
    shown = {
        "from": state.name if known and not plain else "",
        "how": state.how if state.view == "landscape" and state.how != "only" else "",
        "against": state.against if state.view == "sensitivity" else "",
        "k": str(state.k) if state.view == "distance" else "",
        "convention": state.convention if state.view == "conventions" else "",
        "limit": str(state.limit) if state.view == "conventions" and state.limit is not None else "",
        "table": state.table if state.table != "headline" else "",
        "as": state.drawing if state.drawing != "draw" else "",
        "rule": state.rule if state.rule and not plain else "",
    }
    if any(shown.values()):
        asked["p"] = ";".join(f"{key}={quote(value, safe=' ')}" for key, value in shown.items() if value)
    return asked | ({"ask": "1"} if state.asking else {})


def state_of(asked: Mapping[str, str], before: ViewState | None = None) -> ViewState:
    """State that the parameters of an address ask for; the start page and a sentence where they cannot be used."""
    trouble: list[str] = []
    mine = before.mine if before is not None else ()
    shown = dict(part.partition("=")[::2] for part in asked.get("p", "").split(";"))
    shown = {key: unquote(value)[:400] for key, value in shown.items()}
    name = asked.get("c", START)
    try:
        case = find(name, mine)
        start = case
        if name.startswith(PACKED):
            base = shown.get("from", "")
            name, start = (base, find(base)) if base in (*_presets(), NEW) else (LINKED, case)
        state = opened(before, name, case, start=start)
        if "rule" in shown:
            draft, rule = ruled(state.draft, str(parse_rule(shown["rule"])))
            state = replace(state, draft=draft, rule=rule)
    except HierviewError as error:
        trouble.append(f"The link asks for a case that is not here: {error}.")
        state = opened(before, START, preset(START))
    try:
        state = replace(state, settings=settings_of(asked.get("s", "")))
    except HierviewError as error:
        trouble.append(f"The link asks for settings that are not here: {error}.")
    if shown.get("table") == "all":
        state = replace(state, table="all")
    if "m" in asked:
        try:
            state = with_measure(state, parse_measure(asked["m"]))
        except HierviewError as error:
            trouble.append(f"The link asks for a measure that is not here: {error}.")
    if shown.get("table") == "all":
        state = replace(state, table="all")
    view = asked.get("v", "")
    ways = state.measure(state.chosen).views(state.case) if state.answerable else ()
    k, limit = shown.get("k", ""), shown.get("limit", "")
    step = asked.get("step", "")
    state = replace(
        state,
        view=view if view in VIEWS else "picture" if before is None or "v" in asked else before.view,
        seek=view in VIEWS or view in ways,
        way=view if view in ways else "",
        how=shown.get("how", state.how),
        against=shown.get("against", state.against),
        convention=shown.get("convention", state.convention),
        limit=int(limit[:4]) if limit.isdecimal() and int(limit[:4]) <= MOST_LIMIT else state.limit,
        k=int(k[:4]) if k.isdecimal() and 0 < int(k[:4]) < 1000 else state.k,
        drawing=shown["as"] if shown.get("as") in DRAWINGS else state.drawing,
        step=int(step) - 1 if step.isdecimal() and 0 < len(step) < 4 else 0,
        big="big" in asked,
        asking="ask" in asked,
    )
    return replace(state, trouble=" ".join(trouble))


def settings_text(settings: tuple[tuple[str, Measure], ...]) -> str:
    """The settings of measures as a link has them; "" where there are none."""
    told = [[row, str(measure)] for row, measure in settings if str(measure) != row]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) if told else ""


def settings_of(text: str) -> tuple:
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
        raise HierviewError('s is not a list of ["row", "measure"] pairs')
    read = {}
    for row, measure in pairs:
        if type(parse_measure(row)) is not type(parse_measure(measure)):
            raise HierviewError(f"{measure} is no setting of {row}")
        read[str(parse_measure(row))] = parse_measure(measure)
    return tuple(read.items())
