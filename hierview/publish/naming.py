"""Names of cases in what leaves, where the explorer shows them, and the line that says what made an export."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from ..errors import LinkError, quoted
from ..formats import preset, preset_names, write_case
from ..formats.link import pack_draft
from ..model.case import Case, Draft
from ..version import __version__

LONGEST_LINK = 8_000  # characters that every proxy passes on


def preset_name(case: Case) -> str:
    """The preset's name, or `case`."""
    return next((name for name in preset_names() if preset(name) == case), "case")


def case_phrase(case: Case) -> str:
    """The case in a sentence: `case 15`, its own name, or `a case`."""
    name = preset_name(case)
    return f"case {name}" if name != "case" else case.name or "a case"


def capitalised(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def listed_in_words(words: Iterable[str]) -> str:
    """Words in a sentence.

    >>> listed_in_words(["GIE"]), listed_in_words(["GIE", "MGIA", "hF"])
    ('GIE', 'GIE, MGIA and hF')
    """
    *most, last = words
    return " and ".join(filter(None, [", ".join(most), last]))


def case_link(case: Case) -> str:
    """The address at which the explorer shows the case; "" where it is too large for one."""
    name = preset_name(case)
    if name != "case":
        return f"/?c={name}"
    try:
        link = f"/?c=~{pack_draft(case)}"
    except LinkError:
        return ""
    return link if len(link) <= LONGEST_LINK else ""


def case_on_one_line(case: Draft) -> str:
    """The case file on one line."""
    return "".join(line.strip() for line in write_case(case).split("\n"))


def case_hash(case: Draft) -> str:
    """Eight characters that change with anything a measure reads of a case: hierarchy, weights and marks.

    Names, notes, pins and the order of classes do not matter.
    """
    h = case.hierarchy
    content = [
        sorted(h.classes),
        sorted([*edge, str(weight)] for edge, weight in h.weights.items()),
        sorted(case.true),
        sorted(case.predicted),
        sorted(case.extra.texts()),
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:8]


def provenance_line(cases: Iterable[tuple[str, Draft]], measures: Iterable[object]) -> str:
    """One printable line that states all that the numbers of an export depend on.

    >>> from hierview import load_case
    >>> provenance_line([("11a", load_case("11a"))], ["GIE", "MGIA(max_distance=None)"]).partition(" | ")[2]
    'GIE; MGIA(max_distance=None) | 11a 5b9d8038'
    """
    cases_said = [f"{quoted(name, 200)[1:-1]} {case_hash(case)}" for name, case in cases]
    parts = ["; ".join(str(measure) for measure in measures), "; ".join(cases_said)]
    return " | ".join([f"hierview {__version__}", *filter(None, parts)])
