"""SKOS and classes of RDF in Turtle, N-Triples and RDF/XML, by pyoxigraph; no address in them is ever opened."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from typing import Any
from urllib.parse import unquote

from ....errors import CaseError, HierviewError
from ...losses import counted_text
from ..asked import Guess
from ..builder import Builder
from ..source import LARGEST, FileShape, Source

SKOS, _RDFS = "http://www.w3.org/2004/02/skos/core#", "http://www.w3.org/2000/01/rdf-schema#"
_OWL, TYPE = "http://www.w3.org/2002/07/owl#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
# Relations by predicate: their name, and whether the subject is the child.
_RELATIONS = {
    SKOS + "broader": ("broader", True),
    SKOS + "narrower": ("narrower", False),
    SKOS + "broaderTransitive": ("broaderTransitive", True),
    SKOS + "narrowerTransitive": ("narrowerTransitive", False),
    SKOS + "broaderGeneric": ("broaderGeneric", True),
    SKOS + "broadMatch": ("broadMatch", True),
    SKOS + "narrowMatch": ("narrowMatch", False),
    _RDFS + "subClassOf": ("subClassOf", True),
}
READ = ("broader", "narrower", "subClassOf")
_NO_CLASSES = {_OWL + name for name in ("Thing", "Class", "DeprecatedClass", "Ontology")} | {SKOS + "Concept"}
_SHORT = re.compile(r"<!ENTITY\s+([\w.-]{1,50})\s+([\"'])([^\"'<&%]{1,500})\2\s*>")
_DOCTYPE = re.compile(
    r"<!DOCTYPE\s+rdf:RDF\s*\[((?:\s|<!--.{0,500}?-->|<!ENTITY\s[^<>]{1,600}>){1,500})\]\s*>", re.DOTALL
)
_KINDS = (SKOS + "Concept", _OWL + "Class", _RDFS + "Class")
_OBSOLETE = {(TYPE, _OWL + "DeprecatedClass"), (_OWL + "deprecated", "true"), (_OWL + "deprecated", "1")}
_PREFERRED, _ALSO = SKOS + "prefLabel", _RDFS + "label"
_TURTLE = re.compile(r"^[ \t]*(@prefix|@base|prefix\s+\S*:\s*<|base\s+<)", re.IGNORECASE | re.MULTILINE)
_TRIPLE = re.compile(r"\s*(<[^<>\s]*>|_:\S+)\s+<[^<>\s]*>\s+(<[^<>\s]*>|_:\S+|\".*)\s*\.\s*(#.*)?")
_NO_LIBRARY = 'RDF is read by pyoxigraph, which is not installed; pip install "hierview[rdf]" brings it'
_BASE = "urn:hierview:base/"
OWN = "urn:hierview:class/"  # before names that are no addresses, where hierview writes them


def _rdf_format(source: Source) -> str | None:
    """The name of pyoxigraph's format; None where it is none of RDF's."""
    head = source.first_characters
    if head.startswith("<") and "<rdf:RDF" in head[:20_000]:
        return "RDF_XML"
    lines = [line for line in source.first_lines[:20] if not line.startswith("#")]
    if lines and all(_TRIPLE.fullmatch(line) for line in lines):
        return "N_TRIPLES"
    return "TURTLE" if _TURTLE.search(head[:20_000]) else None


def detects(source: Source) -> float:
    """Surely where prefixes, triples or the root of RDF/XML stand at the beginning."""
    return 1.0 if _rdf_format(source) else 0.0


def read(source: Source, builder: Builder) -> Guess:
    """Add all concepts and their broader and narrower ones, or classes and those that they are subclasses of."""
    try:
        library = import_module("pyoxigraph")  # an extra, which takes a while to load
    except ImportError:
        raise HierviewError(_NO_LIBRARY) from None
    kind = _rdf_format(source) or "TURTLE"
    if kind == "RDF_XML":
        source = _without_entities(source)
        _refuse_dtd(source)
    concepts = _Concepts(library, builder)
    data = source.text.encode("utf-8") if kind != "RDF_XML" else source.content
    try:
        triples = library.parse(input=data, format=getattr(library.RdfFormat, kind), base_iri=_BASE)
        for triple in triples:
            concepts.add(triple)
    except HierviewError:
        raise
    except (SyntaxError, ValueError, OSError) as error:
        line = getattr(error, "lineno", None)
        message = " ".join(str(getattr(error, "msg", None) or error).split())[:200]
        printable = "".join(c for c in message if c.isprintable())
        raise CaseError(f"{builder.origin}: {f'line {line}: ' if line else ''}this is not RDF ({printable})") from None
    concepts.finish()
    return Guess()


def _without_entities(source: Source) -> Source:
    """RDF/XML without entities, where all of them only stand for the beginnings of addresses."""
    doctype = _DOCTYPE.search(source.text[:60_000])
    short = {match[1]: match[3] for match in _SHORT.finditer(doctype[1])} if doctype else {}
    whole = doctype is not None and 0 < len(short) == doctype[1].count("<!ENTITY")
    if doctype is None or not whole or not all(":" in text for text in short.values()):
        return source
    uses = re.compile("&(" + "|".join(map(re.escape, short)) + ");")
    rest = source.text[: doctype.start()] + "\n" * doctype[0].count("\n") + source.text[doctype.end() :]
    longer = sum(len(short[match[1]]) for match in uses.finditer(rest))
    if len(rest) + longer > LARGEST:
        return source
    text = uses.sub(lambda match: short[match[1]], rest)
    return replace(source, data=text.encode("utf-8"), given_text=re.sub(r"^<\?xml[^>]*\?>", "", text))


def _refuse_dtd(source: Source) -> None:
    """Raise CaseError where a DTD stands in RDF/XML: its entities might unpack to anything."""
    if (at := source.text.find("<!DOCTYPE")) >= 0:
        line = source.text.count("\n", 0, at) + 1
        raise CaseError.at_line(source.origin, line, "a DTD is not accepted, nor are entities; leave <!DOCTYPE out")


class _Concepts:
    """The concepts of the triples, before it is known which concepts are obsolete."""

    def __init__(self, library: Any, builder: Builder):
        self.named, self.literal, self.blank = library.NamedNode, library.Literal, library.BlankNode
        self.builder, self.asked = builder, builder.asked
        self.wanted = self.asked.relations or READ
        self.obsolete: set[int] = set()
        self.second: list[tuple[int, str, str]] = []
        self.counts: dict[str, int] = {}
        self.typed: set[int] = set()

    def add(self, triple: Any) -> None:
        """Keep what one triple says."""
        predicate = triple.predicate.value
        relation = _RELATIONS.get(predicate)
        subject, thing = triple.subject, triple.object
        if relation is not None:
            if isinstance(thing, self.named) and isinstance(subject, self.named):
                name, below = relation
                self.counts[name] = self.counts.get(name, 0) + 1
                if name in self.wanted:
                    number_of = self.builder.index.get
                    a, b = number_of(subject.value), number_of(thing.value)
                    a = self.builder.number_of(subject.value) if a is None else a
                    b = self.builder.number_of(thing.value) if b is None else b
                    self.builder.add_edge(*((b, a) if below else (a, b)))
        elif not isinstance(subject, self.named):
            return
        elif predicate in (_PREFERRED, _ALSO):
            if isinstance(thing, self.literal):
                number = self.builder.number_of(subject.value)
                if predicate == _PREFERRED:
                    self.builder.add_label(number, thing.value, thing.language or "")
                else:
                    self.second.append((number, thing.value, thing.language or ""))
        elif (predicate, getattr(thing, "value", "")) in _OBSOLETE:
            self.obsolete.add(self.builder.number_of(subject.value))
        elif predicate == TYPE and getattr(thing, "value", "") in _KINDS:
            self.typed.add(self.builder.number_of(subject.value))

    def finish(self) -> None:
        """Take over the second choice of labels, and leave out what is obsolete and what is no concept."""
        for number, text, language in self.second:
            self.builder.add_label(number, text, language)
        self.builder.relations = self.counts
        gone = {i for name, i in self.builder.index.items() if name in _NO_CLASSES}
        gone |= set() if self.asked.obsolete else self.obsolete
        if self.obsolete:
            verb = "kept" if self.asked.obsolete else "left out"
            self.builder.add_note(
                f"{counted_text(len(self.obsolete), 'obsolete concept is', 'obsolete concepts are')} {verb}."
            )
        if any(name.startswith(OWN) for name in self.builder.index):
            plain = {unquote(name.removeprefix(OWN)): i for name, i in self.builder.index.items()}
            if len(plain) == len(self.builder.index):  # two addresses may be spelled differently and say one name
                self.builder.index = plain
        # Properties and the scheme itself have labels too.
        joined = {*self.builder.tails, *self.builder.heads}
        if joined or self.typed:
            gone |= set(self.builder.index.values()) - joined - self.typed
        self.builder.leave_out(gone)


SHAPE = FileShape("skos", "SKOS or RDF", detects, read, endings=(".ttl", ".nt", ".rdf", ".owl", ".skos"))
