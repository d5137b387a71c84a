"""Memory that reading left behind, given back before the work begins."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Gives free memory back to the system, where the C library can.

    What was freed between things that stay is else kept for this thread, while others take new memory for theirs.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
