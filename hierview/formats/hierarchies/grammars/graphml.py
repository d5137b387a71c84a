"""GraphML: nodes and edges as XML, read by expat as it comes; a DTD and entities are refused."""

from __future__ import annotations

from xml.parsers import expat

from ....errors import CaseError, HierviewError
from ....model.checks import check_weight
from ..asked import Guess
from ..builder import Builder
from ..source import FileShape, Source

_DEEPEST = 100  # elements within each other
_NAMES = ("label", "name", "title")  # of data that are labels, in the order in which they are believed
_DRAWN = "NodeLabel"  # what yEd draws in a node
_LONGEST = 10_000  # characters of one value


def detects(source: Source) -> float:
    """Surely where the root is graphml."""
    return 1.0 if source.first_characters.startswith("<") and "<graphml" in source.first_characters[:5000] else 0.0


class _GraphmlReader:
    """Where the parser is, and what it has met."""

    def __init__(self, builder: Builder, parser: expat.XMLParserType):
        self.builder, self.parser = builder, parser
        self.turned = builder.asked.direction == "child first"
        self.index = builder.index
        sides = builder.tails.append, builder.heads.append
        self.tails, self.heads = sides[::-1] if self.turned else sides
        self.depth = 0
        self.labels: dict[str, int] = {}  # keys of nodes that hold labels, and how far they are believed
        self.weights: set[str] = set()
        self.node: list[int] = []
        self.names: list[tuple[int, str] | None] = []  # of these nodes, which may hold graphs
        self.edge = False
        self.key = ""
        self.text: list[str] | None = None
        self.size = 0
        self.undirected = False

    def start_element(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self.depth += 1
        if tag == "edge":  # most elements of a large file
            self.edge = True
            try:
                above, below = self.index[attributes["source"]], self.index[attributes["target"]]
            except KeyError:
                above, below = self._edge_end(attributes, "source"), self._edge_end(attributes, "target")
            self.tails(above)
            self.heads(below)
            if len(attributes) > 2 and attributes.get("directed") == "false":
                self.undirected = True
            return
        if self.depth > _DEEPEST:
            raise HierviewError(f"elements stand in more than {_DEEPEST} others, which is the most that is accepted")
        tag = tag.rpartition(":")[2]
        if tag == "edge":
            self.depth -= 1
            self.start_element(tag, attributes)
        elif tag == "node":
            self.node.append(self.builder.number_of(attributes.get("id", "")))
            self.names.append(None)
        elif tag == "data" or (tag == _DRAWN and self.node):
            self.key, self.text = attributes.get("key", ""), []
            self.size = 0
            self.parser.CharacterDataHandler = self.read_text  # blanks between elements are many, and nothing
        elif tag == "key":
            self._declare_key(attributes)
        elif tag == "graph" and attributes.get("edgedefault") == "undirected":
            self.undirected = True
        elif tag == "hyperedge":
            raise HierviewError("a hyperedge is not accepted; edges with source and target are")

    def _edge_end(self, attributes: dict[str, str], end: str) -> int:
        if end not in attributes:
            raise HierviewError(f"an edge has no {end}; an edge with source and target is accepted")
        return self.builder.number_of(attributes[end])

    def _declare_key(self, attributes: dict[str, str]) -> None:
        name, of = attributes.get("attr.name", attributes.get("id", "")).lower(), attributes.get("for", "all")
        if name in _NAMES and of in ("node", "all"):
            self.labels[attributes.get("id", "")] = _NAMES.index(name)
        if name == "weight" and of in ("edge", "all"):
            self.weights.add(attributes.get("id", ""))

    def read_text(self, text: str) -> None:
        """Take the text of an element, piece by piece."""
        if self.text is not None and self.size < _LONGEST:
            self.size += len(text)
            self.text.append(text)

    def end_element(self, tag: str) -> None:
        """End an element."""
        self.depth -= 1
        if tag == "edge" or tag.endswith(":edge"):
            self.edge = False
            return
        tag = tag.rpartition(":")[2]
        if tag == "graph":
            self.builder.check_edge_limit()
        elif tag == "node" and self.node:
            number, name = self.node.pop(), self.names.pop()
            if name is not None:
                self.builder.add_label(number, name[1])
        elif tag in ("data", _DRAWN) and self.text is not None:
            value, self.text = "".join(self.text).strip(), None
            self.parser.CharacterDataHandler = None
            if tag == _DRAWN:
                self._take_name(len(_NAMES), " ".join(value.split()))
            elif self.edge and self.key in self.weights and value:
                self.builder.set_weight(check_weight(value))
            elif self.node and not self.edge and self.key in self.labels:
                self._take_name(self.labels[self.key], value)

    def _take_name(self, rank: int, name: str) -> None:
        """Believe a name of the present node, unless another is believed more."""
        current = self.names[-1]
        if name and (current is None or rank < current[0]):
            self.names[-1] = rank, name


def read(source: Source, builder: Builder) -> Guess:
    """Add all nodes and edges; an edge leads from its source to its target, or the other way round."""
    parser = expat.ParserCreate()
    reader = _GraphmlReader(builder, parser)
    parser.StartElementHandler, parser.EndElementHandler = reader.start_element, reader.end_element
    parser.buffer_text = True
    parse_xml(parser, source.content, builder.origin)
    if reader.undirected:
        builder.add_note("Edges without a direction lead from their source to their target.")
    return Guess(direction="child first" if reader.turned else "parent first", rows=_first_edges(builder))


def _first_edges(builder: Builder) -> tuple[tuple[str, ...], ...]:
    names = list(builder.index)[:1000]
    pairs = zip(builder.tails[:5], builder.heads[:5], strict=True)
    return tuple((names[a], names[b]) for a, b in pairs if max(a, b) < len(names))


def parse_xml(parser: expat.XMLParserType, data: bytes, origin: str) -> None:
    """Run a parser over XML, which holds no DTD and no entities but its own five. Raises CaseError with the line."""

    def refuse(*_: object) -> None:
        trouble = "a DTD is not accepted, nor are entities; leave <!DOCTYPE out"
        raise CaseError.at_line(origin, parser.CurrentLineNumber, trouble)

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse  # type: ignore[assignment]
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise CaseError.at_line(
            origin, error.lineno, f"this is not XML ({expat.errors.messages.get(error.code, error)})"
        ) from None
    except CaseError:
        raise
    except HierviewError as error:
        raise CaseError.at_line(origin, parser.CurrentLineNumber, error) from None
    except (ValueError, LookupError):
        raise CaseError(f"{origin}: the encoding that the XML names is not known") from None


SHAPE = FileShape("graphml", "GraphML", detects, read, endings=(".graphml", ".xml"))
