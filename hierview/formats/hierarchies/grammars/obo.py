"""OBO: stanzas of terms with `is_a` and other relations, as gene ontologies are published."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from ....errors import HierviewError, quoted
from ...losses import counted_text
from ..asked import Guess
from ..builder import Builder
from ..source import FileShape, Source

_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"W": " ", "t": "\t", "n": " "}
READ = ("is_a",)


def detects(source: Source) -> float:
    """Surely where a stanza or the format's version stands at the beginning."""
    head = source.first_characters
    if head.startswith(("format-version:", "[Term]")):
        return 1.0
    return 0.9 if "\n[Term]\n" in head and "\nid:" in head else 0.0


@dataclass
class _Terms:
    """The terms of the stanzas, before it is known which terms are obsolete. lines: of the id of each."""

    lines: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    obsolete: set[str] = field(default_factory=set)
    parents: list[str] = field(default_factory=list)  # of is_a, the relation of nearly all edges
    children: list[str] = field(default_factory=list)
    others: list[tuple[str, str, str]] = field(default_factory=list)  # relation, parent, child


def read(source: Source, builder: Builder) -> Guess:
    """Add all terms that are not obsolete, with their edges; the relations that are left out are counted."""
    terms = _Terms()
    _read_stanzas(source.text, terms, builder)
    choices = builder.asked
    relations = choices.relations or READ
    is_a = zip(terms.parents, terms.children, strict=True) if "is_a" in relations else ()
    edges = chain(is_a, ((parent, child) for relation, parent, child in terms.others if relation in relations))
    counts = Counter({"is_a": len(terms.parents)})
    counts.update(relation for relation, *_ in terms.others)
    builder.relations = +counts  # without those that stand nowhere
    left_out = set() if choices.obsolete else terms.obsolete
    try:
        for term in terms.lines:
            if term not in left_out:
                number = builder.number_of(term)
                if term in terms.names:
                    builder.add_label(number, terms.names[term])
        number_of, aliases = builder.index.get, terms.aliases
        tails, heads = builder.tails.append, builder.heads.append
        lost = 0
        for parent, child in edges:
            above, below = number_of(parent), number_of(child)
            if above is None or below is None:
                if parent in left_out or child in left_out:
                    lost += parent in left_out and child not in left_out
                    continue
                above, below = builder.number_of(aliases.get(parent, parent)), builder.number_of(child)
            tails(above)
            heads(below)
    except HierviewError as error:
        raise HierviewError(f"a term: {error}") from None
    if terms.obsolete:
        verb = "kept" if choices.obsolete else "left out"
        lost_edges = f", and {counted_text(lost, 'edge', 'edges')} to them" if lost else ""
        builder.add_note(
            f"{counted_text(len(terms.obsolete), 'obsolete term is', 'obsolete terms are')} {verb}{lost_edges}."
        )
    return Guess()


def _read_stanzas(text: str, terms: _Terms, builder: Builder) -> None:
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
                key, value = key.strip(), value.strip()
                if key == "id":
                    term = _first_identifier(value)
                    if terms.lines.setdefault(term, i) != i:
                        builder.refuse_line(
                            i, f"the id {quoted(term)} stands at line {terms.lines[term]} already; give it once"
                        )
                elif term:
                    _read_tag(key, value, term, terms)
            elif line.strip() and line[0] != "!":
                builder.refuse_line(i, f"{quoted(line)} is not accepted; tag: value is")


def _read_tag(key: str, value: str, term: str, terms: _Terms) -> None:
    """Keep what one line says of a term."""
    if key == "name":
        terms.names[term] = _without_comment(value)
    elif key == "is_a":
        terms.others.append(("is_a", _first_identifier(value), term))
    elif key == "relationship":
        relation, _, other = value.partition(" ")
        if other.strip():
            terms.others.append((relation, _first_identifier(other), term))
    elif key == "is_obsolete" and value.startswith("true"):
        terms.obsolete.add(term)
    elif key == "alt_id":
        terms.aliases.setdefault(_first_identifier(value), term)


def _first_identifier(value: str) -> str:
    """The identifier at the beginning of a value, without what it is said of it."""
    words = value.split(None, 1)
    identifier = words[0] if words else ""
    return _ESCAPED.sub(lambda m: _ESCAPES.get(m[1], m[1]), identifier) if "\\" in identifier else identifier


def _without_comment(value: str) -> str:
    """A text without its comment and modifiers."""
    if "!" in value or "{" in value or "\\" in value:
        value = re.sub(r"(?<!\\)(\s\{[^{}]*\})?\s*((?<!\\)\s!\s.*)?$", "", value)
        value = _ESCAPED.sub(lambda m: _ESCAPES.get(m[1], m[1]), value)
    return value


SHAPE = FileShape("obo", "OBO", detects, read, endings=(".obo",))
