"""Newick: a tree in parentheses, `((Pop,Rock)Music,Theater)Arts;`, read without recursion, however deep."""

from __future__ import annotations

import re
from fractions import Fraction

from ....errors import CaseError, HierviewError, quoted
from ....model.checks import check_weight
from ...losses import counted_text
from ..asked import Guess
from ..builder import Builder, numbered_name
from ..source import FileShape, Source

_TOKEN = re.compile(r"\s+|\[[^\]]*\]|'(?:[^']|'')*'|\"[^\"]*\"|[(),;:]|[^\s()\[\],;:']+")
_SUPPORT = re.compile(r"(?:100|\d?\d)(?:\.\d*)?(?:/[\d.]+)?(?::(.+))?", re.ASCII)  # and perhaps the name
_UNNAMED = "node"
_LARGEST = 100_000_000


def detects(source: Source) -> float:
    """Surely where a text begins with a parenthesis, or a comment and one, and ends in a semicolon."""
    start = re.sub(r"^(\s|\[[^\]]{0,1000}\])*", "", source.first_characters[:5000])
    if not start.startswith("("):
        return 0.0
    return 0.95 if source.text.rstrip().endswith(";") else 0.6


class _Tree:
    """The nodes of a tree, each behind its parent, with their names and lengths."""

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.names: list[str] = []
        self.lengths: list[str] = []

    def add(self, parent: int) -> int:
        self.parents.append(parent)
        self.names.append("")
        self.lengths.append("")
        return len(self.parents) - 1


def read(source: Source, builder: Builder) -> Guess:
    """Add the nodes of all trees; those without a name get one, and lengths are weights where all are above 0."""
    tree = _read_tree(source.text, builder)
    _leave_out_supports(tree, builder)
    names = _unique_names(tree, builder)
    numbers = [builder.number_of(name) for name in names]
    weights = _length_weights(tree, builder)
    for i, parent in enumerate(tree.parents):
        if tree.names[i] != names[i]:
            builder.add_label(numbers[i], tree.names[i])
        if parent >= 0:
            builder.add_edge(numbers[parent], numbers[i])
            if weights:
                builder.set_weight(weights[i])
    return Guess(rows=((source.first_characters[:60],),))


def _next_token(text: str, at: int, line: int, builder: Builder) -> tuple[str, int, int]:
    """The next token, where the one after it begins, and on which line."""
    if (match := _TOKEN.match(text, at)) is None:
        rest = quoted(text[at : at + 20])
        raise CaseError.at_line(builder.origin, line, f"{rest} is not closed; a quotation mark or ] is missing")
    return match[0], match.end(), line + match[0].count("\n")


def _read_tree(text: str, builder: Builder) -> _Tree:
    tree, above = _Tree(), list[int]()
    here, line, at, length, done = -1, 1, 0, False, False

    def fault(what: str) -> HierviewError:
        return CaseError.at_line(builder.origin, line, what)

    while at < len(text):
        token, at, line = _next_token(text, at, line, builder)
        if token[0].isspace() or token[0] == "[":
            continue
        if len(tree.parents) > builder.most:
            raise fault(f"there are too many nodes; at most {builder.most:,} classes are accepted")
        if done:
            builder.add_note("Further trees stand behind the first, which is the one that is read.")
            return tree
        if here < 0:
            here = tree.add(-1)
        if token == "(":
            if tree.names[here]:
                raise fault("a parenthesis opens behind a name; a comma or ; is missing")
            above.append(here)
            here = tree.add(here)
        elif token in (",", ")"):
            if not above:
                raise fault(f"{token} stands outside all parentheses")
            here = tree.add(above[-1]) if token == "," else above.pop()
        elif token == ";":
            if above:
                raise fault(f"; stands within {counted_text(len(above), 'parenthesis', 'parentheses')}")
            done = True
        elif token == ":":
            length = True
            continue
        elif length:
            tree.lengths[here] = token
        elif len(tree.names[here]) < 1_000:  # a name, or what stands behind one; of more no name is made
            tree.names[here] = f"{tree.names[here]} {_token_name(token)}".strip()
        length = False
    if above:
        raise fault(f"{counted_text(len(above), 'parenthesis is', 'parentheses are')} not closed")
    return tree


def _token_name(token: str) -> str:
    """A name as it is written in quotation marks, or with _ for blanks."""
    if token[0] == token[-1] == '"' != token:
        return token[1:-1]
    return token[1:-1].replace("''", "'") if token.startswith("'") else token


def _leave_out_supports(tree: _Tree, builder: Builder) -> None:
    """Supports of branches, such as 98 or 0.99:Pan, are no names, where all within a tree whose tips have names are."""
    inner = {*tree.parents} - {-1}
    supports = {i: match for i in inner if (match := _SUPPORT.fullmatch(tree.names[i]))}
    others = any(tree.names[i] and i not in supports and tree.parents[i] >= 0 for i in inner)
    if supports and not others and any(not name.isdecimal() for i, name in enumerate(tree.names) if i not in inner):
        for i, match in supports.items():
            tree.names[i] = (match[1] or "").strip()
        builder.add_note(
            f"{counted_text(len(supports), 'support of a branch is', 'supports of branches are')} left out."
        )


def _unique_names(tree: _Tree, builder: Builder) -> list[str]:
    """A name for every node: its own where no node before has it."""
    numbers = dict.fromkeys(tree.names, 2)  # the number that the next node of a name is tried with
    names: dict[str, None] = {}
    unnamed = repeated = 0
    for name in tree.names:
        if not name:
            unnamed += 1
            while (name := f"{_UNNAMED} {unnamed}") in numbers:
                unnamed += 1
        elif name in names:
            repeated += 1
            name = numbered_name(name, numbers)
        names[name] = None
    if unnamed:
        builder.add_note(
            f"{counted_text(unnamed, 'node has', 'nodes have')} no name and got one, such as {_UNNAMED} 1."
        )
    if repeated:
        builder.add_note(f"{counted_text(repeated, 'node has', 'nodes have')} the name of another and got a number.")
    return list(names)


def _length_weights(tree: _Tree, builder: Builder) -> list[Fraction] | None:
    """The lengths as weights; None, and a note, where one cannot be."""
    if not any(tree.lengths):
        return None
    try:
        return [check_weight(length or 1) for length in tree.lengths]
    except HierviewError:
        builder.add_note("Lengths of branches are left out, for not all of them can be weights: a number above 0 can.")
        return None


SHAPE = FileShape("newick", "Newick", detects, read, _LARGEST, endings=(".nwk", ".newick", ".tree", ".tre"))
