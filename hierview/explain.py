"""Explanations as data only: no markup, no coordinates.

A measure hands over steps: a few words, pictures and a formula with this case's numbers in it.
Drawing (`hierview.draw`) turns them into markup; nothing here knows how they will look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

Mark = Literal["true", "predicted", "both", "none"]
Side = Literal["t", "p", "both", "none"]
Emphasis = Literal["plain", "about", "dropped", "quiet"]
Kind = Literal["class", "default", "artificial", "folded"]  # the last stands for several that are not drawn
Edge = tuple[str, str]


@lru_cache(maxsize=4096)
def number(value: float | Fraction | int | None, digits: int = 2) -> str:
    """A value as it is shown: at most `digits` decimals, rounded half up, no trailing zeros; `–` for undefined.

    >>> number(0.5), number(2 / 3), number(7.0), number(None)
    ('0.5', '0.67', '7', '–')
    """
    if value is None:
        return "–"
    exact = Decimal(repr(float(value)))
    if exact.adjusted() < 15:  # beyond that a float has no decimals to round
        exact = round(exact, 10).quantize(Decimal(1).scaleb(-digits), rounding="ROUND_HALF_UP")
    text = f"{exact:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if float(text) == 0 and value != 0:
        # A small value is not nothing.
        return f"{float(value):.1g}"
    return "0" if text in ("-0", "") else text


def distinct_number_texts(*values: float | None, digits: int = 2) -> tuple[str, ...]:
    """Values with `digits` decimals, or as many as it takes to tell them apart."""
    for most in (digits, 3, 6, 12):
        texts = tuple(number(value, most) for value in values)
        if len(set(texts)) == len(set(values)):
            break
    return texts


# Words: a sentence in which class names and symbols are told apart from plain text.


@dataclass(frozen=True)
class Name:
    """A class named in a sentence; pointing at it lights it up."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Symbol:
    """A symbol in italics, with an optional upright subscript: G and t make G_t.

    says: what it stands for, said beside the first formula that holds it.  setting: the parameter that it is.
    """

    text: str
    sub: str = ""
    says: str = field(default="", compare=False)
    setting: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.text}_{self.sub}" if self.sub else self.text


Word = str | Name | Symbol
Words = tuple[Word, ...]


def plain(words: Words | str) -> str:
    """The words as plain text."""
    return words if isinstance(words, str) else "".join(map(str, words))


def with_labels(words: Words, label_of: Callable[[str], str]) -> Words:
    """The words with each class by what is shown in the place of its name.

    >>> plain(with_labels(("What ", Name("Q1"), " gets"), {"Q1": "rock"}.__getitem__))
    'What rock gets'
    """
    return tuple(Name(label_of(word.text)) if isinstance(word, Name) else word for word in words)


def names(classes: Iterable[str], last: str = "and") -> Words:
    """`A, B and C`, by name, each a Name; semicolons part names that hold commas.

    >>> plain(names(["Rock", "Opera"])), plain(names(["Kidney, stage 5", "Type 1", "Pox"]))
    ('Opera and Rock', 'Kidney, stage 5; Pox and Type 1')
    """
    listed = sorted(classes)
    comma = "; " if any(", " in c for c in listed) else ", "
    return join_words(((Name(c),) for c in listed), comma, f" {last} ")


def join_words(parts: Iterable[Sequence[Word]], between: str = "; ", last: str = "") -> Words:
    """Parts of a sentence one after the other. last: what stands before the last one, where it is not `between`."""
    listed = list(parts)
    words: list[Word] = []
    for i, part in enumerate(listed):
        if i:
            words.append(last if last and i == len(listed) - 1 else between)
        words += part
    return tuple(words)


# Formulas


@dataclass(frozen=True)
class Num:
    """A number of this case. `classes` are those counted in it (a count) or paired by it (a cost).

    setting: the parameter that it comes from, for a number that is set and not counted.
    """

    text: str
    classes: frozenset[str] = frozenset()
    counts: bool = True  # whether the number is the number of `classes`
    setting: str = ""


@dataclass(frozen=True)
class Frac:
    """A fraction: a row above a line and a row below it."""

    top: Row
    bottom: Row


# A text in a row is an operator, an upright word or a plain number, e.g. "·", "MGIA", "2".
Term = str | Symbol | Num | Frac
Row = tuple[Term, ...]


@dataclass(frozen=True)
class Formula:
    """left = sides[0] = sides[1] = … = value; an empty value is not known yet."""

    left: Row
    sides: tuple[Row, ...]
    value: str

    @property
    def numbers(self) -> tuple[Num, ...]:
        """Every number in it that carries classes, from left to right."""
        return tuple(term for term in terms_of(self) if isinstance(term, Num) and term.classes)


def formula_text(formula: Formula) -> str:
    """The formula on one line of plain text."""

    def line(row: Row) -> str:
        words = []
        for term in row:
            if isinstance(term, Frac):
                top, bottom = line(term.top), line(term.bottom)
                words.append(" / ".join(f"({part})" if " " in part else part for part in (top, bottom)))
            elif isinstance(term, Num):
                words.append(term.text)
            else:
                words.append(str(term))
        return " ".join(words)

    return " = ".join([line(formula.left), *map(line, formula.sides), *([formula.value] if formula.value else [])])


# What signs between symbols mean, as far as it is not learned at school.
SIGNS = {
    "△": "the classes in one of the two sets, not in both",
    "∩": "the classes in both sets",
    "∪": "the classes in either set",
    "∖": "the classes in the first set, not in the second",
    "|": "how many classes stand between the bars",
    "Σ": "the sum over all of them",
}


def terms_of(formula: Formula) -> list[Term]:
    """Every term of a formula, from left to right, those above and below a line for themselves."""
    terms: list[Term] = []
    for row in (formula.left, *formula.sides):
        for term in row:
            terms += terms_of(Formula(term.top, (term.bottom,), "")) if isinstance(term, Frac) else [term]
    return terms


Meaning = tuple[Symbol | str, str]


def meanings(formula: Formula) -> tuple[Meaning, ...]:
    """The symbols and the signs of a formula that have to be explained, each once, with what they stand for."""
    meaning_of: dict[Symbol | str, str] = {}
    signs: dict[Symbol | str, str] = {}
    for term in terms_of(formula):
        if isinstance(term, Symbol) and term.says:
            meaning_of.setdefault(term, term.says)
        elif isinstance(term, str) and term in SIGNS:
            signs.setdefault(term, SIGNS[term])
    return (*meaning_of.items(), *signs.items())


# Pictures


@dataclass(frozen=True)
class Look:
    """Look of a class in a picture: orthogonal facts, each with a channel of its own.

    mark: None means as the case marks it. value: a score, printed in the class. tint: 0 to 1, how bad
    that score is, from light to dark; None for no tint. pick: whether a click reports it, as where a score stands.
    """

    mark: Mark | None = None
    side: Side = "none"
    emphasis: Emphasis = "plain"
    kind: Kind = "class"
    lca: bool = False
    value: str = ""
    tint: float | None = None
    pick: bool = False


@dataclass(frozen=True)
class Link:
    """A pair of a predicted and a true class; None is the default class of that side."""

    predicted: str | None
    true: str | None
    label: str = ""
    chosen: bool = True


@dataclass(frozen=True)
class HierarchyPicture:
    """The case's hierarchy. Classes without a look are drawn plainly, as the case marks them.

    `root`: an artificial class to be drawn above the roots. `edges`: those that belong to a side.
    `links`: pairs drawn below the hierarchy. `others`: those of another measure, unseen until they are asked for.
    `short`: the title where there is little room. `levels`: the number of classes' levels, each of which has a line.
    """

    title: Words
    looks: Mapping[str, Look] = field(default_factory=dict)
    edges: Mapping[Edge, Side] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    root: str | None = None
    short: Words = ()
    others: tuple[Link, ...] = ()
    levels: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassColumn:
    """A column of classes, in order; None is the default class."""

    heading: Words
    side: Side
    classes: tuple[str | None, ...]


@dataclass(frozen=True)
class PairsPicture:
    """Two columns of classes, predicted at the left, and the pairs between them as lines."""

    title: Words
    left: ClassColumn
    right: ClassColumn
    links: tuple[Link, ...]
    short: Words = ()


@dataclass(frozen=True)
class SetsPicture:
    """A picture of sets as lists, side by side."""

    title: Words
    columns: tuple[ClassColumn, ...]


@dataclass(frozen=True)
class Series:
    """A line of a chart. points: (x, y) in order of x, exact in x; y None where undefined, a gap.

    drawn: "line", straight from point to point; "steps", each value up to the next point; "dots", where
    nothing lies between the points. apart: the value at the chart's place beside the axis, if it has one.
    """

    label: str
    points: tuple[tuple[Fraction, float | None], ...]
    drawn: Literal["line", "steps", "dots"] = "line"
    apart: float | None = None


@dataclass(frozen=True)
class ChartPicture:
    """Lines over one axis, each with its label at its end; the first one in the accent colour.

    present: the x that is marked, "apart" for the place beside the axis, None for no mark.
    apart: what the place beside the axis is, such as "any distance", or "" where there is none.
    least, most: the ends of the y axis; None leaves them to the values.
    start: where a logarithmic x axis begins; 0 for an axis of equal steps.
    """

    title: Words
    x: str
    y: str
    series: tuple[Series, ...]
    present: Fraction | Literal["apart"] | None = None
    apart: str = ""
    least: float | None = None
    most: float | None = None
    short: Words = ()
    start: float = 0.0


@dataclass(frozen=True)
class NetworkNode:
    """A node of a flow network: the source, the sink, a class of one side, or (`name` None) its default class."""

    kind: Literal["source", "predicted", "true", "sink"]
    name: str | None = None


@dataclass(frozen=True)
class Arc:
    """An arc of a flow network.

    capacity: its least and most flow, "[b; c]".  cost: of one unit, "" where there is none.  flow: the
    amount, None where no flow is shown.  chosen: whether it is emphasised.
    """

    tail: NetworkNode
    head: NetworkNode
    capacity: str
    cost: str = ""
    flow: int | None = None
    chosen: bool = False


@dataclass(frozen=True)
class NetworkPicture:
    """A flow network as columns of nodes from the source to the sink; an arc back runs below them."""

    title: Words
    columns: tuple[tuple[NetworkNode, ...], ...]
    arcs: tuple[Arc, ...]
    short: Words = ()


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, as a row. beside: a text after it.  group: of neighbours that belong together."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    beside: str = ""
    group: int = 0


@dataclass(frozen=True)
class EstimatesPicture:
    """Values with intervals below each other on one axis, the first group in the accent colour.

    heading: of the texts beside the values.  reference: where a line stands for "no difference".
    apart: rows that stand on other pages, which the axis has room for, too.
    """

    title: Words
    x: str
    rows: tuple[Estimate, ...]
    heading: str = ""
    reference: float | None = None
    short: Words = ()
    apart: tuple[Estimate, ...] = ()


@dataclass(frozen=True)
class TrianglePicture:
    """Agreement between every two of several things, −1 to 1: `values[i][j]` for j < i, None where undefined."""

    title: Words
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    short: Words = ()


@dataclass(frozen=True)
class HistogramPicture:
    """Counts of values left and right of 0. edges: K + 1 ends of K bins, 0 among them.  counts: K.

    left, right, middle: texts about what lies below 0, above it, and on it.  mean: marked with its interval.
    picks: what a click on each bar reports, if anything.  accent: the side in the accent colour, which stays that of
    the same system whether higher or lower values are better.
    """

    title: Words
    x: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    left: str
    right: str
    middle: str
    mean: Estimate
    short: Words = ()
    picks: tuple[str, ...] = ()
    accent: Literal["left", "right"] = "right"


@dataclass(frozen=True)
class FlowBranch:
    """A class of a tree of flows, or several classes that are folded into one branch.

    parent: place of the branch above among all, None at the root.  amount: how many come here.  here: how many of
    them are lost right here.  gone: how many were lost above.  wrong: how many others come here, None where that is
    not counted.  folded: how many classes stand together, 0 for a class by itself.  pick: what a click on it reports.
    """

    name: str
    parent: int | None
    amount: int
    here: int
    gone: int = 0
    wrong: int | None = None
    folded: int = 0
    pick: str = ""


@dataclass(frozen=True)
class FlowTreePicture:
    """A hierarchy as a tree of flows, as wide as many things pass: each branch after the one above it.

    heads: what the numbers at a branch are: those that come, that are lost here, that come wrongly.
    widest: of the widest branch, its share of the picture's width.
    """

    title: Words
    branches: tuple[FlowBranch, ...]
    heads: tuple[str, str, str] = ("true here", "lost here", "wrongly here")
    widest: float = 0.1
    short: Words = ()


@dataclass(frozen=True)
class MatrixRow:
    """A row of a confusion matrix. path: the groups it stands in.  cells: texts.  tints: how dark each is, −1 to 1.

    whole: how many there are of it.  values: precision, recall and F1, or nothing.
    """

    name: str
    path: tuple[str, ...]
    cells: tuple[str, ...]
    tints: tuple[float, ...]
    whole: str
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class MatrixPicture:
    """A confusion matrix, rows true and columns predicted, in the same order."""

    title: Words
    rows: tuple[MatrixRow, ...]
    short: Words = ()


@dataclass(frozen=True)
class Spot:
    """A place of a scatter with so many things. label: written beside it, "" for nothing."""

    x: float
    y: float
    count: int
    label: str = ""


@dataclass(frozen=True)
class PointsPicture:
    """Things by two values: a larger spot is more of them. equal: whether a line shows where both are the same."""

    title: Words
    x: str
    y: str
    spots: tuple[Spot, ...]
    equal: bool = False
    short: Words = ()


@dataclass(frozen=True)
class CurveLine:
    """A line of curves, from left to right; two points at one x are a jump.

    marked: the point that is best, and what is said of it, else its height and where it is.
    """

    label: str
    points: tuple[tuple[float, float], ...]
    drawn: Literal["line", "dots"] = "line"
    marked: tuple[float, float] | None = None
    says: str = ""


@dataclass(frozen=True)
class CurvesPicture:
    """Lines of thousands of points, each with its label at its end; the first one in the accent colour.

    chosen: an x that is marked.  low, high: the ends of the y axis; None leaves them to the values.  picks: whether a
    click chooses an x, up to 1, and reports `t` and its text.  start: as in a `ChartPicture`.
    """

    title: Words
    x: str
    y: str
    lines: tuple[CurveLine, ...]
    chosen: float | None = None
    low: float | None = None
    high: float | None = None
    picks: bool = False
    short: Words = ()
    start: float = 0.0


# Pictures that show no case.
PlainPicture = (
    EstimatesPicture
    | TrianglePicture
    | HistogramPicture
    | FlowTreePicture
    | PointsPicture
    | CurvesPicture
    | MatrixPicture
)
Picture = HierarchyPicture | PairsPicture | SetsPicture | ChartPicture | NetworkPicture | PlainPicture


def overlay(pictures: Iterable[Picture]) -> HierarchyPicture:
    """One picture of the hierarchy that shows all that these show: what is on a side in one and another is on both."""
    listed = [picture for picture in pictures if isinstance(picture, HierarchyPicture)]
    looks: dict[str, Look] = {}
    edges: dict[Edge, Side] = {}
    for picture in listed:
        for c, look in picture.looks.items():
            looks[c] = _both_looks(looks[c], look) if c in looks else look
        for edge, side in picture.edges.items():
            edges[edge] = _both_sides(edges.get(edge, "none"), side)
    links = dict.fromkeys(link for picture in listed for link in picture.links)
    root = next((picture.root for picture in listed if picture.root is not None), None)
    return HierarchyPicture((), looks, edges, tuple(links), root)


def _both_sides(a: Side, b: Side) -> Side:
    return b if a == "none" else a if b in ("none", a) else "both"


@lru_cache(maxsize=4_096)
def _both_looks(a: Look, b: Look) -> Look:
    """Both looks of a class as one; where it is on a side, it is neither quiet nor struck through."""
    side = _both_sides(a.side, b.side)
    emphasis = min(a.emphasis, b.emphasis, key=("about", "dropped", "plain", "quiet").index)
    emphasis = emphasis if side == "none" or emphasis == "about" else "plain"
    tint = b.tint if a.tint is None else a.tint
    return Look(a.mark, side, emphasis, a.kind, a.lca or b.lca, a.value or b.value, tint, a.pick)


@dataclass(frozen=True)
class Step:
    """One step of an explanation: plain sentences, pictures and the formula so far."""

    title: str
    text: Words
    pictures: tuple[Picture, ...] = ()
    formula: Formula | None = None
    aside: tuple[Words, ...] = ()  # short lines beside the formula
    fact: tuple[Words, Words] | None = None  # what is known from here on: of whom or what, and what


def with_meanings(steps: Sequence[Step]) -> tuple[tuple[Meaning, ...], ...]:
    """Meanings beside each step: of symbols and signs where they first stand, and of all of the answer's."""
    explained: set[Symbol | str] = set()
    sentences = []
    for i, step in enumerate(steps, 1):
        every = () if step.formula is None else meanings(step.formula)
        sentences.append(tuple(m for m in every if i == len(steps) or m[0] not in explained))
        explained.update(what for what, _ in every)
    return tuple(sentences)
