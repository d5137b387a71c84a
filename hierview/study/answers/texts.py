"""Texts that a model answered: read from files, freed from what stands around them, and normalised."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ...errors import StudyError, quoted
from ..inputs.label_files import LARGEST, table_of_texts
from ..inputs.labels import read_file_bytes
from ..inputs.tables.heads import kind_of_head
from ..inputs.tables.roles import GUESSED, ReadingOptions
from ..inputs.tables.table import LabelTable, table_of_lines

KEYS = ("class", "label", "answer", "category", "prediction", "code", "path")  # of an answer that is a JSON object
_HEADS = (
    *("answer", "prediction", "predicted", "output", "response", "completion", "reply", "generation"),
    *("label", "text", "category", "class", "classes"),
)
_ROUND = " \"'“”„‚‘’«»‹›「」『』【】《》()[]{}<>*`~"  # quotes, brackets and marks of Markdown
_TYPESET = str.maketrans("’‘–\u2011", "''--")  # as word processors and models set them
_BEFORE = re.compile(r"^(?:\d{1,3}[.)]|[•·+–—]|#{1,6})\s+")  # marks of lists and headings
_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.S)
_SYNONYM = re.compile(r'^(?:id:[ \t]*(\S+)|synonym:[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*(EXACT|RELATED|BROAD)?)', re.M)
_FORMULA = re.compile(r"'(?=[=+\-@\t\r])")  # what an exported table sets before a text that could be a formula

Texts = dict[str, str]


@lru_cache(maxsize=500_000)
def normalise_text(text: str, fold_accents: bool = False) -> str:
    """A text without what case, blanks, quotes, brackets, Markdown, list marks and final punctuation change.

    fold_accents: whether accents are taken away, too. Words stay as they are: a plural is another text.

    >>> normalise_text('1. **"Rock & Roll"**.'), normalise_text("Hip-Hop"), normalise_text("Pops")
    ('rock and roll', 'hip hop', 'pops')
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_TYPESET)
        if fold_accents:
            text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    text = " ".join(text.casefold().replace("_", " ").replace("-", " ").replace("&", " and ").split())
    before = None
    while text != before:
        before = text
        text = _BEFORE.sub("", text.strip(_ROUND), count=1).rstrip(" .,;:!?。、")
    return text


def unwrap_answer(text: str, prefix: str = "") -> str | list[str] | None:
    """The answer within a text: after a prefix, in a fenced block, as a value or list in JSON; None for other JSON.

    >>> unwrap_answer("Well. Answer: Pop", "Answer:"), unwrap_answer('{"label": "Pop"}')
    ('Pop', 'Pop')
    """
    text = (text.rpartition(prefix)[2] if prefix else text).strip()
    fenced = _FENCED.findall(text)
    if len(fenced) == 1:
        text = fenced[0].strip()
    if text[:1] not in ("{", "[", '"'):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text  # brackets or quotes around words
    if isinstance(value, dict):
        key = next((key for key in KEYS if key in value), None)
        if key is None:
            return None
        value = "" if value[key] is None else value[key]
    values = value if isinstance(value, list) else [value]
    if any(isinstance(v, list | dict) for v in values):
        return None
    parts = [str(v).strip() for v in values if v is not None]
    return parts if len(parts) > 1 else parts[0] if parts else ""


# Files


def read_texts(source: Any, options: ReadingOptions = GUESSED, origin: str = "answers") -> Texts:
    """The texts by instance: of a file (a path) or its content (bytes), a mapping from ids, or a list.

    options: `read_as` such as "id=doc,answer=reply" in the place of what the heads say. Raises StudyError: the
    file, the line, what is accepted.
    """
    if isinstance(source, Mapping):
        return {str(i): _cell_text(cell) for i, cell in source.items()}
    if not isinstance(source, str | bytes | os.PathLike):
        return {str(n): _cell_text(cell) for n, cell in enumerate(source, 1)}
    if isinstance(source, bytes):
        data = source
    else:
        origin = os.fspath(source)
        data = read_file_bytes(source, origin, LARGEST)
    table = _text_table(data, origin, options)
    if table.cell_separator == "JSON" and table.heads and len(table.rows) == 1 and _answer_column(table.heads) is None:
        pairs = zip(table.heads, table.rows[0][1], strict=True)
        return {i: _cell_text(cell) for i, cell in pairs}  # an object from ids that look like heads
    table = _table_below_heads(table, data, origin, options)
    ids, answer = _id_and_answer_columns(table, origin, options.read_as)
    texts: Texts = {}
    for line, row in table.rows:
        if len(row) <= max(answer, ids or 0):
            raise StudyError.at_line(origin, line, f"{len(row)} cells; an id and an answer are accepted")
        instance = str(len(texts) + 1) if ids is None else _cell_text(row[ids])
        if not instance or instance in texts:
            why = f"the id {quoted(instance)} stands there twice" if instance else "there is no id"
            raise StudyError.at_line(origin, line, f"{why}; one row for each id is accepted")
        texts[instance] = _cell_text(row[answer])
    return texts


def _text_table(data: bytes, origin: str, options: ReadingOptions) -> LabelTable:
    """The table in a file; the line of heads tells what parts cells, for texts hold every mark."""
    first = data[:1_000].partition(b"\n")[0].decode("utf-8", "replace")
    marks = (mark for mark in "\t,;" if {head.strip('" \r').casefold() for head in first.split(mark)} & {*_HEADS})
    mark = next(marks, None) if len(first) > 1 and first[0] not in "{[" else None
    return table_of_texts(data, origin, replace(options, separator=options.separator or mark))


def _cell_text(cell: Any) -> str:
    if isinstance(cell, list | tuple | dict):
        return json.dumps(cell, ensure_ascii=False)
    text = "" if cell is None else str(cell).strip()
    return text if text.isascii() else text.encode("utf-8", "replace").decode()  # JSON may hold halves of characters


def _table_below_heads(table: LabelTable, data: bytes, origin: str, options: ReadingOptions) -> LabelTable:
    """The table below its heads; lines where what seems to part cells stands within sentences."""
    if table.heads is not None or not table.rows:
        return table
    first = [str(cell).strip() for cell in table.rows[0][1]]
    exact = any(head.casefold() in _HEADS or f"={head}" in options.read_as for head in first)
    kinds = len(first) > 1 and all(kind_of_head(head) and not re.search(r"[\d:]", head) for head in first)
    if (exact or kinds) if options.header is None else options.header:
        for line, row in table.rows:
            if len(row) > len(first):
                why = f"{len(row)} cells below {len(first)} heads; quotation marks around a text are accepted"
                raise StudyError.at_line(origin, line, why)
        return LabelTable(table.rows[1:], tuple(first), table.cell_separator)
    if table.cell_separator in ("commas", "semicolons") and len({len(row) for _, row in table.rows}) > 1:
        return table_of_lines(data.decode(options.encoding or "utf-8-sig", "replace"))
    return table


def _answer_column(heads: Sequence[str]) -> int | None:
    """The column of the answers: by the words of the list above, else by those of a prediction."""
    lower = [head.casefold().strip() for head in heads]
    for word in _HEADS:
        if word in lower:
            return lower.index(word)
    return next((k for k, head in enumerate(heads) if kind_of_head(head) == "predicted"), None)


def _id_and_answer_columns(table: LabelTable, origin: str, read_as: str) -> tuple[int | None, int]:
    """The columns of the ids (None where there are none) and of the answers."""
    heads = table.heads or tuple(str(k + 1) for k in range(table.width))
    told = dict(entry.partition("=")[::2] for entry in read_as.split(",") if entry)
    for role, head in told.items():
        if role not in ("id", "answer") or head not in heads:
            listed = ", ".join(map(quoted, heads))
            raise StudyError(f"{origin}: {quoted(f'{role}={head}')} is not accepted; id= and answer= of {listed} are")
    answer = heads.index(told["answer"]) if "answer" in told else _answer_column(heads) if table.heads else None
    if "id" in told:
        ids: int | None = heads.index(told["id"])
    else:
        ids = next((k for k, head in enumerate(heads) if k != answer and kind_of_head(head) == "id"), None)
    if not table.heads and not told:
        ids, answer = (0, 1) if table.width == 2 else (None, 0 if table.width < 2 else None)
    if answer is None or (ids is None and table.width > 1 and not table.heads):
        raise StudyError(
            f"{origin}: which column holds the answers is not clear; it has {', '.join(map(quoted, heads[:20]))}. "
            f"--read-as {quoted(f'answers:id={heads[0]},answer={heads[-1]}')} tells it"
        )
    return ids, answer


# Tables beside


def read_synonym_pairs(path: str | os.PathLike[str]) -> Texts:
    """The classes by text of a table of synonyms, or of one to confirm; rows without a class are left out."""
    origin = os.fspath(path)
    data = read_file_bytes(path, origin, LARGEST)
    if data[:1] == b"{":
        return _pairs_of_earlier_run(data, origin)
    table = _text_table(data, origin, GUESSED)
    heads = table.heads or tuple(str(cell).casefold().strip() for cell in (table.rows[0][1] if table.rows else ()))
    named = "text" in heads and "class" in heads
    text, c = (heads.index("text"), heads.index("class")) if named else (0, 1)
    pairs: Texts = {}
    for line, row in table.rows[1 if named and table.heads is None else 0 :]:
        if len(row) <= max(text, c):
            if named:
                continue  # the class of a row that was not filled in
            raise StudyError.at_line(origin, line, "a text and its class are accepted, as two cells")
        if isinstance(row[c], str) and row[c].strip():
            own = _FORMULA.sub("", str(row[text]), count=1).strip()
            if pairs.setdefault(own, row[c].strip()) != row[c].strip():
                raise StudyError.at_line(origin, line, f"{quoted(own)} has another class above; one is accepted")
    return pairs


def _pairs_of_earlier_run(data: bytes, origin: str) -> Texts:
    """The classes by text of a file in which texts of another run are kept, as far as they are of one class."""
    try:
        classes = {text: entry["classes"] for text, entry in json.loads(data).items()}
        return {text: str(of[0]) for text, of in classes.items() if len(of) == 1}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise StudyError(f'{origin}: texts with "classes" are accepted, as `hierview answers` writes them') from None


def read_obo_synonyms(data: bytes) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The synonyms in the text of an OBO file, with their classes: exact ones, and related ones."""
    exact: list[tuple[str, str]] = []
    related: list[tuple[str, str]] = []
    if b"\nsynonym:" in data:
        current = ""
        for own, text, kind in _SYNONYM.findall(data.decode("utf-8", "replace")):
            if own:
                current = own
            elif kind:
                (exact if kind == "EXACT" else related).append((text.replace('\\"', '"'), current))
    return exact, related
