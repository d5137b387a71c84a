"""First pages of a folder of static files, shown before Python is there; and what a flat adds to the folder."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from ...flats import parts_at
from ...formats import excerpt_names, preset_names
from ...languages import ENGLISH, LANGUAGES
from ..explore.address import address_parameters
from ..explore.contents import table_row_keys
from ..explore.desk import Desk
from ..shell.cases import NEW


@dataclass(frozen=True)
class FurtherPage:
    """A page that a flat adds to the folder, beside Explore."""

    kind: str
    """Name of the page; its script and its Python are in files of that name."""
    title: str
    """Title of the page."""
    script: Path
    """Script that starts it in the browser, beside its sheet of styles."""
    desk: str
    """Module from which its Python begins."""
    packages: tuple[str, ...]
    """Distributions of others that come along, of pure Python."""
    cases: str
    """Folder of `cases/` that it needs."""
    check: Callable[[], None]
    """Raises HierviewError where a file of one's own has a fault."""
    own_files: Callable[[], dict[str, bytes]]
    """Gives the files of one's own, by path."""
    first: Callable[[str], dict[str, Mapping[str, Any]]]
    """Gives its first pages by name, in a language."""
    papers: Callable[[], dict[str, bytes]]
    """Gives files of `papers/`, by name."""
    told: Callable[[], str]
    """Says in words what is in it."""


def further_pages() -> list[FurtherPage]:
    """The pages that flats add."""
    return parts_at("site.page")


LINKED = ("picture", "ideas", "steps", "landscape")  # views whose links show at once what they ask for


def first_pages() -> dict[str, bytes]:
    """First page of each case, and what flats show first, before Python is there, in every language."""
    pages = {}
    for code in LANGUAGES:
        ending = "" if code == ENGLISH else f".{code}"
        for name in (*preset_names(), *excerpt_names(), NEW):
            desk = Desk({"c": name, "lang": code}, "first")
            pages[f"first/{name}{ending}.json"] = _as_json(desk.tell())
            if desk.state.answerable:
                pages[f"first/{name} why{ending}.bin"] = gzip.compress(_as_json(_first_whys(desk)), mtime=0)
        for further in further_pages():
            pages |= {f"first/{name}{ending}.json": _as_json(told) for name, told in further.first(code).items()}
    return pages


def _first_whys(desk: Desk) -> dict[str, Any]:
    """By measure and view, the parts of a link's page that are not those of the first page of its case."""
    page, asked = desk.tell(), address_parameters(desk.state) | {"lang": desk.language}
    whys = {}
    for row, view in product(dict.fromkeys(table_row_keys(desk.state)), LINKED):
        other = Desk(asked | {"m": row, "v": view}, "first").tell()
        whys[f"{row} {view}"] = {part: content for part, content in other.items() if content != page[part]}
    return whys


def _as_json(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()
