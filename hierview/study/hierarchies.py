"""Large hierarchies from their files at compiled speed, where the files are ordinary."""

from __future__ import annotations

import numpy as np

from ..errors import HierarchyError
from ..model.checks import LONGEST_NAME
from ..model.hierarchy import Hierarchy
from .compiled import COMPILED
from .kernels.words import BLANK, TAB, linked

_NUMBERS = b"0123456789 \r\n"


def edges_at_once(data: bytes) -> Hierarchy | None:
    """The hierarchy of lines of parent TAB child, or of two whole numbers parted by a blank.

    None where anything is unusual (a weight, a heading, a name that is not ASCII, an edge that comes twice, a cycle):
    the formats then read it with care and say what is wrong, in which line.
    """
    tabs = b"\t" in data[:1_000]
    if not COMPILED or not data.isascii() or b"\x7f" in data or not (tabs or not data.translate(None, _NUMBERS)):
        return None
    found = linked(data, TAB if tabs else BLANK)
    if found is None or found.longest > LONGEST_NAME or (found.tails == found.heads).any():
        return None
    keys = found.tails.astype(np.int64) << 32 | found.heads
    keys.sort()
    if (keys[1:] == keys[:-1]).any():
        return None
    try:
        return Hierarchy.from_numbers(tuple(found.names), found.tails, found.heads)
    except HierarchyError:
        return None
