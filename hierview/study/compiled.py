"""Functions over integer arrays: compiled where numba is installed, else the same source as plain Python.

Never `parallel=True`: numba's thread layer ends the whole process when two threads enter it. Threads are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .cache import SafeCache, cache_folder

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import config as _config
    from numba import njit
except ImportError:
    COMPILED = False

    def compiled(function: F) -> F:
        """`function` as it is: numba is not installed."""
        return function

else:
    COMPILED = True
    _FOLDER = cache_folder()
    _settings: Any = _config

    def compiled(function: F) -> F:
        """`function` as machine code that lets other threads run, kept on disk where some folder can be written."""
        if _FOLDER is None:
            return cast(F, njit(nogil=True)(function))
        # numba reads the folder here and at no other time; that of other packages stays as it is.
        before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(_FOLDER)
        try:
            made: Any = njit(nogil=True, cache=True)(function)
        except RuntimeError:  # the source is no file
            return cast(F, njit(nogil=True)(function))
        finally:
            _settings.CACHE_DIR = before
        made._cache = SafeCache(made._cache)
        return cast(F, made)
