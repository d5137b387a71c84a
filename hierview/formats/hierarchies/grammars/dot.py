"""DOT, the language of Graphviz: nodes, edges, chains, subgraphs and labels; layout and style are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from ....errors import CaseError, quoted
from ....model.checks import check_weight
from ..asked import Guess
from ..builder import Builder
from ..source import FileShape, Source

_LARGEST = 50_000_000
_DEEPEST = 100
_LONGEST_HTML = 100_000  # characters of a label in angle brackets
_UPWARD = re.compile(r"\brankdir[ \t]*=[ \t]*\"?BT")  # edges lead from what is drawn below
_TAG = re.compile(r"<[^<>]*>")
_ANGLE = re.compile("[<>]")
_TOKEN = re.compile(
    r"""\s+|//[^\n]*|\#[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|(?P<arrow>->|--)|(?P<sign>[{}\[\];,=:+])"""
    r"""|(?P<text>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<word>-?(?:\.\d+|\d+(?:\.\d*)?)|[^\W\d][\w]*|[\w\u0080-\uffff]+)|(?P<html><)""",
    re.VERBOSE | re.DOTALL,
)
_START = re.compile(
    r"(\s|//[^\n]*\n|#[^\n]*\n|/\*.{0,2000}?\*/)*(strict\s+)?(di)?graph\b[^{;]{0,300}\{", re.DOTALL | re.I
)


def detects(source: Source) -> float:
    """Surely where a graph is opened at the beginning."""
    return 1.0 if _START.match(source.first_characters[:10_000]) else 0.0


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    word: str  # as the grammar has it, in small letters; "" of a text in quotation marks


@dataclass
class _Level:
    """A graph or subgraph: the nodes in it, and the ends of the edge statement that it stands in."""

    nodes: dict[int, None] = field(default_factory=dict)
    tails: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


def _tokens(text: str, origin: str) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise CaseError.at_line(
                origin, line, f"{quoted(text[at : at + 20])} is not accepted in DOT; put names in quotation marks"
            )
        kind, content, end = match.lastgroup, match[0], match.end()
        if kind == "html":
            end = _html_end(text, at, origin, line)
            content = unescape(_TAG.sub(" ", text[at + 1 : end - 1]))
        if kind is not None:
            yield _Token(kind, content, line, "" if kind == "text" else content.lower())
        line += text.count("\n", at, end)
        at = end


def _html_end(text: str, at: int, origin: str, line: int) -> int:
    depth = 0
    for match in _ANGLE.finditer(text, at, at + _LONGEST_HTML):
        depth += 1 if match[0] == "<" else -1
        if not depth:
            return match.end()
    raise CaseError.at_line(origin, line, "a label in angle brackets does not end")


class _DotParser:
    """A reader of statements with a stack in the place of recursion."""

    def __init__(self, source: Source, builder: Builder):
        self.builder = builder
        default = "child first" if _UPWARD.search(source.first_characters[:5_000]) else None
        self.turned = (builder.asked.direction or default) == "child first"
        self.tokens = _tokens(source.text, builder.origin)
        self.here: _Token | None = next(self.tokens, None)
        self.undirected = False

    def next_token(self) -> _Token:
        token = self.here
        if token is None:
            raise CaseError(f"{self.builder.origin}: the graph does not end; a }} is missing")
        self.here = next(self.tokens, None)
        return token

    def is_(self, *texts: str) -> bool:
        return self.here is not None and self.here.word in texts

    def read_graph(self) -> None:
        while not self.is_("{"):
            self.undirected |= self.is_("graph")
            self.next_token()
        self.next_token()
        levels = [_Level()]
        while levels:
            if self.is_("}"):
                self.next_token()
                done = levels.pop()
                if levels:
                    levels[-1].nodes |= done.nodes
                    self._link_ends(levels[-1], list(done.nodes))
            elif self.is_("{", "subgraph"):
                self._open_levels(levels)
            else:
                self._read_statement(levels[-1])

    def _open_levels(self, levels: list[_Level]) -> None:
        if self.is_("subgraph"):
            self.next_token()
            if not self.is_("{"):
                self.next_token()
        if not self.is_("{"):
            raise self._unexpected_token()
        self.next_token()
        levels.append(_Level())
        if len(levels) > _DEEPEST:
            raise CaseError(f"{self.builder.origin}: subgraphs stand in more than {_DEEPEST} others")

    def _unexpected_token(self) -> CaseError:
        token = self.next_token()
        return CaseError.at_line(self.builder.origin, token.line, f"{quoted(token.text)} is not accepted here in DOT")

    def _read_statement(self, level: _Level) -> None:
        if self.is_(";", ","):
            self.next_token()
            level.tails, level.ends = [], []
        elif self.is_("graph", "node", "edge"):
            self.next_token()
            self._read_attributes()
        elif self.here is not None and self.here.kind in ("word", "text", "html"):
            self._read_node(level)
        elif self.is_("->", "--"):
            if not level.ends:
                raise self._unexpected_token()
            self.next_token()
            level.tails, level.ends = level.ends, []
        elif self.is_("[") and level.ends:
            self._read_attributes()
        else:
            raise self._unexpected_token()

    def _read_name(self) -> str:
        token = self.next_token()
        text = token.text
        if token.kind != "text":
            return text.strip()
        text = text[1:-1]
        while self.is_("+"):
            self.next_token()
            text += self.next_token().text[1:-1]
        return text.replace("\\\n", "").replace('\\"', '"')

    def _read_node(self, level: _Level) -> None:
        name = self._read_name()
        if self.is_("="):
            self.next_token()
            self._read_name()
            return
        while self.is_(":"):
            self.next_token()
            self._read_name()
        number = self.builder.number_of(name)
        level.nodes[number] = None
        if not level.tails:
            level.ends = []
        first = len(self.builder.tails)
        self._link_ends(level, [number])
        if self.is_("["):
            edges = range(first, len(self.builder.tails))
            attributes = self._read_attributes()
            if not edges and "label" in attributes:
                self.builder.add_label(number, attributes["label"].replace("\\n", " ").replace("\\N", name))
            if edges and "weight" in attributes and len(edges) == 1:
                self.builder.set_weight(check_weight(attributes["weight"]))

    def _link_ends(self, level: _Level, numbers: list[int]) -> None:
        """The nodes are the end of an edge, where one leads to them, and may be the beginning of the next."""
        self.builder.check_edge_limit(len(level.tails) * len(numbers))
        for tail in level.tails:
            for head in numbers:
                self.builder.add_edge(*((head, tail) if self.turned else (tail, head)))
        level.tails, level.ends = [], numbers

    def _read_attributes(self) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while self.is_("["):
            self.next_token()
            while not self.is_("]"):
                if self.is_(",", ";"):
                    self.next_token()
                    continue
                key = self._read_name()
                if self.is_("="):
                    self.next_token()
                    attributes[key.lower()] = self._read_name()
            self.next_token()
        return attributes


def read(source: Source, builder: Builder) -> Guess:
    """Add all nodes and edges of the first graph."""
    parser = _DotParser(source, builder)
    parser.read_graph()
    if parser.undirected:
        builder.add_note("Edges without a direction lead from the first of their nodes to the second.")
    return Guess(direction="child first" if parser.turned else "parent first")


SHAPE = FileShape("dot", "DOT", detects, read, _LARGEST, endings=(".dot", ".gv"))
