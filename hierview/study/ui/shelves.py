"""Where this server keeps studies: a folder that it was told of, or a temporary one of its own.

On one's own machine the ids are the names of folders. On a server for others an id is 128 random bits, which only
whoever made the study knows; there a study is gone after a day, or earlier where all together become too large.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from ...errors import StudyError, quoted
from ...languages import _
from ...ui.shell.gate import STUDIES
from ...version import __version__

HOURS = 24
MOST_BYTES = 2 * 10**9
_SECRET = re.compile(r"[0-9a-f]{32}")
_MADE = "made.txt"
LONGEST_TITLE = 80


def study_shelf() -> Shelf:
    """The shelf of this server's studies."""
    return _shelf_of(os.environ.get(STUDIES, ""))


@lru_cache(maxsize=4)
def _shelf_of(folder: str) -> Shelf:
    return Shelf(folder, temporary=False) if folder else Shelf(_temporary_root(), temporary=True)


@lru_cache(maxsize=1)
def _temporary_root() -> Path:
    return temporary_root()


def example_folder() -> Path:
    """Folder of the example, which is the same for everybody and not one's own."""
    return _temporary_root() / f"example-{__version__}"


def retention_sentence() -> str:
    """For how long a study is kept, and who can open it, as a sentence."""
    if not study_shelf().temporary:
        return _("Studies are kept in {root}, until they are removed.", root=study_shelf().root)
    return _(
        "A study is kept for {hours} hours, or less where all studies here are more than {size} GB "
        "together; only whoever has its address can open it. On a computer of your own, hierview app "
        "--studies FOLDER keeps them.",
        hours=HOURS,
        size=MOST_BYTES // 10**9,
    )


class Shelf:
    """A folder of studies. temporary: whether its ids are secrets, and what is old or too much is removed."""

    def __init__(self, root: str | os.PathLike[str], temporary: bool):
        self.root, self.temporary = Path(root), temporary

    def make_folder(self, title: str) -> str:
        """Id of a new study, whose folder is there and holds its title."""
        title = " ".join(title.split())[:LONGEST_TITLE] or "study"
        while True:
            key = secrets.token_hex(16) if self.temporary else self._free_name(title)
            with suppress(FileExistsError):
                (self.root / key).mkdir(mode=0o700)
                break
        (self.root / key / _MADE).write_text(title, encoding="utf-8")
        return key

    def _free_name(self, title: str) -> str:
        """A name for a folder that tells what it holds and is not taken."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-") or "study"
        there = set(os.listdir(self.root))
        return next(n for n in (name, *(f"{name}-{k}" for k in range(2, len(there) + 3))) if n not in there)

    def __contains__(self, key: str) -> bool:
        # Nothing of an id becomes a path but what was found in the folder.
        return key in set(self._study_ids())

    def folder(self, key: str) -> Path:
        """The folder of a study. Raises StudyError where there is none of that id."""
        if key in self:
            return self.root / key
        gone = _("; a study is gone after {hours} hours, or when too many are kept", hours=HOURS)
        raise StudyError(f"{quoted(key)} is no study that is kept here{gone if self.temporary else ''}")

    def title(self, key: str) -> str:
        """The title under which a study was made, else its folder's name. Raises StudyError where there is none."""
        folder = self.folder(key)
        with suppress(OSError, UnicodeDecodeError):
            text = (folder / _MADE).read_text(encoding="utf-8")[:LONGEST_TITLE]
            return "".join(c for c in text if c.isprintable()) or key
        return key

    def finished_ids(self) -> list[str]:
        """Ids of all finished studies; none where ids are secrets."""
        if self.temporary:
            return []
        return sorted(key for key in self._study_ids() if (self.root / key / "study.json").is_file())

    def remove(self, key: str) -> None:
        """Delete a study with all that is in its folder. Raises StudyError where there is none."""
        shutil.rmtree(self.folder(key), ignore_errors=True)

    def sweep(self, now: float | None = None) -> None:
        """Delete what is older than a day, and the oldest while all together are too large."""
        if not self.temporary:
            return
        now = time.time() if now is None else now
        by_age = sorted((self._written_at(key), key) for key in self._study_ids())
        sizes = {key: _folder_size(self.root / key) for _, key in by_age}
        most = min(MOST_BYTES, shutil.disk_usage(self.root).total // 2)
        for since, key in by_age:
            if now - since > HOURS * 3600 or sum(sizes.values()) > most:
                shutil.rmtree(self.root / key, ignore_errors=True)
                del sizes[key]

    def _written_at(self, key: str) -> float:
        with suppress(OSError):
            return (self.root / key / _MADE).stat().st_mtime
        return 0.0

    def _study_ids(self) -> Iterator[str]:
        with suppress(OSError), os.scandir(self.root) as entries:
            for entry in entries:
                fits = _SECRET.fullmatch(entry.name) if self.temporary else not entry.name.startswith(".")
                if fits and entry.is_dir(follow_symlinks=False):
                    yield entry.name


def _folder_size(folder: Path) -> int:
    size = 0
    for where, _folders, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += os.lstat(os.path.join(where, name)).st_size
    return size


def temporary_root() -> Path:
    """A folder for temporary studies that nobody else on this computer can read or has prepared."""
    own = os.getuid() if hasattr(os, "getuid") else 0
    root = Path(tempfile.gettempdir()) / f"hierview-studies-{own}"
    with suppress(OSError):
        root.mkdir(mode=0o700, exist_ok=True)
        status = os.lstat(root)
        if stat.S_ISDIR(status.st_mode) and status.st_uid == own and not stat.S_IMODE(status.st_mode) & 0o077:
            return root
        if os.name != "posix" and stat.S_ISDIR(status.st_mode):
            return root
    return Path(tempfile.mkdtemp(prefix="hierview-studies-"))
