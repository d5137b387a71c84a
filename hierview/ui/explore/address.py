"""The page as parameters of an address, and back: a link shows exactly what its sender saw.

    c     a preset's name, or "~" and a packed case        m     the measure whose Why is open
    v     a view of Why, or a way of looking at the answer  s     the settings of measures, as [[row, measure], …]
    p     what views show, as key=value joined by ";"       step  the step shown first
    big   the picture on the whole screen                   ask   the numbers wait for a guess

All but the case and its rule are declared with the fields of `ViewState`. Everything that comes by a link is checked;
what cannot be used is said in a sentence, and the rest is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from ...errors import HierviewError
from ...formats import preset
from ...languages import N_
from ...model.case import Draft
from ...rules import parse_rule
from ..shell import fields
from ..shell.cases import LINKED, PACKED, apply_rule, find_case, is_public_case, pack_case
from ..shell.fields import change_fields, missing_sentence, parameter_texts, read_parameters
from . import why_views  # noqa: F401  (which tells the state its views)
from .view import ViewState, open_case

START = "11a"
LONGEST_LINK = 8_000  # characters that every proxy passes on
MOST_OF_ONE = 400  # characters of one value in p
_ORDER = ("c", "m", "v", "s", "p", "ask")
_WITHIN = "p."


def fits_a_link(case: Draft) -> bool:
    """Whether a link can hold the case."""
    return 0 < len(pack_case(case)) <= LONGEST_LINK


def address_parameters(state: ViewState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    plain = is_public_case(state.name) and state.draft == state.work.start
    query = {"c": state.name if plain else pack_case(state.draft) or state.name}
    query |= parameter_texts(fields.declared_parameters(ViewState), state)
    details = {"from": state.name} if is_public_case(state.name) and not plain else {}
    details |= {key.removeprefix(_WITHIN): text for key, text in query.items() if key.startswith(_WITHIN)}
    if state.work.rule and not plain:
        details["rule"] = state.work.rule
    query["p"] = ";".join(f"{key}={quote(value, safe=' ')}" for key, value in details.items())
    return {key: query[key] for key in _ORDER if query.get(key)}


def state_of(query: Mapping[str, str], before: ViewState | None = None) -> ViewState:
    """State that the parameters of an address ask for; the start page and a sentence where they cannot be used."""
    details = dict(part.partition("=")[::2] for part in query.get("p", "").split(";"))
    details = {key: unquote(value)[:MOST_OF_ONE] for key, value in details.items()}
    try:
        state, troubles = _case_of(query.get("c", START), details, before), []
    except HierviewError as error:
        state, troubles = open_case(before, START, preset(START)), [missing_sentence(N_("a case"), error)]
    # A measure is one of the rows with their settings, and says how it can be looked at: settings come first.
    order = sorted(fields.declared_parameters(ViewState), key=lambda parameter: parameter.key != "s")
    state, more = read_parameters(order, state, {**query, **{f"{_WITHIN}{key}": text for key, text in details.items()}})
    return change_fields(state, trouble=" ".join([*troubles, *more]))


def _case_of(name: str, details: Mapping[str, str], before: ViewState | None) -> ViewState:
    """The page with the case of that name; a HierviewError where there is none, or no such rule."""
    case = find_case(name, before.work.collection if before is not None else ())
    start = case
    if name.startswith(PACKED):
        base = details.get("from", "")
        name, start = (base, find_case(base)) if is_public_case(base) else (LINKED, case)
    state = open_case(before, name, case, start=start)
    if "rule" in details:
        draft, rule = apply_rule(state.draft, str(parse_rule(details["rule"])))
        state = change_fields(state, draft=draft, rule=rule)
    return state
