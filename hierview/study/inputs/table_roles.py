"""Roles of the columns of a table of instances: ids, truth, systems, levels, indicators. The hierarchy tells them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any, Literal

from ...errors import StudyError, quoted, suggestion
from .heads import kind_of_head, stem
from .labels import LabelBuilder, Labels
from .matching import LEVELS, Matcher
from .tables import LISTED, Table, parts_of, rising

Side = Literal["true", "run", "both"]
JOINERS = ("", LISTED, "|", ";", ",", " ", "@")
JUDGED = 2_000  # rows by which columns are judged
MATCHING = 0.5  # share of a column's labels that are classes, from which on it holds labels
CHAINED = 0.9  # share of rows in which one column's class stands below another's, from which on both are levels
MARKS = {**dict.fromkeys(("1", "1.0", "true"), True), **dict.fromkeys(("0", "0.0", "false", ""), False)}
AS_LINES = "a line of classes for each instance"
SCORED = "Its scores are not used: every class that stands there counts, so leave out the rows below your threshold."
ROLES = ("id", "true", "label", "labels", "text", "weight", "score", "leave")


@dataclass(frozen=True)
class Part:
    """The columns that hold one side's labels, and how: one class or list a cell, the levels of one, or one a class."""

    columns: tuple[int, ...]
    how: Literal["cells", "levels", "classes"] = "cells"
    joiner: str = ""


@dataclass(frozen=True)
class Roles:
    """Roles of the columns of a table below its header: the ids (None where there are none), and each side by name."""

    table: Table
    ids: int | None
    parts: Mapping[str, Part]
    header: bool = False
    scored: bool = False  # whether a score stands beside each class

    def sentence(self, name: str) -> str:
        """How the labels of a side were read, in words."""
        part, heads = self.parts[name], self.table.heads
        joined = {"": "one class each", LISTED: "lists of classes", " ": "classes joined by blanks"}
        how = {"levels": "a column a level", "classes": "a column a class"}.get(
            part.how, joined.get(part.joiner, f"classes joined by {part.joiner}")
        )
        if self.table.between == "lines" and part.joiner in ("", " "):
            return f"{AS_LINES}, below a header" if self.header else AS_LINES
        of_ids = "" if self.ids is None else "id and "
        where = ""
        if heads and (self.table.width > 2 or self.ids is None) and part.how != "classes":
            where = f" in {', '.join(quoted(heads[k], 30) for k in part.columns[:4])}"
        between = f", {self.table.between} between them" if self.table.between not in ("lines", "") else ""
        return f"{of_ids}classes{where}{between}, {how}{', below a header' if self.header else ''}"


class _Guess:
    """Roles that the cells of a table speak for."""

    def __init__(self, table: Table, matcher: Matcher, side: Side):
        self.table, self.matcher, self.side = table, matcher, side
        self.heads = table.heads or tuple(str(k + 1) for k in range(table.width))
        self.spelled = False
        self.kinds = [kind_of_head(head) if table.heads else "" for head in self.heads]

    def cells(self, k: int) -> list[Any]:
        return self.table.cells(k, JUDGED)

    @cached_property
    def joiners(self) -> list[tuple[float, str]]:
        """Of each column the share of labels that are classes, and what joins them then."""
        for self.spelled in (False, True):
            found = [self._best(k) for k in range(self.table.width)]
            if any(share >= MATCHING for share, _ in found):
                break
        return found

    def _best(self, k: int) -> tuple[float, str]:
        cells = [cell for cell in self.cells(k) if cell]
        if any(isinstance(cell, list) for cell in cells):
            return self.share(cells, ""), ""
        cells = list(filter(lambda cell: isinstance(cell, str) and cell.strip(), cells))
        own = (j for j in JOINERS if not j.strip() or j == LISTED or any(j in cell for cell in cells[:200]))
        if not any(cell.lstrip()[:1] in ("[", "(", "{") or cell.startswith("set(") for cell in cells[:200]):
            own = (j for j in tuple(own) if j != LISTED)
        joiners = tuple(own)
        for joiner in joiners:  # of ids it is known at once
            parts = [part for cell in cells for part in parts_of(cell, joiner)]
            if parts and all(part in self.matcher for part in parts):
                return 1.0, joiner
        shares = [(self.share(cells, joiner), joiner) for joiner in joiners]
        return max(shares, key=lambda pair: pair[0]) if shares and cells else (0.0, "")

    def share(self, cells: Sequence[Any], joiner: str) -> float:
        """The share of labels in some cells that are classes."""
        parts = [part for cell in cells for part in parts_of(cell, joiner)]
        return sum(bool(self.matcher.means(part, self.spelled)) for part in parts) / max(1, len(parts))

    @cached_property
    def labels(self) -> list[int]:
        """The columns that hold labels, of which those that may be ids come in `ids`."""
        return [k for k, (share, _) in enumerate(self.joiners) if share >= MATCHING]

    @cached_property
    def marks(self) -> list[int]:
        """The columns that are headed by a class and hold numbers."""
        if not self.table.heads:
            return []
        numbers = [k for k in range(self.table.width) if all(map(_is_mark, self.table.cells(k, 50)))]
        return [k for k in numbers if self.matcher.match(self.heads[k]).found] if len(numbers) > 1 else []

    def ids(self) -> int | None:
        """The column of ids."""
        others = [k for k in range(self.table.width) if k not in self.labels and k not in self.marks]
        scores = [(self._as_id(k), -k) for k in others]
        if scores and max(scores)[0] > 0:
            return -max(scores)[1]
        if len(self.labels) < 2 or self.marks:
            return None
        first = self.labels[0]
        cells = [str(cell) for cell in self.cells(first)]
        of_three = self.side != "both" or len(self.labels) > 2
        if self.kinds[first] == "id" or (of_three and rising(cells)):
            return first
        numbered = len({*cells}) == len(cells) and all(map(str.isdigit, cells))
        if self.side != "both" and numbered and not self._told and len(self.labels) == 2:
            return first
        return None

    def _as_id(self, k: int) -> int:
        """How much a column looks like ids; 0 where it is none."""
        cells = [str(cell).strip() for cell in self.cells(k)]
        if not all(cells) or any(isinstance(cell, list | dict) for cell in self.cells(k)):
            return 0
        different, kind = len({*cells}), self.kinds[k]
        unique = different == len(cells)
        if kind in ("text", "score", "predicted", "true") or (kind != "id" and sum(map(len, cells)) > 80 * len(cells)):
            return 0
        if kind != "id" and all(re.fullmatch(r"-?\d*[.,]\d+(?:e-?\d+)?" + "|0|1" * (k > 0), cell) for cell in cells):
            return 0
        index = self.table.heads is not None and (not self.heads[k].strip() or self.heads[k].startswith("Unnamed"))
        if kind != "id" and not unique and (k or (self.table.heads and 2 * different < len(cells) and len(cells) > 10)):
            return 0
        return 1 + 4 * (kind == "id") + 2 * unique + (k == 0) - 3 * index * (kind != "id")

    @property
    def _told(self) -> bool:
        return "true" in self.kinds or "predicted" in self.kinds

    def groups(self, labels: Sequence[int]) -> list[Part]:
        """The columns of labels, those of one side together."""
        parts: list[Part] = []
        for k in labels:
            last = parts[-1] if parts else None
            if last and last.columns[-1] == k - 1 and last.how != "cells" and self._chained(k - 1, k):
                parts[-1] = replace(last, columns=(*last.columns, k))
            elif last and last.columns[-1] == k - 1 and len(last.columns) == 1 and self._chained(k - 1, k):
                parts[-1] = Part((k - 1, k), "levels")
            elif last and last.columns[-1] == k - 1 and last.how == "cells" and self._one_stem(k - 1, k):
                parts[-1] = replace(last, columns=(*last.columns, k))
            else:
                parts.append(Part((k,), "cells", self.joiners[k][1]))
        return parts

    def _one_stem(self, a: int, b: int) -> bool:
        """Whether two heads differ by a number alone."""
        return (
            self.table.heads is not None
            and self.heads[a] != self.heads[b]
            and stem(self.heads[a]) == stem(self.heads[b])
        )

    def _chained(self, a: int, b: int) -> bool:
        """Whether the classes of one column stand right below those of another."""
        parents, rows, chained = self.matcher.hierarchy.parents, 0, 0
        for above, below in zip(self.cells(a), self.cells(b), strict=True):
            if above and below and isinstance(above, str) and isinstance(below, str):
                rows += 1
                upper = {*self.matcher.means(above.strip())}
                chained += any(not upper.isdisjoint(parents(c)) for c in self.matcher.means(below.strip()))
        return rows > 0 and chained >= CHAINED * rows

    def filled(self, columns: Sequence[int]) -> Callable[[int], int]:
        """How many of some columns a row fills."""
        cells = [self.cells(k) for k in columns]
        return lambda i: sum(i < len(own) and bool(own[i]) for own in cells)

    def below_header(self) -> bool:
        """Whether the first row names columns: it matches nothing where the others do, and is not like the others."""
        first, rest = self.table.rows[0][1], headed(self.table)
        if any(isinstance(cell, list) for cell in first):
            return False
        known = bool(len(self.matcher))
        inner = _Guess(rest, self.matcher, self.side)
        if known and self.table.width > 2 and len(inner.marks) > 1 and 2 * len(inner.marks) >= self.table.width - 1:
            return True
        labels = inner.labels if known else [1] if self.table.width > 1 else []
        of_first = [first[k] for k in labels if k < len(first) and first[k].strip()]
        told = ({inner.joiners[k][1] for k in labels}, JOINERS) if known else ()
        if any(self.share([cell], joiner) for joiners in told for cell in of_first for joiner in joiners):
            return False
        if sum(bool(kind) for kind in inner.kinds) > (not known) and (known or "id" in inner.kinds[:1]):
            return bool(labels) or not known
        if not labels or not of_first or not known:
            return False
        others = [k for k in range(self.table.width) if k not in labels and k < len(first)]
        if any(_shape(first[k]) in {_shape(cell) for cell in rest.cells(k, 20)} for k in others):
            return False
        return not any(suggestion(part, self.matcher.hierarchy.classes) for part in of_first[:3])


def headed(table: Table) -> Table:
    """A table whose first row names its columns; those without a name are numbered."""
    heads = tuple(str(cell).strip() for cell in table.rows[0][1])
    heads += tuple(str(k + 1) for k in range(len(heads), table.width))
    return replace(table, heads=heads, rows=table.rows[1:])


def _shape(cell: Any) -> str:
    """A cell with its letters and digits made alike."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", str(cell)))


def _is_mark(cell: Any) -> bool:
    """Whether a cell is a mark of an indicator, or a score."""
    return str(cell).strip().lower() in MARKS or ("." in str(cell) and _is_number(cell))


def _is_number(cell: Any) -> bool:
    try:
        return str(cell).strip().lower() in MARKS or float(str(cell)) is not None
    except ValueError:
        return False


def roles_of(
    table: Table,
    matcher: Matcher,
    side: Side,
    origin: str,
    read_as: str = "",
    header: bool | None = None,
    joined: str = "",
) -> Roles:
    """The roles of a table's columns: as they are told, else as the cells say.

    side: whose labels are wanted; "both" is the truth and each system.  read_as: `id=HEAD,true=HEAD,NAME=HEAD`.
    Raises StudyError: which columns there are, and what may be written.
    """
    guess = _Guess(table, matcher, side)
    if header is None and read_as and table.rows:
        heads = {head for entry in read_as.split(",") for head in entry.partition("=")[2].split("+")}
        header = any(isinstance(cell, str) and cell.strip() in heads for cell in table.rows[0][1])
    below = table.heads is None and bool(table.rows) and (guess.below_header() if header is None else header)
    if below:
        guess = _Guess(headed(table), matcher, side)
    if read_as:
        return replace(_told(guess, read_as, origin, joined), header=below)
    roles = _guessed(guess, origin)
    if joined:
        roles = replace(roles, parts={n: replace(p, joiner=joined) for n, p in roles.parts.items()})
    return replace(roles, header=below)


def _guessed(guess: _Guess, origin: str) -> Roles:
    """The roles that the cells speak for."""
    table, side, kinds = guess.table, guess.side, guess.kinds
    name = "true" if side == "both" else side
    if not table.width and side != "both":
        return Roles(table, None, {name: Part(())})
    if not len(guess.matcher):
        return _unknown(guess, name, origin)
    ids = guess.ids()
    marks = [k for k in guess.marks if k != ids]
    if len(marks) > 1 and 2 * len(marks) >= table.width - (ids is not None):
        return Roles(table, ids, {name: Part(tuple(marks), "classes")})
    labels = [k for k in guess.labels if k != ids]
    scored = any(kinds[k] == "score" for k in range(table.width)) or table.heads is None
    if not labels:
        ids = None if table.width < 2 else 0 if ids is None and table.width == 2 else ids
        others = [k for k in range(table.width) if k != ids]
        by_word = [k for k in others if kinds[k] in ("label", "true", "predicted")]
        labels = others if len(others) == 1 else by_word[:1]
        if not labels:
            raise _none(guess, origin)
    if ids is None and table.heads is None and len({len(row) for _, row in table.rows[:JUDGED]}) > 1 and side != "both":
        return Roles(table, None, {name: Part(tuple(labels), "cells", guess.joiners[labels[0]][1])})
    groups = guess.groups(labels)
    if side == "both":
        return _both(guess, ids, groups, origin)
    part = _one(guess, ids, groups, origin)
    numbers = [k for k in range(table.width) if k != ids and k not in labels and scored]
    beside = table.width == 3 and len(numbers) == 1 and all(map(_is_number, guess.cells(numbers[0])))
    return Roles(table, ids, {name: part}, scored=beside and part.how == "cells" and not part.joiner)


def _unknown(guess: _Guess, name: str, origin: str) -> Roles:
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
    return Roles(table, ids, {name: Part((column,), "cells", joiner)}, scored=table.width == 3 and not named)


def _one(guess: _Guess, ids: int | None, groups: list[Part], origin: str) -> Part:
    """The labels of one side among groups of columns."""
    wanted, other = ("true", "predicted") if guess.side == "true" else ("predicted", "true")
    kinds = [(part, guess.kinds[part.columns[0]]) for part in groups]
    found = [part for part, kind in kinds if kind == wanted] or [part for part, kind in kinds if kind != other]
    if len(found) == 1 or len(groups) == 1:
        return (found or groups)[0]
    columns = [k for part in found for k in part.columns]
    several = (ids is not None and guess.table.heads is None) or max(map(guess.filled(columns), range(JUDGED))) < 2
    if found and several and all(part.how == "cells" for part in found):
        return Part(tuple(columns), "cells", found[0].joiner)
    listed = ", ".join(quoted(guess.heads[k], 30) for part in groups for k in part.columns[:1])
    name = "a system" if guess.side == "run" else "the truth"
    which = groups[0].columns[0] if guess.side == "true" else groups[-1].columns[0]
    raise StudyError(
        f"{origin}: several columns hold classes: {listed}; say which is {name}: "
        f'read_as="{guess.side}:label={guess.heads[which]}"'
    )


def _both(guess: _Guess, ids: int | None, groups: list[Part], origin: str) -> Roles:
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
    parts = {"true": groups[truth]}
    letters = (chr(97 + i) if i < 26 else f"system {i}" for i in count())
    for i, part in enumerate(groups):
        if i != truth:
            name = guess.heads[part.columns[0]] if guess.table.heads else next(letters)
            parts[name if len(part.columns) == 1 else stem(name) or name] = part
    return Roles(guess.table, ids, parts)


def _none(guess: _Guess, origin: str) -> StudyError:
    """The refusal of a table in which no column holds classes."""
    table = guess.table
    listed = ", ".join(quoted(head, 30) for head in guess.heads[:10])
    long = [k for k in range(table.width) if sum(str(c).count(" ") > 3 for c in guess.cells(k)) > 0.5 * len(table.rows)]
    words = "; answers in words are no labels: write ids, names or paths of classes" if long else ""
    return StudyError(
        f"{origin}: no column holds classes of the hierarchy: the {table.width} columns are {listed}; id and classes "
        f'are accepted, or say which is which, as in read_as="{guess.side}:id={guess.heads[0]},label='
        f'{guess.heads[-1]}"{words}'
    )


def _told(guess: _Guess, read_as: str, origin: str, joined: str) -> Roles:
    """The roles that were told. Raises StudyError for a column that there is not, or a role without use."""
    ids, parts, levels = None, {}, {}
    read_as = re.sub(r"^(?:true|run|both):", "", read_as)
    for entry in re.split(r",(?=[^,=]+=)", read_as):
        role, _, heads = (text.strip() for text in entry.partition("="))
        columns = tuple(_column(guess, head.strip(), origin) for head in heads.split("+"))
        if role == "id":
            ids = columns[0]
        elif re.fullmatch(r"level\s*\d{1,2}", role):
            levels[int(role[5:])] = columns[0]
        elif role not in ("text", "weight", "score", "leave"):
            name = "true" if guess.side == "both" and role in ("label", "labels") else role
            name = guess.side if guess.side != "both" else name
            parts[name] = Part(columns, "cells", joined or guess.joiners[columns[0]][1])
    if levels:
        parts["true" if guess.side == "both" else guess.side] = Part(tuple(levels[k] for k in sorted(levels)), "levels")
    wanted = "true" if guess.side in ("both", "true") else "run"
    if wanted not in parts or (guess.side == "both" and len(parts) < 2):
        accepted = "id=HEAD,true=HEAD,NAME=HEAD" if guess.side == "both" else "id=HEAD,label=HEAD"
        raise StudyError(f"{origin}: read_as={quoted(read_as)} names too little; {accepted} is accepted")
    return Roles(guess.table, ids, parts)


def _column(guess: _Guess, head: str, origin: str) -> int:
    if head in guess.heads:
        return guess.heads.index(head)
    if head.isdigit() and 1 <= int(head) <= guess.table.width:
        return int(head) - 1
    listed = ", ".join(quoted(name, 30) for name in guess.heads[:20])
    raise StudyError(f"{origin}: there is no column {quoted(head)}{suggestion(head, guess.heads)}; there are {listed}")


# Labels of the columns


def labels_of_side(roles: Roles, name: str, origin: str) -> Labels:
    """The labels of one side. Raises StudyError: the lines that are wrong, and what is accepted."""
    part, table, build = roles.parts[name], roles.table, LabelBuilder(origin)
    parts = _reader(part, table, build)
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
    how = f"id{', class and score' if scores else ' and class'}, a row for each class, {table.between} between them"
    labels = build.done(how if long or scores else roles.sentence(name), ids is not None)
    return replace(labels, notes=(SCORED, *labels.notes)) if scores is not None else labels


def _reader(part: Part, table: Table, build: LabelBuilder) -> Callable[[int, Sequence[Any]], list[str]]:
    """The function from a row to its labels; it notes what is wrong with a line."""

    def cells(line: int, row: Sequence[Any]) -> list[str]:
        found: list[str] = []
        for k in part.columns:
            cell = row[k] if k < len(row) else ""
            if (cell is None and table.heads and not any(other is not None for other in row[1:])) or _nested(cell):
                build.wrong.append((line, 'an object such as {"id": "a", "classes": ["Pop"]} is accepted'))
            elif isinstance(cell, dict):
                build.wrong.append((line, f"{quoted(cell)} is no list of classes; scores are no labels"))
            else:
                found += parts_of(cell, part.joiner)
        return found

    def levels(line: int, row: Sequence[Any]) -> list[str]:
        path = [text for k in part.columns if k < len(row) and (text := str(row[k] or "").strip())]
        return [LEVELS.join(path)] if path else []

    def classes(line: int, row: Sequence[Any]) -> list[str]:
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

    return {"cells": cells, "levels": levels, "classes": classes}[part.how]


def _nested(cell: Any) -> bool:
    return isinstance(cell, list) and any(isinstance(item, list | dict) for item in cell)
