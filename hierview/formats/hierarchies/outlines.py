"""Outlines as people draw them: tree signs, runs of marks, headings, bullets and numbers, mind maps, YAML and TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any
from xml.parsers import expat

from ...errors import CaseError, HierviewError, quoted
from ..losses import counted_text
from ..typed.lines import LARGEST_TEXT
from .asked import Guess
from .builder import Builder, PathTree
from .grammars.graphml import parse_xml
from .grammars.json_values import as_json, read_value
from .source import FileShape, Source

Entries = Iterator[tuple[int, int, str]]  # line, how far in, name

_SIGNS = re.compile(r"[ \t\u00a0]*(?:[│├└┃┣┗║╠╚|+`\\][ \t\u00a0─━═\-]*)+(?:-+[ \t]*)?")
_DRAWN = re.compile(r"[│├└┣┗╠╚]|[+\\`|]-[-\s\w]|\|  ?-")
_RUN = re.compile(r"(-+|\*+|#+|=+|>+|~+|\.+)_?[ \t]*(?=[^\s\-*#=>~.])(.*)")
_ITEM = re.compile(
    r"(\s*)(?:[-*+•◦▪●○■□‣\u2043–]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[A-Z]|[IVXLCivxlc]+)[.)])[ \t]+(.*)"
)
_NUMBERED = re.compile(r"(\s*)\d{1,3}(?:\.\d{1,3})+\.?[ \t]+(.*)|(\s*)\d{1,3}\.?[ \t]+(.*)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*")
_MARKUP = re.compile(r"!?\[\[?([^\] ][^\]]{1,200})\]\]?(?:\([^)]{0,2000}\))?|(\*\*?|__|`)(?=\S)(.{1,200}?)\2")
# Headings of what is written about a program or a subject.
_OF_TEXTS = re.compile(
    r"(?:table of )?contents|introduction|overview|background|(?:getting|quick) ?start(?:ed)?|install(?:ation)?|"
    r"set ?up|requirements|dependencies|usage|examples?|features|options|api|configuration|contribut\w+|licen[cs]e|"
    r"changelog|faq|references|authors|acknowledge?ments|notes?|agenda|decisions|summary|conclusions?|todo|support|"
    r"added|fixed|changed|removed|ingredients|steps|why|how|what",
    re.IGNORECASE,
)
_LINKED = re.compile(r"\]\(#|!\[")
_SHAPED = re.compile(r"[\w-]*(?:\(\((.*)\)\)|\{\{(.*)\}\}|\(\[(.*)\]\)|\[(.*)\]|\((.*)\)|\)(.*)\()")
_MIND_MAP = re.compile(r"(?:---\n(?:[^\n]*\n){0,50}?---\s*\n)?(?:\s*%%[^\n]*\n)*\s*mindmap[ \t]*(?:\n|$)")
_TODO = re.compile(r"^(?:TODO|DONE|\[[ xX]\])[ \t]+|(?<![ \t])[ \t]+:[\w:@]+:$")
_YAML_KEY = re.compile(r"[ \t]*(?:- +)?(?:\"[^\"]*\"|'[^']*'|[^\s#:\[{\"'][^:#]*):(?:[ \t].*)?")
_HIERARCHICAL = re.compile(r"^@attribute\s+\S+\s+hierarchical\s+(\S+)", re.IGNORECASE | re.MULTILINE)
_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)(?:[^<>\"']|\"[^\"]*\"|'[^']*'){0,400}?(/?)>")
_NAMED = ("text", "title", "name", "label", "value", "words")  # attributes with the name of an element
_SAMPLE = 50_000  # characters of XML by which a tag is told
_TOML_TABLE = re.compile(r"\[\[?[^\[\]\n]+\]?\]")
_LARGEST_DATA = 2_000_000  # characters of YAML, TOML or OPML
_DEEPEST = 100
_OF_ALIASES = 10_000  # texts, lists and maps for which the aliases of YAML may stand


def detects(source: Source) -> float:
    """Surely where lines are drawn, marked or nested as those of an outline, or are keys of YAML or TOML."""
    kind = _outline_kind(source)
    return 0.0 if kind is None else 0.98 if isinstance(kind, str) else 0.95


def has_keys(source: Source) -> bool:
    """Whether a source is YAML or TOML."""
    return _outline_kind(source) in ("yaml", "toml")


def outline_value(source: Source) -> Any:
    """The value of YAML, TOML, OPML or the header of ARFF, parsed once. Raises HierviewError."""
    if not source.parsed:
        source.parsed.append(_library_value(str(_outline_kind(source)), source.text, source.origin))
    return source.parsed[0]


def _outline_kind(source: Source) -> Callable[[Sequence[str]], Entries] | str | None:
    """What reads the lines; "yaml" or "toml" where a library does; None where no outline is seen."""
    lines = source.first_lines
    if source.first_characters[:1] == "<" and nested_tag(source.first_characters):
        return "xml"
    if _HIERARCHICAL.search(source.first_characters):
        return "arff"
    if (
        not lines
        or source.first_characters[:1] in "{<("
        or (source.first_characters[:1] == "[" and not _TOML_TABLE.fullmatch(lines[0].strip()))
    ):
        return None
    n = len(lines)
    if _MIND_MAP.match(source.first_characters):
        return _mind_map_nodes
    if sum(bool(_DRAWN.search(line)) for line in lines) >= 0.5 * n:
        return _lines_by_tree_signs
    ending = source.origin.lower().rpartition(".")[2]
    if ending == "toml" or (_tables(lines) > 1 and sum(" = " in line for line in lines) > 0.3 * n):
        return "toml"
    keys = sum(bool(_YAML_KEY.fullmatch(line)) for line in lines)
    if ending in ("yaml", "yml") or (keys > 0.3 * n and _is_yaml(lines)):
        return "yaml"
    headings = [match[1] for line in lines if (match := _HEADING.fullmatch(line))]
    listed = sum(bool(_ITEM.fullmatch(line)) for line in lines) >= n - len(headings) > 0
    if (len({*headings}) > 1 or (len(headings) > 1 and listed)) and "\t" not in source.first_characters[:200]:
        return _markdown_lines
    mark = _common_mark(lines)
    runs = [len(match[1]) for line in lines if (match := _RUN.fullmatch(line)) and match[1][0] == mark]
    if len(runs) >= 0.4 * n and len({*runs}) > 1:
        return _lines_by_mark_runs
    items = [match for line in lines if (match := _ITEM.fullmatch(line))]
    if len(items) > 0.8 * n and len({match[1] for match in items}) > 1 and _has_bullets_or_markup(lines):
        return _item_lines
    if len({line[: len(line) - len(line.lstrip())] for line in lines}) > 1 and all(map(_NUMBERED.fullmatch, lines)):
        return _item_lines
    return None


def _common_mark(lines: Sequence[str]) -> str:
    """The mark that most lines begin with; "" where none does."""
    marks = [match[1][0] for line in lines if (match := _RUN.fullmatch(line)) and not line.startswith("#+")]
    return max(marks, key=marks.count, default="") if len(marks) < 100_000 else marks[0]


def _tables(lines: Sequence[str]) -> int:
    return sum(bool(_TOML_TABLE.fullmatch(line.strip())) for line in lines)


def _is_yaml(lines: Sequence[str]) -> bool:
    """Whether what stands deeper always stands below a key, as it must in YAML."""
    nested = False
    for line, below in pairwise(lines):
        if len(below) - len(below.lstrip(" ")) > len(line) - len(line.lstrip(" ")):
            nested = True
            if not (line.rstrip().endswith(":") or _YAML_KEY.fullmatch(line)):
                return False
    return nested


def _has_bullets_or_markup(lines: Sequence[str]) -> bool:
    """Whether items carry what is no part of a name: bullets of a word processor, numbers, or Markdown."""
    bare = [line.lstrip() for line in lines]
    if any(not _ITEM.fullmatch(line) for line in bare) or len({line[0] for line in bare}) > 1:
        return True
    return any(
        line[0] not in "-*+" or _MARKUP.search(line) or _TODO.search(line[2:]) for line in bare if _ITEM.fullmatch(line)
    )


def read(source: Source, builder: Builder) -> Guess:
    """Add the classes of an outline, whose identity is their path."""
    kind = "value" if source.value is not None else _outline_kind(source) or _item_lines
    rows = tuple((line[:100],) for line in source.first_lines[:5])
    if isinstance(kind, str):
        if len(source.text) > _LARGEST_DATA:
            raise HierviewError(f"{len(source.text):,} characters are too many; {kind} has at most {_LARGEST_DATA:,}")
        read_value(outline_value(source) if source.value is None else source.value, builder)
        return Guess(rows=rows)
    trails = PathTree(builder, " > ")
    above: list[tuple[int, int]] = []
    lines = source.text.split("\n")
    classes = 0
    for line, indent, name in kind(lines):
        builder.line = line
        classes += 1
        while above and above[-1][0] >= indent:
            above.pop()
        if name := _TODO.sub("", _MARKUP.sub(lambda m: m[1] or m[3] or "", name)).strip():
            above.append((indent, trails.entry_below(above[-1][1] if above else -1, name)))
    trails.finish()
    others = sum(map(bool, map(str.strip, lines))) - classes
    if kind is _markdown_lines and (_LINKED.search(source.text) or source.text.count("](http") > 0.3 * classes):
        builder.weak = "links would be classes"
    elif kind in (_markdown_lines, _lines_by_tree_signs):
        of_texts = [name for name in trails.last if _OF_TEXTS.fullmatch(name)]
        if others > 0.4 * classes:
            builder.add_note(f"{counted_text(others, 'line', 'lines')} that are no headings or items left out.")
            if kind is _lines_by_tree_signs or max(trails.levels, default=0) < 3 or of_texts:
                builder.weak = "many lines would say nothing"
        elif len(of_texts) > 1:
            builder.weak = f"headings such as {quoted(of_texts[0])} are those of a text"
    elif kind is _lines_by_mark_runs and others:
        builder.add_note(f"{counted_text(others, 'line', 'lines')} without the marks of a level left out.")
    return Guess(rows=rows)


# Each gives (line, how far in, name) of every class


def _lines_by_tree_signs(lines: Sequence[str]) -> Entries:
    """Lines with signs; one without is a class where it stands right above one with signs."""
    for i, line in enumerate(lines):
        match = _SIGNS.match(line) if _DRAWN.search(line) else None
        if match:
            yield i + 1, match.end(), line[match.end() :].strip()
        elif line.strip() and i + 1 < len(lines) and _DRAWN.search(lines[i + 1]):
            yield i + 1, 0, line.strip()


def _lines_by_mark_runs(lines: Sequence[str]) -> Entries:
    """Lines that begin with as many marks as their level says; one without any right above one that has some."""
    mark = _common_mark(lines[:1000])
    runs = [match if (match := _RUN.fullmatch(line.rstrip())) and match[1][0] == mark else None for line in lines]
    for i, (line, match) in enumerate(zip(lines, runs, strict=True)):
        if match:
            yield i + 1, len(match[1]), match[2].rstrip()
        elif mark in "-." and line.strip(" =-") and i + 1 < len(lines) and runs[i + 1]:
            yield i + 1, 0, line.strip()


def _markdown_lines(lines: Sequence[str]) -> Entries:
    """Headings, and the items of lists below them, but for what stands in blocks of code."""
    below = in_code = False
    for i, line in enumerate(lines, 1):
        in_code ^= line.startswith("```")
        if in_code:
            continue
        if match := _HEADING.fullmatch(line):
            below = True
            yield i, len(match[1]), match[2]
        elif below and (match := _ITEM.fullmatch(line)):
            yield i, 10 + len(match[1].expandtabs(4)), match[2]


def _item_lines(lines: Sequence[str]) -> Entries:
    """Items with bullets or numbers, by how far they stand in, below a title if the first line alone is no item."""
    others = [
        i for i, line in enumerate(lines) if line.strip() and not (_ITEM.fullmatch(line) or _NUMBERED.fullmatch(line))
    ]
    if len(others) == 1 and not any(map(str.strip, lines[: others[0]])):
        yield others[0] + 1, -1, lines[others[0]].strip(" \t:")
    for i, line in enumerate(lines, 1):
        if match := _ITEM.fullmatch(line) or _NUMBERED.fullmatch(line):
            groups = [group for group in match.groups() if group is not None]
            yield i, len(groups[0].expandtabs(4)), groups[1]


def _mind_map_nodes(lines: Sequence[str]) -> Entries:
    """The nodes of a mind map of Mermaid, without their shapes."""
    start = 1 + next(i for i, line in enumerate(lines) if line.strip() == "mindmap")
    for i, line in enumerate(lines[start:], start + 1):
        text = line.strip()
        if text and not text.startswith(("::", "%%")):
            shaped = _SHAPED.fullmatch(text)
            name = next((group for group in shaped.groups() if group is not None), text) if shaped else text
            name = re.sub("<br ?/?>", " ", name.strip('"'))
            yield i, len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()), name


# Data by a library


def _library_value(kind: str, text: str, origin: str) -> Any:
    import tomllib  # here, since few files need it

    try:
        if kind == "arff":
            return [path.split("/") for path in _HIERARCHICAL.search(text)[1].split(",")]  # type: ignore[index]
        if kind == "xml":
            return _xml_elements(text, origin)
        return as_json(tomllib.loads(text)) if kind == "toml" else _parse_yaml(text)
    except HierviewError:
        raise
    except (ValueError, RecursionError) as error:  # not TOML, or a number of too many digits
        raise CaseError(f"{origin}: this is not TOML ({error})") from None


def _parse_yaml(text: str) -> Any:
    """The texts, lists and maps in YAML; nothing else is made of it, and nothing stands in more than one place."""
    import yaml  # here, since it takes a while to load

    fastest = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(fastest):  # type: ignore[misc, valid-type]
        """All scalars are texts, and empty ones nothing."""

        def construct_object(self, node: Any, deep: bool = False) -> Any:
            if isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:merge":
                return None if node.tag.endswith(":null") else str(node.value)
            return super().construct_object(node, deep)

    try:
        sizes: dict[str | None, int] = {}  # events for which each anchor stands; too many until it ends, as of itself
        open_: list[tuple[str | None, int]] = []
        of_aliases = 0
        for n, event in enumerate(yaml.parse(text, fastest)):
            if isinstance(event, yaml.CollectionStartEvent):
                open_.append((event.anchor, n + of_aliases))
                sizes[event.anchor] = _OF_ALIASES + 1
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = open_.pop()
                sizes[anchor] = n + of_aliases - before
            elif isinstance(event, yaml.AliasEvent):
                of_aliases += sizes.get(event.anchor, 1)
            if len(open_) > _DEEPEST or of_aliases > _OF_ALIASES:
                raise HierviewError(
                    f"line {event.start_mark.line + 1}: YAML of more than {_DEEPEST} levels, or with aliases for more "
                    f"than {_OF_ALIASES:,} texts, lists and maps, is not accepted; write it out"
                )
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f"line {place.line + 1}: " if place is not None else ""
        raise HierviewError(
            f"{where}this is not YAML ({getattr(error, 'problem', None) or 'it cannot be read'})"
        ) from None


def nested_tag(text: str) -> str:
    """The tag of elements that stand in others of the same, in the beginning of XML; "" where none do."""
    open_: list[str] = []
    for end, tag, alone in _TAG.findall(text[:_SAMPLE]):
        if end:
            while open_ and open_.pop() != tag:
                pass
        elif tag in open_ and ":" not in tag and tag.lower() not in ("ul", "ol"):  # lists hold what is named
            return str(tag)
        elif not alone:
            open_.append(tag)
    return ""


def _xml_elements(text: str, origin: str) -> Any:
    """Elements of XML that stand in others of their tag, as objects with names, perhaps ids, and children."""
    parser = expat.ParserCreate("utf-8")  # whatever its first line says, it is a text by now
    nested = nested_tag(text)
    open_: list[dict[str, Any]] = [{"children": []}]

    def start(tag: str, given: dict[str, str]) -> None:
        if tag == nested:
            if len(open_) > _DEEPEST:
                raise CaseError(
                    f"{origin}: outlines stand in more than {_DEEPEST} others, which is the most that is accepted"
                )
            said = {key.lower(): said for key, said in given.items()}
            entry: dict[str, Any] = {"name": next((said[key] for key in _NAMED if said.get(key)), "")}
            if own := said.get("id") or said.get("wnid"):
                entry["id"] = own
            entry["children"] = []
            open_[-1]["children"].append(entry)
            open_.append(entry)

    def end(tag: str) -> None:
        if tag == nested:
            open_.pop()

    def inside(said: str) -> None:
        if len(open_) > 1 and not open_[-1]["children"] and said.strip():
            open_[-1]["name"] = open_[-1]["name"] or said.strip()

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, inside
    parser.buffer_text = True
    parse_xml(parser, text.encode(), origin)
    return open_[0]["children"]


SHAPE = FileShape(
    "list", "a drawn or marked list", detects, read, LARGEST_TEXT, (".md", ".yaml", ".yml", ".toml", ".mmd")
)
