"""Where this server keeps studies: a folder that it was told of, or a temporary one of its own."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from ...languages import _
from ...version import __version__
from ..gate import STUDIES
from .shelf import HOURS, MOST_BYTES, Shelf, temporary_root


def shelf() -> Shelf:
    """Studies of this server."""
    return _shelf(os.environ.get(STUDIES, ""))


@lru_cache(maxsize=4)
def _shelf(folder: str) -> Shelf:
    return Shelf(folder, temporary=False) if folder else Shelf(_temporary(), temporary=True)


@lru_cache(maxsize=1)
def _temporary() -> Path:
    return temporary_root()


def example_folder() -> Path:
    """Folder of the example, which is the same for everybody and not one's own."""
    return _temporary() / f"example-{__version__}"


def told() -> str:
    """For how long a study is kept, and who can open it, as a sentence."""
    if not shelf().temporary:
        return _("Studies are kept in {root}, until they are removed.", root=shelf().root)
    return _(
        "A study is kept for {hours} hours, or less where all studies here are more than {size} GB "
        "together; only whoever has its address can open it. On a computer of your own, hierview app "
        "--studies FOLDER keeps them.",
        hours=HOURS,
        size=MOST_BYTES // 10**9,
    )
