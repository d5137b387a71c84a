"""OBO: stanzas of terms with `is_a` and other relations, as gene ontologies are published."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from ...errors import HierviewError, quoted
from ..losses import count
from .asked import Asked, Taken
from .found import Found
from .source import Shape, Source

_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"W": " ", "t": "\t", "n": " "}
READ = ("is_a",)


def detects(source: Source) -> float:
    """Surely where a stanza or the format's version stands at the beginning."""
    head = source.head
    if head.startswith(("format-version:", "[Term]")):
        return 1.0
    return 0.9 if "\n[Term]\n" in head and "\nid:" in head else 0.0


class _Terms:
    """What the stanzas say, before it is known which terms are obsolete."""

    def __init__(self, found: Found, relations: tuple[str, ...]):
        self.found, self.relations = found, relations
        self.obsolete: set[str] = set()
        self.ids: dict[str, int] = {}  # the line of each stanza's id
        self.names: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.parents: list[str] = []  # of is_a, the relation of nearly all edges
        self.children: list[str] = []
        self.others: list[tuple[str, str]] = []
        self.counts: dict[str, int] = {}

    def identify(self, i: int, value: str) -> str:
        if value in self.ids:
            self.found.refuse(i, f"the id {quoted(value)} stands at line {self.ids[value]} already; give it once")
        self.ids[value] = i
        return value

    def relate(self, child: str, relation: str, parent: str) -> None:
        self.counts[relation] = self.counts.get(relation, 0) + 1
        if relation in self.relations:
            self.others.append((parent, child))

    def edges(self) -> Iterable[tuple[str, str]]:
        """All edges that are read, those of is_a first."""
        if self.parents:
            self.counts["is_a"] = self.counts.get("is_a", 0) + len(self.parents)
        own = zip(self.parents, self.children, strict=True) if "is_a" in self.relations else ()
        return chain(own, self.others)


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add all terms that are not obsolete, with their edges; the relations that are left out are counted."""
    terms = _Terms(found, asked.relations or READ)
    _stanzas(source.text, terms)
    edges = terms.edges()
    found.relations = terms.counts
    left_out = set() if asked.obsolete else terms.obsolete
    try:
        for term in terms.ids:
            if term not in left_out:
                number = found.number(term)
                if term in terms.names:
                    found.label(number, terms.names[term])
        known, aliases = found.index.get, terms.aliases
        tails, heads = found.tails.append, found.heads.append
        lost = 0
        for parent, child in edges:
            above, below = known(parent), known(child)
            if above is None or below is None:
                if parent in left_out or child in left_out:
                    lost += parent in left_out and child not in left_out
                    continue
                above, below = found.number(aliases.get(parent, parent)), found.number(child)
            tails(above)
            heads(below)
    except HierviewError as error:
        raise HierviewError(f"a term: {error}") from None
    if terms.obsolete:
        kept = "kept" if asked.obsolete else "left out"
        lost_edges = f", and {count(lost, 'edge', 'edges')} to them" if lost else ""
        found.note(f"{count(len(terms.obsolete), 'obsolete term is', 'obsolete terms are')} {kept}{lost_edges}.")
    return Taken()


def _stanzas(text: str, terms: _Terms) -> None:
    term, here = "", False
    parents, children = terms.parents, terms.children
    for i, line in enumerate(text.split("\n"), 1):
        if line[:6] == "is_a: " and term and "\\" not in line:
            parents.append(line[6:].split(None, 1)[0] if line[6:].strip() else "")
            children.append(term)
        elif line[:1] == "[":
            here, term = line.strip() == "[Term]", ""
        elif here:
            key, colon, value = line.partition(":")
            if colon:
                term = _tag(i, key.strip(), value.strip(), term, terms)
            elif line.strip() and line[0] != "!":
                terms.found.refuse(i, f"{quoted(line)} is not accepted; tag: value is")


def _tag(i: int, key: str, value: str, term: str, terms: _Terms) -> str:
    """What one line says of a term; the term that the lines after it are about."""
    if key == "id":
        return terms.identify(i, _first(value))
    if not term:
        return term
    if key == "name":
        terms.names[term] = _plain(value)
    elif key == "is_a":
        terms.relate(term, "is_a", _first(value))
    elif key == "relationship":
        relation, _, other = value.partition(" ")
        if other.strip():
            terms.relate(term, relation, _first(other))
    elif key == "is_obsolete" and value.startswith("true"):
        terms.obsolete.add(term)
    elif key == "alt_id":
        terms.aliases.setdefault(_first(value), term)
    return term


def _first(value: str) -> str:
    """The identifier at the beginning of a value, without what it is said of it."""
    words = value.split(None, 1)
    found = words[0] if words else ""
    return _ESCAPED.sub(lambda m: _ESCAPES.get(m[1], m[1]), found) if "\\" in found else found


def _plain(value: str) -> str:
    """A text without its comment and modifiers."""
    if "!" in value or "{" in value or "\\" in value:
        value = re.sub(r"(?<!\\)(\s\{[^{}]*\})?\s*((?<!\\)\s!\s.*)?$", "", value)
        value = _ESCAPED.sub(lambda m: _ESCAPES.get(m[1], m[1]), value)
    return value


SHAPE = Shape("obo", "OBO", detects, read, endings=(".obo",))
