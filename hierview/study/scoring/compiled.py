"""Functions over integer arrays: compiled where numba is installed, else the same source as plain Python.

A function here allocates nothing and returns no array but one it was given: scratch is handed in. So numba need not
count references to the many arrays that go from function to function, which took most of the time.

Never `parallel=True`: numba's thread layer ends the whole process when two threads enter it. Threads are ours.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np

from ...version import __version__

F = TypeVar("F", bound=Callable[..., Any])

# The folder of machine code: of this user alone, never beside the source, bounded. numba takes code from it as Python
# takes a pickle, so nobody else may be able to write there.

MOST_FOLDERS = 8  # versions of the kernels that are kept
DAY = 86_400.0  # seconds after which one that was not started counts as unused


def cache_folder() -> Path | None:
    """The folder for these kernels, made if need be; None where no folder is safe or can be written.

    In NUMBA_CACHE_DIR where that is set, else in the user's folder for caches. Other sources have another folder:
    numba looks only at the file that a function stands in, not at those that it calls.
    """
    chosen_folder = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(chosen_folder) if chosen_folder else _user_caches()
    if root is None:
        return None
    caches = root / "hierview"
    own = caches / _kernels_key()
    try:
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(own)
    except OSError:
        return None
    if not (_is_ours_alone(caches) and _is_ours_alone(own)):
        return None
    _delete_old_folders(caches, own)
    return own


def _user_caches() -> Path | None:
    """The user's folder for caches; None for a user without a home."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else None
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):
        return Path(xdg)
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    return Path(home, "Library", "Caches") if sys.platform == "darwin" else Path(home, ".cache")


def _kernels_key() -> str:
    """A name that changes with the version, Python and the source of any kernel."""
    digest = sha256(f"{__version__} {sys.version}".encode())
    study = Path(__file__).parents[1]
    for path in (*sorted((study / "scoring" / "kernels").glob("*.py")), study / "inputs" / "words.py"):
        with suppress(OSError):
            digest.update(path.read_bytes())
    return f"kernels-{digest.hexdigest()[:12]}"


def _is_ours_alone(folder: Path) -> bool:
    """Whether a folder can be written by this user, and by nobody else."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    if os.name == "nt":
        return True
    about = os.stat(folder)
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _delete_old_folders(caches: Path, own: Path) -> None:
    """Deletes the folders that were started longest ago, beyond so many, unless one is in use today."""
    with suppress(OSError):
        others = [(path.stat().st_mtime, path) for path in caches.glob("kernels-*") if path != own]
        for at, path in sorted(others, reverse=True)[MOST_FOLDERS - 1 :]:
            if time() - at > DAY:
                shutil.rmtree(path, ignore_errors=True)


class SafeCache:
    """A cache of numba that may fail: on a full disk a function is compiled, and not kept."""

    def __init__(self, cache: Any):
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, *given: Any) -> Any:
        """Code that is kept for a signature; None where it cannot be read."""
        try:
            return self._cache.load_overload(*given)
        except Exception:  # a damaged file fails with whatever the bytes stand for
            return None

    def save_overload(self, *given: Any) -> None:
        """Keeps what was compiled, where that is possible."""
        with suppress(OSError):
            self._cache.save_overload(*given)


# What is compiled

QUICK = 2_000_000  # bytes of files that plain Python scores sooner than kernels would be compiled
QUICKEST = 20_000  # bytes of labels that plain Python scores sooner than numba is loaded, with the code it has kept
# In the environment, where it is known: how many bytes of files a process will score, and how many of these are labels.
BYTES, LABELS = "HIERVIEW_BYTES", "HIERVIEW_LABEL_BYTES"
_FOLDER = cache_folder()
_MADE = "compiled"  # a file beside the machine code, once all usual kernels are there
GRAPHS = "LCaF"  # compiled by a process of its own, since it takes as long as all others; a file of that name says so


def _known_below(name: str, most: int) -> bool:
    """Whether the environment says how many bytes there are, and that they are fewer."""
    known = os.environ.get(name, "")
    return known.isdecimal() and int(known) < most


_is_made = _FOLDER is not None and (_FOLDER / _MADE).exists()
# Whether kernels run as plain Python: numba takes longer to load, or to compile them, than few data to be scored.
FEW = _known_below(BYTES, QUICK) and (not _is_made or _known_below(LABELS, QUICKEST))

try:
    if FEW:
        raise ImportError
    from numba import config as _config
    from numba import njit, types
    from numba.core import event as _event
except ImportError:
    COMPILED = False

    def compiled(function: F) -> F:
        """`function` as it is: numba is not installed, or not worth its loading."""
        return function

else:
    _settings: Any = _config
    COMPILED = not _settings.DISABLE_JIT  # set by NUMBA_DISABLE_JIT=1, then a function stays as it is
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
        code = _machine(**_OPTIONS, **options)(function)
        if COMPILED:
            template = code.get_call_template

            def of_values(args: Any, kws: Any) -> Any:
                return template(tuple(map(_unliteral, args)), {name: _unliteral(kind) for name, kind in kws.items()})

            code.get_call_template = of_values
        return code

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


Scratch = Any  # arrays by name


def empty_scratch(layout: np.dtype[Any]) -> Scratch:
    """Arrays of this layout, all 0: to machine code a record, one address where each array would be seven numbers."""
    record = np.zeros(1, layout)[0]
    return record if COMPILED else SimpleNamespace(**{name: record[name] for name in layout.names or ()})


@contextmanager
def compiling(tell: Callable[[int], None]) -> Iterator[None]:
    """Tells how many functions were compiled so far, while some are."""
    if not COMPILED:
        yield
        return

    class Count(_event.Listener):  # type: ignore[misc]
        done = 0

        def on_start(self, event: Any) -> None:
            """Do nothing: a function is counted when its compilation ends."""

        def on_end(self, event: Any) -> None:
            self.done += 1
            tell(self.done)

    with _event.install_listener("numba:compile", Count()):
        yield


def compile_later(measures: Sequence[str]) -> None:
    """Start a process that compiles the usual kernels, once on a machine, where this one runs as plain Python."""
    if not FEW or _is_made or _FOLDER is None or find_spec("numba") is None:
        return
    mark = _FOLDER / "compiling"
    with suppress(OSError):
        if mark.exists() and time() - mark.stat().st_mtime > 600:
            mark.unlink()  # of a process that was ended
        mark.touch(exist_ok=False)
        _start_compiler(*measures, start_new_session=True)


def compile_graphs_beside() -> subprocess.Popen[bytes] | None:
    """A process that compiles the kernels of LCA graphs; None where that was done on this machine."""
    if not COMPILED or _FOLDER is None or (os.cpu_count() or 1) < 2:
        return None
    done = (_FOLDER / _MADE).exists() or (_FOLDER / GRAPHS).exists()
    return None if done else _start_compiler(GRAPHS)


def _start_compiler(*measures: str, start_new_session: bool = False) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in (BYTES, LABELS)}
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-P", "-m", f"{__package__}.compiling", *measures]
    return subprocess.Popen(
        command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment, start_new_session=start_new_session
    )


def note_compiled(measures: list[str]) -> None:
    """Note that the kernels of LCA graphs, or all usual ones, are compiled."""
    if _FOLDER is not None and measures == [GRAPHS]:
        (_FOLDER / GRAPHS).touch()
    elif _FOLDER is not None:
        (_FOLDER / _MADE).touch()
        (_FOLDER / "compiling").unlink(missing_ok=True)
