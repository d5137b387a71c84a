"""Functions over integer arrays: compiled where numba is installed, else the same source as plain Python.

A function here allocates nothing and returns no array but one it was given: scratch is handed in. So numba need not
count references to the many arrays that go from function to function, which took most of the time.

Never `parallel=True`: numba's thread layer ends the whole process when two threads enter it. Threads are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .cache import SafeCache, cache_folder

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import config as _config
    from numba import njit, types
except ImportError:
    COMPILED = False

    def compiled(function: F) -> F:
        """`function` as it is: numba is not installed."""
        return function

else:
    _settings: Any = _config
    COMPILED = not _settings.DISABLE_JIT  # set by NUMBA_DISABLE_JIT=1, then a function stays as it is
    _FOLDER = cache_folder()
    _machine: Callable[..., Any] = njit
    _unliteral: Callable[[Any], Any] = types.unliteral
    # No way in for C, which would be a tenth of the compiling.
    _OPTIONS = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    try:
        _machine(**_OPTIONS)(lambda: 0)
    except (KeyError, TypeError):  # options that numba calls its own: faster with them, right without
        _OPTIONS = {"nogil": True}

    def _machine_code(function: Callable[..., Any], **options: bool) -> Any:
        """The function compiled once for what it is called with, and not anew for every constant among that."""
        made = _machine(**_OPTIONS, **options)(function)
        if COMPILED:
            template = made.get_call_template

            def of_values(args: Any, kws: Any) -> Any:
                return template(tuple(map(_unliteral, args)), {name: _unliteral(kind) for name, kind in kws.items()})

            made.get_call_template = of_values
        return made

    def compiled(function: F) -> F:
        """`function` as machine code that lets other threads run, kept on disk where some folder can be written."""
        if _FOLDER is None:
            return cast(F, _machine_code(function))
        # numba reads the folder here and at no other time; that of other packages stays as it is.
        before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(_FOLDER)
        try:
            made = _machine_code(function, cache=True)
        except RuntimeError:  # the source is no file
            return cast(F, _machine_code(function))
        finally:
            _settings.CACHE_DIR = before
        if COMPILED:
            made._cache = SafeCache(made._cache)
        return cast(F, made)
