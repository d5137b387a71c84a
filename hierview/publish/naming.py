"""Names of cases in what leaves, and where the explorer shows them."""

from __future__ import annotations

from ..errors import LinkError
from ..formats import preset, preset_names, write_case
from ..formats.link import pack_draft
from ..model.case import Case, Draft

LONGEST_LINK = 8_000  # characters that every proxy passes on


def name_of(case: Case) -> str:
    """The preset's name, or `case`."""
    return next((name for name in preset_names() if preset(name) == case), "case")


def called(case: Case) -> str:
    """The case in a sentence: `case 15`, its own name, or `a case`."""
    name = name_of(case)
    return f"case {name}" if name != "case" else case.name or "a case"


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def case_link(case: Case) -> str:
    """The address at which the explorer shows the case; "" where it is too large for one."""
    name = name_of(case)
    if name != "case":
        return f"/?c={name}"
    try:
        link = f"/?c=~{pack_draft(case)}"
    except LinkError:
        return ""
    return link if len(link) <= LONGEST_LINK else ""


def one_line(case: Draft) -> str:
    """The case file on one line."""
    return "".join(line.strip() for line in write_case(case).split("\n"))
