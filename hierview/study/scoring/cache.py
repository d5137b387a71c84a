"""The folder of machine code: of this user alone, never beside the source, bounded.

numba takes code from it as Python takes a pickle, so nobody else may be able to write there.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

from ...version import __version__

MOST = 8  # versions of the kernels that are kept
DAY = 86_400.0  # seconds after which one that was not started counts as unused


def cache_folder() -> Path | None:
    """The folder for these kernels, made if need be; None where no folder is safe or can be written.

    In NUMBA_CACHE_DIR where that is set, else in the user's folder for caches. Other sources have another folder:
    numba looks only at the file that a function stands in, not at those that it calls.
    """
    chosen_folder = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(chosen_folder) if chosen_folder else _caches()
    if root is None:
        return None
    caches = root / "hierview"
    own = caches / _key()
    try:
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(own)
    except OSError:
        return None
    if not (_safe(caches) and _safe(own)):
        return None
    _bound(caches, own)
    return own


def _caches() -> Path | None:
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


def _key() -> str:
    """A name that changes with the version, Python and the source of any kernel."""
    digest = sha256(f"{__version__} {sys.version}".encode())
    study = Path(__file__).parents[1]
    for path in (*sorted((study / "scoring" / "kernels").glob("*.py")), study / "inputs" / "words.py"):
        with suppress(OSError):
            digest.update(path.read_bytes())
    return f"kernels-{digest.hexdigest()[:12]}"


def _safe(folder: Path) -> bool:
    """Whether it can be written by this user, and by nobody else."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    if os.name == "nt":
        return True
    about = os.stat(folder)
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _bound(caches: Path, own: Path) -> None:
    """Deletes the folders that were started longest ago, beyond so many, unless one is in use today."""
    with suppress(OSError):
        others = [(path.stat().st_mtime, path) for path in caches.glob("kernels-*") if path != own]
        for at, path in sorted(others, reverse=True)[MOST - 1 :]:
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
