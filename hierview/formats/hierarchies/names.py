"""Files of names: a label for each id, as `id=name` or `id TAB name` lines."""

from __future__ import annotations

from ...errors import CaseError, HierviewError, quoted
from ...model.labels import check_label
from .asked import Asked
from .found import Found, each_line
from .rows import numbered_rows
from .source import Source


def read_names(source: Source) -> dict[str, str]:
    """The labels by id. Raises CaseError: the lines that are not accepted; an id may stand once, a label often."""
    lines = [line for line in source.sample if not line.startswith("#")]
    separator = next(
        (s for s in ("\t", "=", ";", ",", " ") if lines and all(s in line.strip() for line in lines)), "\t"
    )
    found = Found(source.origin, Asked())
    names: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        own, _, text = cells[0].strip().partition(separator)
        own, text = own.strip(), " ".join(text.split())
        if not own or not text:
            raise HierviewError(f"{quoted(cells[0])} is not accepted; id=name or id TAB name is")
        if own in names:
            raise HierviewError(f"the id {quoted(own)} has the label {quoted(names[own])} already; give it one")
        names[own] = check_label(text)

    each_line(found, numbered_rows(source, "", 0, found), one)
    if found.refusals:
        shown = "; ".join(f"line {line}: {trouble}" for line, trouble in found.refused)
        error = CaseError(
            f"{source.origin}: {shown}"
            + f"; and {found.refusals - len(found.refused):,} more" * (found.refusals > len(found.refused))
        )
        error.line = found.refused[0][0]
        raise error
    return names
