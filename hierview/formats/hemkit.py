"""The triple of HEMKit and the LSHTC challenges: a hierarchy of numbered classes, and many instances.

The hierarchy has a line `parent child` for each edge; the true and the predicted classes have a line for each
instance, its classes parted by one blank. The tools that use these files go wrong in silence at blank lines, tabs,
double blanks, names and unknown classes, so reading refuses them all and names the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import CaseError, HierviewError, quoted
from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from .base import Format
from .casefile import OPENED
from .losses import listed_names
from .losses import losses as lost
from .typed.edgelist import LARGEST_FILE
from .typed.lines import TypedGraph, text_lines

FILES = ("hierarchy.txt", "true.txt", "predicted.txt")
NAMES = "names.tsv"

_ID = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_LARGEST_ID = 2**31 - 1  # HEMKit's ids are C++ ints

Classes = tuple[str, ...]


@dataclass(frozen=True)
class Triple:
    """The three files of HEMKit: a hierarchy, and the true and the predicted classes of each instance."""

    hierarchy: Hierarchy
    """The hierarchy."""
    instances: tuple[tuple[Classes, Classes], ...]
    """True and predicted classes of each instance, as the files list them."""

    def case(self, i: int) -> Draft:
        """The instance `i`, counted from 0; CaseError where there is none."""
        if not 0 <= i < len(self.instances):
            raise CaseError(f"there is no instance {i + 1}; 1 to {len(self.instances)} are there")
        true, predicted = self.instances[i]
        return Draft(self.hierarchy, frozenset(true), frozenset(predicted), name=f"Instance {i + 1}")


def read_triple(
    hierarchy: bytes | str,
    true: bytes | str,
    predicted: bytes | str,
    origins: tuple[str, str, str] = FILES,
    most: int | None = None,
) -> Triple:
    """The triple in three files.

    most: the classes of the hierarchy that are accepted; None is any number. Raises CaseError, with `line`: the file
    by its name in `origins`, the line, what is accepted.
    """
    h = _read_edges(hierarchy, origins[0], most)
    sides = [_read_rows(data, origin, h, origins[0]) for data, origin in ((true, origins[1]), (predicted, origins[2]))]
    (fewest, origin), (most_rows, other) = sorted(zip(map(len, sides), origins[1:], strict=True))
    if fewest < most_rows:
        trouble = f"the line is missing; {other} has {most_rows} lines, and both need one for each instance"
        raise CaseError.at_line(origin, fewest + 1, trouble)
    return Triple(h, tuple(zip(*sides, strict=True)))


def _read_lines(data: bytes | str, origin: str, what: str) -> list[str]:
    lines = text_lines(data, origin, what, LARGEST_FILE)
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise CaseError(f"{origin}: the file is empty; {what} has a line for each {_EACH[what]}")
    return lines


_EACH = {"a hierarchy": "edge, such as 1 2", "a file of instances": "instance, such as 2 5"}


def _read_ids(line: str) -> list[str]:
    if not line.strip():
        raise HierviewError("the line is blank; whole numbers parted by one blank are accepted")
    cells = line.split(" ")
    for cell in cells:
        if "\t" in cell:
            raise HierviewError("a tab stands in the line; classes are parted by one blank")
        if not cell:
            raise HierviewError("a blank too many stands in the line; classes are parted by one blank")
        if not _ID.fullmatch(cell):
            raise HierviewError(f"{quoted(cell)} is no class; whole numbers from 0 on are, such as 12")
    return cells


def _read_edges(data: bytes | str, origin: str, most: int | None) -> Hierarchy:
    gathered = TypedGraph(most, OPENED)
    for i, line in enumerate(_read_lines(data, origin, "a hierarchy"), 1):
        try:
            ids = _read_ids(line)
            if len(ids) != 2:
                raise HierviewError(f"{quoted(line)} is not accepted; a parent and a child, parted by one blank, are")
            edge = ids[0], ids[1]
            if edge in gathered.weights:
                raise HierviewError(f"the edge {line} stands at line {gathered.lines[edge]} already; give it once")
            gathered.add_edge(*edge, i)
        except HierviewError as error:
            raise CaseError.at_line(origin, i, error) from None
    return gathered.hierarchy(origin)


def _read_rows(data: bytes | str, origin: str, h: Hierarchy, its_file: str) -> list[Classes]:
    classes = {c: c for c in h.classes}  # one text for each class, however often it stands in the file
    rows: list[Classes] = []
    for i, line in enumerate(_read_lines(data, origin, "a file of instances"), 1):
        try:
            row: dict[str, None] = {}
            for c in _read_ids(line):
                if c not in classes:
                    raise HierviewError(f"class {c} is not in {its_file}")
                if c in row:
                    raise HierviewError(f"class {c} is named twice; name it once")
                row[classes[c]] = None
        except HierviewError as error:
            raise CaseError.at_line(origin, i, error) from None
        rows.append(tuple(row))
    return rows


def write_triple(draft: Draft) -> dict[str, str]:
    """The three files of a draft as one instance, and `names.tsv` (id TAB name) where its names are no ids.

    The one root is then 0, for HEMKit puts a class 0 above every other root and counts it. Raises CaseError where a
    side is empty, or where a marked class has no edge.
    """
    h = draft.hierarchy
    for side, marked in (("true", draft.true), ("predicted", draft.predicted)):
        if not marked:
            raise CaseError(f"no class is {side}; HEMKit cannot read an instance without one")
        lonely = sorted(c for c in marked if not h.parents(c) and not h.children(c))
        if lonely:
            raise CaseError(f"the {side} class {quoted(lonely[0])} has no edge; HEMKit knows classes by their edges")
    ids = hemkit_ids(h)
    sides = [sorted((ids[c] for c in marked), key=int) for marked in (draft.true, draft.predicted)]
    texts = ["".join(f"{ids[p]} {ids[c]}\n" for p, c in h.edges), *(" ".join(side) + "\n" for side in sides)]
    files = dict(zip(FILES, texts, strict=True))
    if any(c != number for c, number in ids.items()):
        files[NAMES] = "".join(f"{number}\t{c}\n" for c, number in ids.items())
    return files


def hemkit_ids(h: Hierarchy) -> dict[str, str]:
    """HEMKit's id of each class that has an edge: its name where all names can be ids."""
    joined = [c for c in h.classes if h.parents(c) or h.children(c)]
    roots = [c for c in joined if not h.parents(c)]
    if all(_ID.fullmatch(c) and int(c) <= _LARGEST_ID for c in joined) and ("0" not in joined or roots == ["0"]):
        return {c: c for c in joined}
    zero = roots[0] if len(roots) == 1 else None
    rest = [c for c in joined if c != zero]
    return ({zero: "0"} if zero is not None else {}) | {c: str(i) for i, c in enumerate(rest, 1)}


def losses(draft: Draft) -> tuple[str, ...]:
    """The losses of the files of HEMKit, in sentences."""
    h = draft.hierarchy
    sentences = list(lost(draft, "A HEMKit triple", ("marks",)))
    ids = hemkit_ids(h)
    lonely = [c for c in h.classes if c not in ids]
    if lonely:
        sentences.append(f"HEMKit knows no class without an edge: {listed_names(lonely)}.")
    if any(c != number for c, number in ids.items()):
        sentences.append(f"HEMKit knows classes by numbers: {NAMES} says which stands for which name.")
    return tuple(sentences)


FORMAT = Format(
    key="hemkit",
    title="HEMKit, three files",
    one="a HEMKit triple",
    many="HEMKit triples",
    endings=(".zip",),
    mime="application/zip",
    write=write_triple,
    losses=losses,
    marks=True,
)
