"""Roles of the columns of a table of instances: ids, truth, systems, levels, indicators. The hierarchy tells them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....errors import StudyError, quoted, suggestion
from ..labels import InstanceLabels, LabelBuilder
from ..matching import LEVELS, Matcher
from .guess import JUDGED, MARKS, ColumnGroup, ColumnGuess, Side, is_number_or_mark, table_with_heads
from .heads import head_stem, heads_without_common_words
from .table import LISTED, LabelTable, split_cell

OTHER_ROLES = ("text", "weight", "score", "leave")  # of columns that hold no side's labels
AS_LINES = "a line of classes for each instance"
RANKED = "The first class of each row counts; read as scores, the others are ranks, which measures of rankings count."
SCORED = (
    "Its scores are not used: every class that stands there counts, so leave out the rows below your threshold, or "
    "give the file as scores (--scores), which has a threshold."
)


@dataclass(frozen=True)
class ReadingOptions:
    """How a file of labels is read, as far as that is told; the rest is guessed."""

    read_as: str = ""
    """Columns by their roles, such as "id=doc,true=gold,a=pred_a"; "label=…" where one side is meant, "level 1=…,level
    2=…" of levels.
    """
    header: bool | None = None
    """Whether the first line names columns."""
    joined: str = ""
    """Sign between the classes of an instance."""
    separator: str | None = None
    """Sign between cells."""
    encoding: str | None = None
    """Encoding of the text."""
    classes: Sequence[str] | None = None
    """The names of an array's columns, or of numbers."""


GUESSED = ReadingOptions()


@dataclass(frozen=True)
class Roles:
    """Roles of the columns of a table below its header: the ids (None where there are none), and each side by name."""

    table: LabelTable
    """The table."""
    ids: int | None
    """Column of the ids; None where there are none."""
    parts: Mapping[str, ColumnGroup]
    """Columns of each side, by its name."""
    header: bool = False
    """Whether the first row names the columns."""
    scored: bool = False
    """Whether a score stands beside each class."""

    def sentence(self, name: str) -> str:
        """How the labels of a side were read, in words."""
        part, heads = self.parts[name], self.table.heads
        joined = {"": "one class each", LISTED: "lists of classes", " ": "classes joined by blanks"}
        ways = {"levels": "a column a level", "classes": "a column a class", "ranks": "the first of a ranking"}
        how = ways.get(part.how, joined.get(part.joiner, f"classes joined by {part.joiner}"))
        if self.table.cell_separator == "lines" and part.joiner in ("", " "):
            return f"{AS_LINES}, below a header" if self.header else AS_LINES
        of_ids = "" if self.ids is None else "id and "
        where = ""
        if heads and (self.table.width > 2 or self.ids is None) and part.how != "classes":
            where = f" in {', '.join(quoted(heads[k], 30) for k in part.columns[:4])}"
        between = (
            f", {self.table.cell_separator} between them" if self.table.cell_separator not in ("lines", "") else ""
        )
        return f"{of_ids}classes{where}{between}, {how}{', below a header' if self.header else ''}"


def table_roles(
    table: LabelTable, matcher: Matcher, side: Side, origin: str, options: ReadingOptions = GUESSED
) -> Roles:
    """The roles of a table's columns: as they are told, else as the cells say.

    side: whose labels are wanted; "both" is the truth and each system.
    Raises StudyError: which columns there are, and what may be written.
    """
    guess, read_as, header, joined = ColumnGuess(table, matcher, side), options.read_as, options.header, options.joined
    if header is None and read_as and table.rows:
        heads = {head for entry in read_as.split(",") for head in entry.partition("=")[2].split("+")}
        header = any(isinstance(cell, str) and cell.strip() in heads for cell in table.rows[0][1])
    below = table.heads is None and bool(table.rows) and (guess.has_header() if header is None else header)
    if below:
        guess = ColumnGuess(table_with_heads(table), matcher, side)
    if read_as:
        return replace(_roles_as_told(guess, read_as, origin, joined), header=below)
    roles = _guess_roles(guess, origin)
    if joined:
        roles = replace(roles, parts={n: replace(p, joiner=joined) for n, p in roles.parts.items()})
    return replace(roles, header=below)


def _guess_roles(guess: ColumnGuess, origin: str) -> Roles:
    """The roles that the cells speak for."""
    table, side, kinds = guess.table, guess.side, guess.kinds
    name = "true" if side == "both" else side
    if not table.width and side != "both":
        return Roles(table, None, {name: ColumnGroup(())})
    if not len(guess.matcher):
        return _guess_without_hierarchy(guess, name, origin)
    ids = guess.id_column()
    marks = [k for k in guess.mark_columns if k != ids]
    if len(marks) > 1 and 2 * len(marks) >= table.width - (ids is not None):
        return Roles(table, ids, {name: ColumnGroup(tuple(marks), "classes")})
    labels = [k for k in guess.label_columns if k != ids]
    scored = any(kinds[k] == "score" for k in range(table.width)) or table.heads is None
    if not labels:
        ids = None if table.width < 2 else 0 if ids is None and table.width == 2 else ids
        others = [k for k in range(table.width) if k != ids]
        by_word = [k for k in others if kinds[k] in ("label", "true", "predicted")]
        labels = others if len(others) == 1 else by_word[:1]
        if not labels:
            raise _no_classes_error(guess, origin)
    if ids is None and table.heads is None and len({len(row) for _, row in table.rows[:JUDGED]}) > 1 and side != "both":
        return Roles(table, None, {name: ColumnGroup(tuple(labels), "cells", guess.joiners_with_shares[labels[0]][1])})
    groups = guess.column_groups(labels)
    if side == "both":
        return _guess_both_sides(guess, ids, groups, origin)
    part = _guess_one_side(guess, ids, groups, origin)
    numbers = [k for k in range(table.width) if k != ids and k not in labels and scored]
    beside = table.width == 3 and len(numbers) == 1 and all(map(is_number_or_mark, guess.cells(numbers[0])))
    return Roles(table, ids, {name: part}, scored=beside and part.how == "cells" and not part.joiner)


def _guess_without_hierarchy(guess: ColumnGuess, name: str, origin: str) -> Roles:
    """The roles where no hierarchy tells which labels are classes: id and classes, or id, class and score."""
    table = guess.table
    ids = next((k for k, kind in enumerate(guess.kinds) if kind == "id"), 0 if table.width > 1 else None)
    others = [k for k in range(table.width) if k != ids]
    named = [k for k in others if guess.kinds[k] in ("label", "true", "predicted")]
    if table.width > 3 and not named:
        raise StudyError(
            f"{origin}: rows of {table.width} columns; id and classes are accepted, or id, class and score"
        )
    column = (named or others or [0])[0]
    cells = [cell for cell in guess.cells(column) if isinstance(cell, str)]
    joiner = next((j for j in ("|", ";", ",") if any(j in cell for cell in cells)), "") if ids is not None else " "
    return Roles(table, ids, {name: ColumnGroup((column,), "cells", joiner)}, scored=table.width == 3 and not named)


def _guess_one_side(guess: ColumnGuess, ids: int | None, groups: list[ColumnGroup], origin: str) -> ColumnGroup:
    """The labels of one side among groups of columns."""
    wanted, other = ("true", "predicted") if guess.side == "true" else ("predicted", "true")
    kinds = [(part, guess.kinds[part.columns[0]]) for part in groups]
    found = [part for part, kind in kinds if kind == wanted] or [part for part, kind in kinds if kind != other]
    if len(found) == 1 or len(groups) == 1 or (found and guess.mean_same_classes(found)):
        return (found or groups)[0]
    columns = [k for part in found for k in part.columns]
    several = (ids is not None and guess.table.heads is None) or max(
        map(guess.filled_counter(columns), range(JUDGED))
    ) < 2
    if found and several and all(part.how == "cells" for part in found):
        return ColumnGroup(tuple(columns), "cells", found[0].joiner)
    listed = ", ".join(quoted(guess.heads[k], 30) for part in groups for k in part.columns[:1])
    name = "a system" if guess.side == "run" else "the truth"
    which = groups[0].columns[0] if guess.side == "true" else groups[-1].columns[0]
    raise StudyError(
        f"{origin}: several columns hold classes: {listed}; say which is {name}: "
        f'read_as="{guess.side}:label={_printable_head(guess.heads[which])}"'
    )


def _guess_both_sides(guess: ColumnGuess, ids: int | None, groups: list[ColumnGroup], origin: str) -> Roles:
    """The truth and the systems among groups of columns."""
    kinds = [guess.kinds[part.columns[0]] for part in groups]
    if len(groups) < 2:
        raise StudyError(
            f"{origin}: one column alone holds classes; a truth and at least one system are accepted, or the truth "
            "and runs in files of their own"
        )
    plain = [
        kind == "label" and guess.heads[part.columns[0]].isalpha() for kind, part in zip(kinds, groups, strict=True)
    ]
    open_ones = [kind not in ("predicted",) for kind in kinds]
    # The one that is called so; one that is just a label; else the first that is not called a prediction.
    signs = ([kind == "true" for kind in kinds], plain if sum(plain) == 1 else [], open_ones)
    truth = next((sign.index(True) for sign in signs if True in sign), 0)
    systems = [part for i, part in enumerate(groups) if i != truth]
    if guess.table.heads:
        heads = [_printable_head(guess.heads[part.columns[0]]) for part in systems]
        names = [
            head if len(part.columns) == 1 else head_stem(head) or head
            for head, part in zip(heads, systems, strict=True)
        ]
        names = heads_without_common_words(names)
    else:
        names = [chr(97 + i) if i < 26 else f"system {i}" for i in range(len(systems))]
    return Roles(guess.table, ids, {"true": groups[truth], **dict(zip(names, systems, strict=True))})


def _printable_head(head: str) -> str:
    return quoted(head)[1:-1]


def _no_classes_error(guess: ColumnGuess, origin: str) -> StudyError:
    """The refusal of a table in which no column holds classes."""
    table = guess.table
    if not guess.heads:
        return StudyError(f"{origin}: it is empty; id and classes are accepted")
    listed = ", ".join(quoted(head, 30) for head in guess.heads[:10])
    long = [k for k in range(table.width) if sum(str(c).count(" ") > 3 for c in guess.cells(k)) > 0.5 * len(table.rows)]
    words = "; answers in words are no labels: write ids, names or paths of classes" if long else ""
    return StudyError(
        f"{origin}: no column holds classes of the hierarchy: the {table.width} columns are {listed}; id and classes "
        f'are accepted, or say which is which, as in read_as="{guess.side}:id='
        f'{_printable_head(guess.heads[0])},label={_printable_head(guess.heads[-1])}"{words}'
    )


def _roles_as_told(guess: ColumnGuess, read_as: str, origin: str, joined: str) -> Roles:
    """The roles that were told. Raises StudyError for a column that there is not, or a role without use."""
    ids, parts, levels = None, {}, {}
    read_as = re.sub(r"^(?:true|run|both):", "", read_as)
    for entry in re.split(r",(?=[^,=]+=)", read_as):
        role, _, heads = (text.strip() for text in entry.partition("="))
        columns = tuple(_column_of_head(guess, head.strip(), origin) for head in heads.split("+"))
        if role == "id":
            ids = columns[0]
        elif re.fullmatch(r"level\s*\d{1,2}", role):
            levels[int(role[5:])] = columns[0]
        elif role not in OTHER_ROLES:
            name = "true" if guess.side == "both" and role in ("label", "labels") else role
            name = guess.side if guess.side != "both" else name
            parts[name] = ColumnGroup(columns, "cells", joined or guess.joiners_with_shares[columns[0]][1])
    if levels:
        parts["true" if guess.side == "both" else guess.side] = ColumnGroup(
            tuple(levels[k] for k in sorted(levels)), "levels"
        )
    wanted = "true" if guess.side in ("both", "true") else "run"
    if wanted not in parts or (guess.side == "both" and len(parts) < 2):
        accepted = "id=HEAD,true=HEAD,NAME=HEAD" if guess.side == "both" else "id=HEAD,label=HEAD"
        raise StudyError(f"{origin}: read_as={quoted(read_as)} names too little; {accepted} is accepted")
    return Roles(guess.table, ids, parts)


def _column_of_head(guess: ColumnGuess, head: str, origin: str) -> int:
    if head in guess.heads:
        return guess.heads.index(head)
    if head.isdigit() and 1 <= int(head) <= guess.table.width:
        return int(head) - 1
    listed = ", ".join(quoted(name, 30) for name in guess.heads[:20])
    raise StudyError(f"{origin}: there is no column {quoted(head)}{suggestion(head, guess.heads)}; there are {listed}")


# Labels of the columns


def labels_of_side(roles: Roles, name: str, origin: str) -> InstanceLabels:
    """The labels of one side. Raises StudyError: the lines that are wrong, and what is accepted."""
    part, table, build = roles.parts[name], roles.table, LabelBuilder(origin)
    parts = row_reader(part, table, build)
    ids = table.cells(roles.ids) if roles.ids is not None else None
    rows = [(n, parts(n, row)) for n, row in table.rows]
    long = ids is not None and len({*map(str, ids)}) < len(ids) and (part.joiner in ("", " ") or roles.scored)
    scores = table.cells(3 - part.columns[0] - (roles.ids or 0)) if roles.scored and table.width == 3 else None
    for i, (n, classes) in enumerate(rows):
        score = None
        if scores is not None:
            try:
                score = float(scores[i])
            except ValueError:
                build.wrong.append((n, f"the score {quoted(scores[i])} is no number"))
                continue
        build.add(n, None if ids is None else str(ids[i]).strip(), classes, score, grow=long)
    cells = "id, class and score" if scores else "id and class"
    how = f"{cells}, a row for each class, {table.cell_separator} between them"
    labels = build.labels(how if long or scores else roles.sentence(name), ids is not None)
    note = SCORED if scores is not None else RANKED if part.how == "ranks" else ""
    return replace(labels, notes=(note, *labels.notes)) if note else labels


def row_reader(part: ColumnGroup, table: LabelTable, build: LabelBuilder) -> Callable[[int, Sequence[Any]], list[str]]:
    """The function from a row to its labels; it notes what is wrong with a line."""

    def read_cells(line: int, row: Sequence[Any]) -> list[str]:
        found: list[str] = []
        for k in part.columns:
            cell = row[k] if k < len(row) else ""
            if (cell is None and table.heads and not any(other is not None for other in row[1:])) or _is_nested(cell):
                build.wrong.append((line, 'an object such as {"id": "a", "classes": ["Pop"]} is accepted'))
            elif isinstance(cell, dict):
                build.wrong.append((line, f"{quoted(cell)} is no list of classes; scores are no labels"))
            else:
                found += split_cell(cell, part.joiner)
        return found

    def read_levels(line: int, row: Sequence[Any]) -> list[str]:
        path = [text for k in part.columns if k < len(row) and (text := str(row[k] or "").strip())]
        return [LEVELS.join(path)] if path else []

    def read_classes(line: int, row: Sequence[Any]) -> list[str]:
        found = []
        for k in part.columns:
            mark = MARKS.get(str(row[k] if k < len(row) else "").strip().lower())
            if mark is None:
                what = f"{quoted(row[k], 30)} under {quoted((table.heads or ())[k], 30)} is a score, and scores are no"
                build.wrong.append(
                    (line, f"{what} labels; 1 for a class and 0 for none is accepted, as of a threshold")
                )
                break
            found += [(table.heads or ())[k]] if mark else []
        return found

    def read_ranks(line: int, row: Sequence[Any]) -> list[str]:
        return read_cells(line, row)[:1]

    readers = {"cells": read_cells, "levels": read_levels, "classes": read_classes, "ranks": read_ranks}
    return readers[part.how]


def _is_nested(cell: Any) -> bool:
    return isinstance(cell, list) and any(isinstance(item, list | dict) for item in cell)
