"""Headings of tables as people write them: words, and the roles and levels that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations

from ....model.checks import LONGEST_NAME
from ...source import EMPTY
from .prefixes import CODE, are_codes

MOST_COLUMNS = 100  # that are looked at
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?|\d+/\d+", re.IGNORECASE | re.ASCII)
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]|\d+")


def _words(text: str) -> set[str]:
    return {*text.split()}


_PARENT = _words(
    "above ancestor ancestors ancestry appartiene appartient ascendant belongs broad broader coarse container "
    "eltern forælder gehört general generic higher hoofdcode hypernym isa madre mère ober overbegreb overgruppe "
    "overkategori overklasse overordnet padre parente pertenece pid père super superior superiore superordinate "
    "supertype supérieur taxsup umbrella upper whole wider"
)
_UPWARDS = ("parent", "ober", "über", "eltern", "super", "overbeg", "overkl", "overkat", "sopra", "supra", "surclas")
_DOWNWARDS = ("sub", "unter", "under", "sous", "sotto", "kind", "narrow", "child", "lower", "infra")
# A parent, where both stand in a table.
_FROM, _TO = _words("from source"), _words("to target child")
_ID = _words(
    "barn below child childid children class code codice codigo código concept conceptid element enfant fils figlio "
    "hijo hija hyponym id ident identifier ids iri key kennung kode lower member narrow narrower no node nodeid "
    "notation nr num número schlüssel specific specifik sub target taxid taxon term to uid uri uuid"
)
_LABEL = _words(
    "benennung beskrivelse bezeichnung caption denominación denominazione desc description descripción designation "
    "etichetta etiqueta heading intitulé label libelle libellé meaning name navn nom nombre nome preflabel rubrik "
    "term text titel title titolo titre título"
)
OF_TEXTS = _words("abstract keyword keywords summary")
LESS = OF_TEXTS | _words("alt broader comment de definition es fr full long note other scope short")
_PATH = _words(
    "breadcrumb breadcrumbs camino categories category chemin fullpath hierarchy lineage path percorso pfad "
    "ruta sti trail"
)
_WEIGHT = _words("cost distance gewicht length w weight")
LEVEL = _words("cat category depth ebene l lev level lvl n niveau nivel rank tier")
_RANKS = _words(
    "area branch brick category chapter city class commodity continent country county department discipline "
    "district division domain family field genus group heading industry item kind kingdom municipality name "
    "occupation order phylum product province region section sector segment species state subject subtype "
    "superkingdom theme topic town tribe type unit village abteilung abschnitt bereich gruppe klasse unterklasse "
    "clase classe grupo groupe sección seccion art bezirk familie gattung gemeinde kategorie kreis land ordnung "
    "ort reich stadt stamm viertel embranchement espèce famille genre ordre rayon règne rubrique categoría "
    "ciudad especie familia género orden país región shelf aisle"
)
_LETTERS = "abcdefgh"
NO_NAMES = _words("count date depth flag has is level link num number rank total url")
_OF_CASES = _words("annotations gold labels pred predicted prediction predictions scores")
NO_CODES = _words("build confidence date lat left lft lon probability release rgt right score value version")


def is_number(cell: str) -> bool:
    """Whether a cell may be a weight."""
    return bool(_NUMBER.fullmatch(cell.strip()))


def head_words(head: str) -> tuple[str, ...]:
    """The words of a heading, in small letters.

    >>> head_words("parentStructure_ID"), head_words("LEVEL_1"), head_words("Parent (ID)")
    (('parent', 'structure', 'id'), ('level', '1'), ('parent', 'id'))
    """
    return tuple(word.lower() for word in _WORD.findall(head[:200]))


def names_parents(words: Sequence[str]) -> bool:
    """Whether a heading is one of a column of parents."""
    if {"count", "number", "num"} & {*words} or words[:1] in (("is",), ("has",)):
        return tuple(words) == ("is", "a")
    return tuple(words[-2:]) in (("subclass", "of"), ("class", "of")) or any(
        (word.startswith(_UPWARDS) and word != "über") or word in _PARENT
        for word in words  # "about", by itself
    )


def level_key(words: Sequence[str]) -> tuple[str, ...]:
    """The level that a heading names: its number, or the name of its rank; () where it names none.

    >>> level_key(("level", "2", "code")), level_key(("family", "title")), level_key(("major", "group"))
    (('2',), ('family',), ('major', 'group'))
    """
    if len(words) > 1 and words[0].strip("sub") == "" and words[0].startswith("sub"):
        return (str(100 + words[0].count("sub")),)  # below what is numbered
    for word, number in pairwise(words):
        if word in LEVEL and number.isdecimal() and len(number) < 4:
            return (number.zfill(3).lstrip("0").zfill(1),)
        if word in LEVEL and number in _LETTERS and words[-1] == number:
            return (str(1 + _LETTERS.index(number)),)
    if len(words) == 1 and words[0].startswith("sub") and words[0].replace("sub", "") in _RANKS:
        return tuple(words)
    while len(words) > 1 and words[-1] in (_ID | _LABEL) - _RANKS - {"class"} | {"name", "code", "title"}:
        words = words[:-1]
    last = words[-1] if words else ""
    ranked = last in _RANKS and len(words) < (2 if last == "name" else 4) and not names_parents(words)
    return tuple(words) if ranked else ()


def role_in_heading(words: Sequence[str]) -> str | None:
    """Role that a heading names: parent, id, label, path or weight; None where it names none."""
    if not words:
        return None
    if names_parents(words):
        return "parent"
    last = words[-1]
    roles = {
        "weight": last in _WEIGHT,
        "label": bool(_LABEL & {*words}) and last not in _ID - _LABEL,
        "id": last in _ID or words[0] in ("id", "code"),
        "path": last in _PATH and level_key(words)[:1] != ("1",),
    }
    return next((role for role, holds in roles.items() if holds), None)


def roles_in_headings(header: Sequence[Sequence[str]]) -> list[str | None]:
    """The role that each heading of a table names; `from` and `source` are parents beside `to` and `target`."""
    firsts = {words[0] for words in header if words}
    roles = [role_in_heading(words) for words in header]
    if firsts & _FROM and firsts & _TO:
        roles = ["parent" if {*words[:1]} & _FROM else role for words, role in zip(header, roles, strict=True)]
    for above, below in permutations(range(len(header)), 2) if len(header) < 4 else ():
        (height, what), (depth, same) = (_levels_up("".join(header[i])) for i in (above, below))
        if height > depth and what == same and what and (len(header) == 2 or height):
            roles[above], roles[below] = "parent", "id"  # category and subcategory, key and superkey
    return roles


def _levels_up(heading: str) -> tuple[int, str]:
    """How far up a heading says that its column is, -1, 0 or 1, and of what."""
    for height, prefixes in ((1, _UPWARDS), (-1, _DOWNWARDS)):
        if prefix := next((prefix for prefix in prefixes if heading.startswith(prefix)), ""):
            return height, heading.removeprefix(prefix)
    return 0, heading


def is_series(header: Sequence[str]) -> bool:
    """Whether headings are one word with numbers that count on, as in `stage1`, `stage2`."""
    words = [head_words(head) for head in header]
    return len(words) > 1 and all(
        len(one) > 1 and len(one[0]) > 1 and one[:-1] == words[0][:-1] and one[-1].isdecimal() and int(one[-1][:4]) == i
        for i, one in enumerate(words, int(words[0][-1][:4]) if words[0] and words[0][-1].isdecimal() else 0)
    )


def _letter_style(cell: str) -> tuple[bool, ...]:
    """How letters of a cell are written: whether in capitals, with a capital first, with signs or digits."""
    return cell.isupper(), cell[:1].isupper(), "_" in cell, any(map(str.isdigit, cell))


def first_row_stands_apart(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether no cell of the first row occurs in another, though most others share one."""
    first, rest = rows[0], rows[1:]
    often = Counter(cell for row in rest for cell in {*row} - EMPTY)
    if (
        len(rest) < 3
        or len(first) < 2
        or any(is_number(cell) or cell in often for cell in first)
        or len({*first}) < len(first)
    ):
        return False
    shared = sum(any(often[cell] > 1 for cell in row) for row in rest)
    return shared >= 0.7 * len(rest) and max(map(len, rest)) == len(first) and all(first[1:])


def first_row_is_styled(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether cells of the first row are written in another way than nearly all below."""
    styles = {_letter_style(cell) for cell in rows[0] if cell}
    others = Counter(_letter_style(cell) for row in rows[1:] for cell in row if cell and not is_number(cell))
    return sum(others[style] for style in styles) <= 0.1 * sum(others.values())


def case_heading(header: Sequence[str]) -> str:
    """The heading that speaks of labels or scores of cases, in a table that names neither parents nor levels; or ""."""
    words = [head_words(head) for head in header[:MOST_COLUMNS]]
    if any(names_parents(one) or level_key(one) for one in words):
        return ""
    return next((head for head, one in zip(header, words, strict=False) if _OF_CASES & {*one[-1:]}), "")


def is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by what it says, or for it alone has no number where all others have."""
    rows = [row[:MOST_COLUMNS] for row in rows]
    first, rest = [head_words(cell) for cell in rows[0]], rows[1:]
    cells = [cell for cell in rows[0] if cell.strip()]
    years = [cell for cell in cells if _YEAR.fullmatch(cell)]
    if max(map(len, cells), default=0) > LONGEST_NAME:  # what a command could not name
        return False
    if len({*cells}) < max(2, len(cells)) or sum(map(is_number, cells)) > (len(years) if len(cells) > 3 else 0):
        return False
    roles = roles_in_headings(first)
    apart = {*cells}.isdisjoint(cell for row in rest for cell in row)
    levels = sum(bool(level_key(words)) for words in first)
    if case_heading(rows[0]) and ("id" in roles or len(cells) > 2):
        return True
    if "parent" in roles and len({*roles} - {None}) > 1:
        return True
    if any(sum(row[i : i + 1] == (cell,) for row in rest) > 0.5 * len(rest) > 0 for i, cell in enumerate(rows[0])):
        return False
    if (is_series(rows[0]) and apart) or (
        first_row_stands_apart(rows) and (any(roles) or levels or first_row_is_styled(rows))
    ):
        return True
    if apart and levels >= 2 and levels >= len(cells) - 1 and all(len(words) < 5 for words in first):
        return True
    if apart and len({key for words in first if (key := level_key(words)) and key[0].isdecimal()}) > 1:
        return True
    if _only_header_lacks_code(rows, apart):
        return True
    if "id" in roles and len({*roles} - {None}) > 1:
        return True
    if len(cells) > 2 and rest and sum(role is not None for role in roles) > 0.3 * len(cells):
        return True
    return _only_header_lacks_number(rows, apart)


def _only_header_lacks_code(rows: Sequence[tuple[str, ...]], apart: bool) -> bool:
    """Whether the first row alone has no code where all others have."""
    rest = rows[1:]
    if any(map(CODE.fullmatch, rows[0])):
        return False
    for i, cell in enumerate(rows[0]):
        column = [row[i] for row in rest if len(row) > i]
        coded = all(any(map(str.isdigit, code)) and CODE.fullmatch(code) for code in column)
        mixed = apart and coded and len(rest) > 3 and not all(map(is_number, column))
        if not any(code.startswith(cell) for code in column) and (are_codes(column, len(rest)) or mixed):
            return True
    return False


def _only_header_lacks_number(rows: Sequence[tuple[str, ...]], apart: bool) -> bool:
    """Whether the first row alone has no number where all others have. apart: whether its cells stand nowhere else."""
    rest, cells = rows[1:], [cell for cell in rows[0] if cell.strip()]
    return (
        len(rest) > 1
        and any(
            all(row[i] in EMPTY or is_number(row[i]) for row in rest if len(row) > i)  # empty ends are cut
            and 3 * sum(len(row) > i and is_number(row[i]) for row in rest) > len(rest)
            and not (_YEAR.fullmatch(rows[0][i]) and all(_YEAR.fullmatch(row[i]) for row in rest if len(row) > i))
            for i in range(len(rows[0]))
        )
        and (
            len(cells) > 2
            or all(len(row) > 1 and all(cell.isdecimal() for cell in row[:2]) for row in rest)
            or (len(rest) > 3 and apart)
        )
    )
