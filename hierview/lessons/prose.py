"""The text of a lesson as data: blocks of words, read from Markdown without HTML.

Neither Markdown nor markup leaves this room: a page, a sheet and a quiz each escape and set the words in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import quoted

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# Words


SYMBOL = re.compile(r"\b(D|f)_(max|error)\b(?![^<]*>)")  # as it is typed in a lesson; not within a tag


@dataclass(frozen=True)
class InlineExpression:
    """An expression in braces, computed where the text is shown."""

    expression: str
    """The expression."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Code:
    """Words in the typeface of code, such as the name of a measure."""

    text: str
    """The words."""


@dataclass(frozen=True)
class Styled:
    """Words that are emphasised: `em` or `strong`."""

    style: str
    """How they are emphasised: `em` or `strong`."""
    words: Text
    """The words."""


@dataclass(frozen=True)
class Hyperlink:
    """Words that lead elsewhere; `href` begins with http://, https:// or mailto:."""

    href: str
    """The address."""
    words: Text
    """The words."""


Text = tuple["str | InlineExpression | Code | Styled | Hyperlink", ...]

# Blocks


@dataclass(frozen=True)
class Paragraph:
    """Words on their own."""

    words: Text
    """The words."""


@dataclass(frozen=True)
class Subheading:
    """A heading within a step: `###` and below."""

    words: Text
    """The words."""


@dataclass(frozen=True)
class Listing:
    """Points one below the other, numbered or not."""

    numbered: bool
    """Whether the points are numbered."""
    points: tuple[Prose, ...]
    """The points."""


@dataclass(frozen=True)
class Quotation:
    """Words of somebody else."""

    blocks: Prose
    """The paragraphs that are quoted."""


@dataclass(frozen=True)
class Verbatim:
    """Lines as they are."""

    text: str
    """The lines."""


@dataclass(frozen=True)
class Fence:
    """A fenced block of a lesson: `show`, `ask`, `case NAME`."""

    kind: str
    """Kind of the block, such as `show`."""
    text: str
    """Its content."""
    line: int
    """Line of the first line of its content."""


Block = Paragraph | Subheading | Listing | Quotation | Verbatim | Fence
Prose = tuple[Block, ...]

FENCES = ("show", "ask", "case")
DEEPEST = 20  # blocks within blocks
_SCHEMES = ("http://", "https://", "mailto:")

Tell = Callable[[int, str], None]  # a line of the file, and what is wrong there


def _expression_rule(state: StateInline, silent: bool) -> bool:
    """The rule for `{…}`: it comes before emphasis, so that a product may be written with a star."""
    if state.src[state.pos] != "{":
        return False
    end = state.src.find("}", state.pos)
    # A set in an expression has braces of its own neither here nor there.
    if end < 0 or "\n" in state.src[state.pos : end]:
        return False
    if not silent:
        token = state.push("value", "", 0)
        token.content = state.src[state.pos + 1 : end].strip()
        token.meta = {"offset": state.src.count("\n", 0, state.pos)}
    state.pos = end + 1
    return True


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, since few pages need it

    md = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST})
    md.disable(["image", "html_inline", "html_block"])
    md.inline.ruler.after("escape", "value", _expression_rule)
    return md


def read_prose(text: str, first: int, tell: Tell) -> Prose:
    """Blocks of a Markdown text whose first line is line `first` of its file; what cannot be used is told."""
    if not text.strip():
        return ()
    return tuple(_blocks(iter(_parser().parse(text)), first, tell, ""))


def _blocks(tokens: Iterator[Token], first: int, tell: Tell, until: str) -> Iterator[Block]:
    line = first
    for token in tokens:
        if token.type == until:
            return
        line = first + token.map[0] if token.map else line
        if token.type in ("paragraph_open", "heading_open"):
            kind = Paragraph if token.type == "paragraph_open" else Subheading
            yield kind(_inline_words(next(tokens).children or (), line, tell))
            next(tokens)  # the end of it
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield Listing(token.type.startswith("o"), tuple(_list_points(tokens, first, tell, token.type)))
        elif token.type == "blockquote_open":
            yield Quotation(tuple(_blocks(tokens, first, tell, "blockquote_close")))
        elif token.type in ("fence", "code_block"):
            yield _fenced_block(token, line, tell)
        elif token.type != "hr":
            tell(line, f"{quoted(token.type)} cannot be used in a lesson")


def _list_points(tokens: Iterator[Token], first: int, tell: Tell, kind: str) -> Iterator[Prose]:
    for token in tokens:
        if token.type == kind.replace("_open", "_close"):
            return
        yield tuple(_blocks(tokens, first, tell, "list_item_close"))  # after its list_item_open


def _fenced_block(token: Token, line: int, tell: Tell) -> Block:
    kind = token.info.split()[0] if token.info.split() else ""
    if token.type == "fence" and kind in FENCES:
        return Fence(token.info.strip(), token.content, line + 1)
    if token.info.strip() and token.type == "fence":
        tell(line, f"a block {quoted(kind)} is not known; blocks are {', '.join(FENCES)}, and blocks without a word")
    return Verbatim(token.content)


def _inline_words(tokens: Sequence[Token], line: int, tell: Tell) -> Text:
    stack: list[tuple[Any, list[Any]]] = [(None, [])]
    for token in tokens:
        here = stack[-1][1]
        match token.type:
            case "text" | "text_special":
                here.append(token.content)
            case "softbreak" | "hardbreak":
                here.append("\n" if token.type == "hardbreak" else " ")
            case "code_inline":
                here.append(Code(token.content))
            case "value":
                here.append(InlineExpression(token.content, line + int(token.meta["offset"])))
            case "em_open" | "strong_open" | "link_open":
                stack.append((token, []))
            case "em_close" | "strong_close" | "link_close":
                opening, words = stack.pop()
                stack[-1][1].append(_styled_or_linked(opening, _join_texts(words), line, tell))
            case other:
                tell(line, f"{quoted(other)} cannot be used in a lesson")
    return _join_texts(stack[0][1])


def _styled_or_linked(token: Token, words: Text, line: int, tell: Tell) -> Styled | Hyperlink:
    if token.type != "link_open":
        return Styled(token.tag, words)
    href = str(token.attrs.get("href", ""))
    if not href.startswith(_SCHEMES):
        tell(line, f"the link {quoted(href)} is not accepted; links begin with {', '.join(_SCHEMES)}")
    return Hyperlink(href if href.startswith(_SCHEMES) else "", words)


def _join_texts(words: list[Any]) -> Text:
    """The words, texts beside each other as one."""
    pieces: list[Any] = []
    for word in words:
        if isinstance(word, str) and pieces and isinstance(pieces[-1], str):
            pieces[-1] += word
        elif word != "":
            pieces.append(word)
    return tuple(pieces)


def expressions_in(prose: Prose | Text) -> Iterator[InlineExpression]:
    """Every expression in a text, in order."""
    for part in prose:
        if isinstance(part, InlineExpression):
            yield part
        elif isinstance(part, Paragraph | Subheading | Styled | Hyperlink):
            yield from expressions_in(part.words)
        elif isinstance(part, Listing):
            for point in part.points:
                yield from expressions_in(point)
        elif isinstance(part, Quotation):
            yield from expressions_in(part.blocks)


def prose_text(prose: Prose | Text, value: Callable[[InlineExpression], str]) -> str:
    """The text as plain words, its expressions as `value` shows them; blocks are parted by line ends.

    >>> prose_text(read_prose("One *and* {1 + 1}.", 1, print), lambda v: f"<{v.expression}>")
    'One and <1 + 1>.'
    """
    texts = []
    for part in prose:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, InlineExpression):
            texts.append(value(part))
        elif isinstance(part, Code | Verbatim):
            texts.append(part.text)
        elif isinstance(part, Styled | Hyperlink):
            texts.append(prose_text(part.words, value))
        elif isinstance(part, Paragraph | Subheading):
            texts.append(prose_text(part.words, value) + "\n\n")
        elif isinstance(part, Listing):
            texts += [prose_text(point, value) + "\n\n" for point in part.points]
        elif isinstance(part, Quotation):
            texts.append(prose_text(part.blocks, value) + "\n\n")
    return "".join(texts).strip() if any(isinstance(p, Block) for p in prose) else "".join(texts)
