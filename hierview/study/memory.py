"""Memory that is free again, given back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress

LARGE = 10_000  # classes and instances together, from which on memory counts


def release_free_memory(size: int) -> None:
    """Give memory that making a study left free back to the system, if it is much and the system can take it.

    size: of its classes and instances. What was freed between things that stay is else kept for this thread, while
    others take new memory for theirs.
    """
    if size > LARGE:
        with suppress(AttributeError, OSError, TypeError):
            ctypes.CDLL(None).malloc_trim(0)
