"""Cases as pages know them: by name, within what a page can bear, and the rows of answers that each has."""

from __future__ import annotations

from functools import lru_cache

from ...answers.answers import all_measures, compare_printed, headline_measures, headline_rows
from ...errors import CaseError, LinkError
from ...formats import excerpt, excerpt_names, preset, preset_groups, preset_names
from ...formats.link import pack_draft, unpack_draft
from ...languages import N_, _
from ...model.case import Case, Draft
from ...model.hierarchy import Hierarchy
from ...rules import parse_rule, with_decision

EXCERPTS = N_("Excerpts of well-known hierarchies, to be marked")
EMPTY = Draft(Hierarchy((), {}))
NEW, LINKED = "new", "linked"  # names of what is neither a preset nor an opened file
MINE = "mine-"  # what the name of a case that the visitor brought begins with
PACKED = "~"  # what the name of a case in an address begins with that is all said by it
# What one visitor may ask of a server that others use, too: beyond this a pairing takes seconds.
MOST_CLASSES = 20_000
MOST_MARKED = 100
_TOO_MANY = {
    "hierarchy": N_(
        "{size:,} classes are too many for this page, which takes at most {most:,}; the shell has no limit"
    ),
    "true": N_(
        "{size:,} true classes are too many for this page, which takes at most {most:,}; the shell has no limit"
    ),
    "predicted": N_(
        "{size:,} predicted classes are too many for this page, which takes at most {most:,}; the shell has no limit"
    ),
}


@lru_cache(maxsize=64)
def pack_case(case: Draft) -> str:
    """A case as it stands in an address; "" where it is too large for one."""
    try:
        return PACKED + pack_draft(case)
    except LinkError:
        return ""


def find_case(name: str, collection: tuple[Draft, ...] = ()) -> Draft:
    """The case of a card in the picker, of a name in the address, or packed in it.

    collection: the cases that the visitor brought. Raises a HierviewError where there is none of that name.
    """
    own = {f"{MINE}{i}": case for i, case in enumerate(collection, 1)} | {NEW: EMPTY}
    if name.startswith(PACKED):
        return admit_draft(unpack_draft(name[len(PACKED) :], MOST_CLASSES))
    if name in excerpt_names():
        return excerpt(name)
    return own[name] if name in own else preset(name)


@lru_cache(maxsize=1)
def card_groups() -> list[tuple[str, list[tuple[str, str, Draft]]]]:
    """Cards of the cases that are here for everybody, in groups by their headings: key, number and case of each."""
    listed = {group: [(name, name) for name in names] for group, names in preset_groups().items()}
    listed[EXCERPTS] = [(name, "") for name in excerpt_names()]
    return [(group, [(name, number, find_case(name)) for name, number in cards]) for group, cards in listed.items()]


def is_preset(name: str) -> bool:
    """Whether a case of that name came with the explorer."""
    return name in preset_names()


def is_public_case(name: str) -> bool:
    """Whether a case of that name is here for everybody."""
    return is_preset(name) or name == NEW or name in excerpt_names()


@lru_cache(maxsize=1)
def preset_notes() -> frozenset[str]:
    """Notes of the presets about themselves, which give away their answers."""
    return frozenset(preset(name).note for name in preset_names())


def all_row_keys() -> list[str]:
    """The keys of the long table, from top to bottom."""
    return list(map(str, all_measures()))


def short_row_keys(draft: Draft) -> list[str]:
    """The keys of the short table, from top to bottom."""
    return [str(m) for main, under in headline_rows(draft) for m in (main, *under)]


def openable_row_keys(draft: Draft) -> list[str]:
    """The rows of answers that a case may have open: those of the short table and those of the long one."""
    return [*short_row_keys(draft), *all_row_keys()]


def case_label(name: str) -> str:
    """Name of a case in a picker."""
    if name.startswith(PACKED):
        name = LINKED
    labels = {NEW: _("New drawing"), LINKED: _("From a link")} | dict.fromkeys(excerpt_names(), _("Excerpt"))
    return _("Mine") if name.startswith("mine") else labels.get(name) or _("Case {name}", name=name)


def source_and_name(name: str, draft: Draft) -> tuple[str, str]:
    """Where a case comes from, and its name, which may be empty."""
    unnamed = "" if name in (NEW, LINKED) or name.startswith(PACKED) else _("Unnamed case")
    return case_label(name), draft.name or unnamed


def as_case(draft: Draft) -> Draft:
    """The case of a draft once a class is marked, else the draft."""
    return draft if isinstance(draft, Case) or not (draft.true or draft.predicted) else draft.case()


def admit_draft(draft: Draft) -> Draft:
    """A draft as pages show and answer it; a CaseError says what is too much, or cannot be read, in it."""
    for key, text in _TOO_MANY.items():
        size, most = len(getattr(draft, key)), MOST_CLASSES if key == "hierarchy" else MOST_MARKED
        if size > most:
            raise CaseError(_(text, size=size, most=most))
    case = as_case(draft)
    headline_measures(case)
    if isinstance(case, Case):
        compare_printed(case)
    return case


def apply_rule(draft: Draft, rule: str) -> tuple[Draft, str]:
    """The draft with what a rule predicts, and the rule; where it has no numbers for the rule any more, as it is."""
    try:
        return (as_case(with_decision(draft, parse_rule(rule))), rule) if rule else (draft, "")
    except CaseError:
        return draft, ""
