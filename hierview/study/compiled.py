"""Functions over integer arrays: compiled where numba is installed, else the same source as plain Python.

Never `parallel=True`: numba's thread layer ends the whole process when two threads enter it. Threads are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import njit
except ImportError:
    COMPILED = False

    def compiled(function: F) -> F:
        """`function` as it is: numba is not installed."""
        return function

else:
    COMPILED = True

    def compiled(function: F) -> F:
        """`function` as machine code that lets other threads run, kept on disk where some folder can be written."""
        try:
            return cast(F, njit(nogil=True, cache=True)(function))
        except RuntimeError:  # no folder for the cache
            return cast(F, njit(nogil=True)(function))
