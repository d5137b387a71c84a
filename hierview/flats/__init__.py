"""Flats: parts of hierview that stand on its core, each a folder that can be taken away, with a table `flat.json`.

The core imports no flat. It finds the tables by folder, and imports what they name when it is used. A name in a table
is a module of the flat's folder, such as `study`, or what stands in one, such as `ui.page:show`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import HierviewError, extras, quoted

PACKAGE = Path(__file__).parents[1]
TABLE = "flat.json"
SHIPPED = Path(__file__).with_name("shipped.json")


@dataclass(frozen=True)
class Flat:
    """Table of a flat: names of all that it brings to the core."""

    folder: str
    """Name of its folder."""
    title: str
    """Title of the part, such as "lessons"."""
    stands_on: Sequence[str] = ()
    """The flats that it imports."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of the shell, each with its summary; their modules stand in `cli/`."""
    sized: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Commands whose kernels depend on the size of the files that are given, with the options that name labels."""
    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Pages by title, each with what shows it, its state, and the page that it comes after in the bar."""
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Options of `hierview app`, each with the environment variable that tells the explorer of the folder, and what
    help and refusal say.
    """
    styles: Sequence[str] = ()
    """Sheets of styles of its markup."""
    page_styles: Sequence[str] = ()
    """Sheets of styles of the pages around its markup."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """What it brings to a place of the core, by the name of the place."""

    def read_styles(self, kind: str) -> str:
        """Text of its sheets of styles. kind: `styles` or `page_styles`."""
        return "".join((PACKAGE / self.folder / sheet).read_text(encoding="utf-8") for sheet in getattr(self, kind))

    def load(self, name: str) -> Any:
        """Import the module or the thing in it that a name of the table stands for."""
        module, _, attribute = name.partition(":")
        with extras():
            loaded = import_module(f"{PACKAGE.name}.{self.folder}.{module}")
        return getattr(loaded, attribute) if attribute else loaded


@cache
def _all_flats() -> dict[str, Flat]:
    """Every flat whose folder is here, by its folder."""
    paths = sorted(PACKAGE.glob(f"*/{TABLE}"))
    return {path.parent.name: Flat(path.parent.name, **json.loads(path.read_bytes())) for path in paths}


def _missing_folders(folder: str) -> Iterator[str]:
    """Folders that are not here of those that a flat needs: its own, and those of the flats that it stands on."""
    if folder not in _all_flats():
        yield folder
    else:
        for below in _all_flats()[folder].stands_on:
            yield from _missing_folders(below)


@cache
def flats() -> tuple[Flat, ...]:
    """The flats that can be used here, in the order of their folders."""
    return tuple(flat for flat in _all_flats().values() if not [*_missing_folders(flat.folder)])


def flat_with(kind: str, word: str) -> Flat | None:
    """The flat whose table has the word in its field `kind`, such as `commands`; None where none has it.

    Raises HierviewError where that flat was taken away: it names the folder that is missing, and says what brings it.
    """
    if flat := next((flat for flat in flats() if word in getattr(flat, kind)), None):
        return flat
    if sentence := missing_flat_sentence(kind, word):
        raise HierviewError(sentence)
    return None


def missing_flat_sentence(kind: str, word: str) -> str:
    """Sentence on how to get what a flat of hierview's own brings that was taken away; "" where none has the word."""
    for folder, words in shipped_words().items():
        if word in words.get(kind, ()) and (sentence := missing_own_word_sentence(folder, word)):
            return sentence
    return ""


def missing_flat_word_sentence(module: str, word: str) -> str:
    """Sentence on how to get the flat that brings a word by a module; "" where it is here, or of the core."""
    folder = module.partition(".")[0]
    return missing_own_word_sentence(folder, word) if folder in shipped_words() else ""


def missing_own_word_sentence(folder: str, word: str) -> str:
    """Sentence on how to get a flat of hierview's own that brings a word; "" where it is here and whole."""
    folders = " and ".join(f"{PACKAGE.name}/{name}" for name in _missing_folders(folder))
    return folders and (
        f"{quoted(word)} is of the part {folder} of hierview, which is not whole here: {folders} is missing; "
        "pip install --force-reinstall hierview brings it"
    )


@cache
def shipped_words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The words of hierview's own flats, by folder and field, so that it is known what one that is missing has."""
    words: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(SHIPPED.read_bytes())
    return words


def parts_at(place: str) -> list[Any]:
    """The parts that flats bring to a place of the core, imported now."""
    return [flat.load(flat.parts[place]) for flat in flats() if place in flat.parts]


def part_at(place: str) -> Any:
    """The part that the one flat which fills a place of the core brings to it, imported now; None without it."""
    return next(iter(parts_at(place)), None)


def titles_with_flat_pages(titles: Sequence[str]) -> list[str]:
    """The titles of the core's pages, and of each page of a flat after the one that it names, else at the end.

    >>> titles_with_flat_pages(["Explore"])[0]
    'Explore'
    """
    ordered, waiting = list(titles), {title: page["after"] for flat in flats() for title, page in flat.pages.items()}
    while waiting:
        title = next(title for title, after in waiting.items() if after not in waiting)
        after = waiting.pop(title)
        ordered.insert(ordered.index(after) + 1 if after in ordered else len(ordered), title)
    return ordered
