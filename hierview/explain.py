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
    """The texts of values with `digits` decimals, or as many as it takes to tell them apart."""
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
    """Name of the class."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Symbol:
    """A symbol in italics, with an optional upright subscript: G and t make G_t."""

    text: str
    """The symbol in italics."""
    sub: str = ""
    """Its subscript, upright; "" for none."""
    says: str = field(default="", compare=False)
    """Meaning of the symbol, said beside the first formula that holds it."""
    setting: str = field(default="", compare=False)
    """The parameter that it stands for; "" for none."""

    def __str__(self) -> str:
        return f"{self.text}_{self.sub}" if self.sub else self.text


Word = str | Name | Symbol
Words = tuple[Word, ...]


def plain(words: Words | str) -> str:
    """The plain text of words."""
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
    """A number of this case. `classes` are those counted in it (a count) or paired by it (a cost)."""

    text: str
    """The number as it is printed."""
    classes: frozenset[str] = frozenset()
    """Classes that are counted in it, or paired by it."""
    counts: bool = True
    """Whether the number is the number of `classes`."""
    setting: str = ""
    """The parameter that it comes from, for a number that is set and not counted."""


@dataclass(frozen=True)
class Frac:
    """A fraction: a row above a line and a row below it."""

    top: Row
    """The row above the line."""
    bottom: Row
    """The row below the line."""


# A text in a row is an operator, an upright word or a plain number, e.g. "·", "MGIA", "2".
Term = str | Symbol | Num | Frac
Row = tuple[Term, ...]


@dataclass(frozen=True)
class Formula:
    """left = sides[0] = sides[1] = … = value; an empty value is not known yet."""

    left: Row
    """The left side: the measure's symbol."""
    sides: tuple[Row, ...]
    """The sides between, each equal to the next, from symbols to numbers."""
    value: str
    """The value as it is printed; "" where it is not known yet."""

    @property
    def numbers(self) -> tuple[Num, ...]:
        """Every number in it that carries classes, from left to right."""
        return tuple(term for term in terms_of(self) if isinstance(term, Num) and term.classes)


def formula_text(formula: Formula) -> str:
    """The plain text of a formula, on one line."""

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
    """Look of a class in a picture: orthogonal facts, each with a channel of its own."""

    mark: Mark | None = None
    """The mark that is shown; None for the mark that the case has."""
    side: Side = "none"
    """The side that the class is counted on, shown by its colour."""
    emphasis: Emphasis = "plain"
    """How it stands out: plain, what the picture is about, dropped, or quiet."""
    kind: Kind = "class"
    """What it is: a class, a default class, an artificial one, or several folded into one."""
    lca: bool = False
    """Whether it is shown as a lowest common ancestor."""
    value: str = ""
    """A score that is printed in the class; "" for none."""
    tint: float | None = None
    """How bad the score is, from 0 (light) to 1 (dark); None for no tint."""
    pick: bool = False
    """Whether a click reports the class, as where a score stands."""


@dataclass(frozen=True)
class Link:
    """A pair of a predicted and a true class; None is the default class of that side."""

    predicted: str | None
    """The predicted class; None for the default class of that side."""
    true: str | None
    """The true class; None for the default class of that side."""
    label: str = ""
    """Text at the pair, such as its cost; "" for nothing."""
    chosen: bool = True
    """Whether the pair is part of the answer, and not only possible."""


@dataclass(frozen=True)
class HierarchyPicture:
    """The case's hierarchy. Classes without a look are drawn plainly, as the case marks them."""

    title: Words
    """Title above the picture, which says what it shows."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Look of each class that is not drawn plainly."""
    edges: Mapping[Edge, Side] = field(default_factory=dict)
    """Edges that belong to a side."""
    links: tuple[Link, ...] = ()
    """Pairs drawn below the hierarchy."""
    root: str | None = None
    """An artificial class that is drawn above the roots; None for none."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""
    others: tuple[Link, ...] = ()
    """Pairs of another measure, unseen until they are asked for."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """The numbers of classes' levels, each of which has a line."""


@dataclass(frozen=True)
class ClassColumn:
    """A column of classes, in order; None is the default class."""

    heading: Words
    """Heading of the column."""
    side: Side
    """The side that its classes belong to."""
    classes: tuple[str | None, ...]
    """The classes, from the top; None is the default class."""


@dataclass(frozen=True)
class PairsPicture:
    """Two columns of classes, predicted at the left, and the pairs between them as lines."""

    title: Words
    """Title above the picture, which says what it shows."""
    left: ClassColumn
    """The predicted classes."""
    right: ClassColumn
    """The true classes."""
    links: tuple[Link, ...]
    """The pairs, as lines between the columns."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class SetsPicture:
    """A picture of sets as lists, side by side."""

    title: Words
    """Title above the picture, which says what it shows."""
    columns: tuple[ClassColumn, ...]
    """The sets, from the left, each as a column."""


@dataclass(frozen=True)
class Series:
    """A line of a chart."""

    label: str
    """Name of the line, written at its end."""
    points: tuple[tuple[Fraction, float | None], ...]
    """Its points (x, y) in order of x, exact in x; y None where undefined, a gap."""
    drawn: Literal["line", "steps", "dots"] = "line"
    """How it is drawn: "line", straight from point to point; "steps", each value up to the next point; "dots", where
    nothing lies between the points.
    """
    apart: float | None = None
    """The value at the chart's place beside the axis, if it has one."""


@dataclass(frozen=True)
class ChartPicture:
    """Lines over one axis, each with its label at its end; the first one in the accent colour."""

    title: Words
    """Title above the chart, which says what it shows."""
    x: str
    """Name of the x axis."""
    y: str
    """Name of the y axis."""
    series: tuple[Series, ...]
    """The lines; the first one is in the accent colour."""
    present: Fraction | Literal["apart"] | None = None
    """The x that is marked, "apart" for the place beside the axis, None for no mark."""
    apart: str = ""
    """Name of the place beside the axis, such as "any distance"; "" where there is none."""
    least: float | None = None
    """Lower end of the y axis; None leaves it to the values."""
    most: float | None = None
    """Upper end of the y axis; None leaves it to the values."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""
    start: float = 0.0
    """Where a logarithmic x axis begins; 0 for an axis of equal steps."""


@dataclass(frozen=True)
class NetworkNode:
    """A node of a flow network: the source, the sink, a class of one side, or (`name` None) its default class."""

    kind: Literal["source", "predicted", "true", "sink"]
    """What it is: the source, the sink, or a class of one side."""
    name: str | None = None
    """Name of the class; None for a default class, the source and the sink."""


@dataclass(frozen=True)
class Arc:
    """An arc of a flow network."""

    tail: NetworkNode
    """The node that the arc leaves."""
    head: NetworkNode
    """The node that the arc enters."""
    capacity: str
    """The least and the most flow on the arc, "[b; c]"."""
    cost: str = ""
    """Cost of one unit of flow; "" where there is none."""
    flow: int | None = None
    """Flow on the arc; None where no flow is shown."""
    chosen: bool = False
    """Whether it is emphasised."""


@dataclass(frozen=True)
class NetworkPicture:
    """A flow network as columns of nodes from the source to the sink; an arc back runs below them."""

    title: Words
    """Title above the network, which says what it shows."""
    columns: tuple[tuple[NetworkNode, ...], ...]
    """The nodes, column by column, from the source to the sink."""
    arcs: tuple[Arc, ...]
    """The arcs between them."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, as a row."""

    label: str
    """Name of the row, such as a system's."""
    value: float | None
    """The value; None where it is undefined."""
    low: float | None = None
    """Lower end of its interval; None without one."""
    high: float | None = None
    """Upper end of its interval; None without one."""
    beside: str = ""
    """A text after the value; "" for none."""
    group: int = 0
    """Number of the group that the row belongs to; neighbours of one group stand together."""


@dataclass(frozen=True)
class EstimatesPicture:
    """Values with intervals below each other on one axis, the first group in the accent colour."""

    title: Words
    """Title above the picture, which says what it shows."""
    x: str
    """Name of the axis."""
    rows: tuple[Estimate, ...]
    """The values, from the top."""
    heading: str = ""
    """Heading of the texts beside the values; "" for none."""
    reference: float | None = None
    """Where a line stands for "no difference"; None for no line."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""
    apart: tuple[Estimate, ...] = ()
    """Rows that stand on other pages, which the axis has room for, too."""


@dataclass(frozen=True)
class TrianglePicture:
    """Agreement between every two of several things, −1 to 1: `values[i][j]` for j < i, None where undefined."""

    title: Words
    """Title above the picture, which says what it shows."""
    names: tuple[str, ...]
    """Names of the things that are compared."""
    values: tuple[tuple[float | None, ...], ...]
    """Agreement of thing i with each thing j < i, from -1 to 1; None where undefined."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class HistogramPicture:
    """Counts of values left and right of 0."""

    title: Words
    """Title above the picture, which says what it shows."""
    x: str
    """Name of the axis."""
    edges: tuple[float, ...]
    """K + 1 ends of the K bins, 0 among them."""
    counts: tuple[int, ...]
    """Number of values in each of the K bins."""
    left: str
    """Text about the values below 0."""
    right: str
    """Text about the values above 0."""
    middle: str
    """Text about the values that are 0."""
    mean: Estimate
    """Mean of all values, marked with its interval."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""
    picks: tuple[str, ...] = ()
    """Keys that a click on each bar reports; empty for none."""
    accent: Literal["left", "right"] = "right"
    """The side in the accent colour, which stays that of the same system whether higher or lower values are better."""


@dataclass(frozen=True)
class FlowBranch:
    """A class of a tree of flows, or several classes that are folded into one branch."""

    name: str
    """Name of the class, or of the classes together."""
    parent: int | None
    """Place of the branch above among all, None at the root."""
    amount: int
    """Number of instances whose true class is here or below."""
    here: int
    """Number of these that are lost right here."""
    gone: int = 0
    """Number of these that were lost above."""
    wrong: int | None = None
    """Number of others that come here; None where that is not counted."""
    folded: int = 0
    """Number of classes that stand together, 0 for a class by itself."""
    pick: str = ""
    """Key that a click on it reports; "" for none."""


@dataclass(frozen=True)
class FlowTreePicture:
    """A hierarchy as a tree of flows, as wide as many things pass: each branch after the one above it."""

    title: Words
    """Title above the picture, which says what it shows."""
    branches: tuple[FlowBranch, ...]
    """The branches, each after the one above it."""
    heads: tuple[str, str, str] = ("true here", "lost here", "wrongly here")
    """Names of the three numbers at a branch: those that come, that are lost here, that come wrongly."""
    widest: float = 0.1
    """Width of the widest branch, as a share of the picture's."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class MatrixRow:
    """A row of a confusion matrix."""

    name: str
    """Name of the class."""
    path: tuple[str, ...]
    """The groups that it stands in, from the top."""
    cells: tuple[str, ...]
    """Texts of the cells, in the order of the columns."""
    tints: tuple[float, ...]
    """How dark each cell is, from -1 to 1."""
    whole: str
    """Number of instances of the class, as text."""
    values: tuple[float, ...] = ()
    """Precision, recall and F1 of the class, or nothing."""


@dataclass(frozen=True)
class MatrixPicture:
    """A confusion matrix, rows true and columns predicted, in the same order."""

    title: Words
    """Title above the matrix, which says what it shows."""
    rows: tuple[MatrixRow, ...]
    """The rows, in the order of the columns."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class Spot:
    """A place of a scatter with so many things."""

    x: float
    """Value on the x axis."""
    y: float
    """Value on the y axis."""
    count: int
    """Number of things at this place."""
    label: str = ""
    """Text that is written beside it; "" for nothing."""


@dataclass(frozen=True)
class PointsPicture:
    """Things by two values: a larger spot is more of them."""

    title: Words
    """Title above the picture, which says what it shows."""
    x: str
    """Name of the x axis."""
    y: str
    """Name of the y axis."""
    spots: tuple[Spot, ...]
    """The places, each with its number of things."""
    equal: bool = False
    """Whether a line shows where both are the same."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""


@dataclass(frozen=True)
class CurveLine:
    """A line of curves, from left to right; two points at one x are a jump."""

    label: str
    """Name of the line, written at its end."""
    points: tuple[tuple[float, float], ...]
    """Its points (x, y), from left to right; two at one x are a jump."""
    drawn: Literal["line", "dots"] = "line"
    """Whether the points are joined by a line or stand alone as dots."""
    marked: tuple[float, float] | None = None
    """The best point (x, y); None for no mark."""
    says: str = ""
    """Text at the marked point; "" says its height and where it is."""


@dataclass(frozen=True)
class CurvesPicture:
    """Lines of thousands of points, each with its label at its end; the first one in the accent colour."""

    title: Words
    """Title above the picture, which says what it shows."""
    x: str
    """Name of the x axis."""
    y: str
    """Name of the y axis."""
    lines: tuple[CurveLine, ...]
    """The lines; the first one is in the accent colour."""
    chosen: float | None = None
    """An x that is marked; None for no mark."""
    low: float | None = None
    """Lower end of the y axis; None leaves it to the values."""
    high: float | None = None
    """Upper end of the y axis; None leaves it to the values."""
    picks: bool = False
    """Whether a click chooses an x, up to 1, and reports `t` and its text."""
    short: Words = ()
    """The title where there is little room; empty where it is the same."""
    start: float = 0.0
    """Where a logarithmic x axis begins; 0 for an axis of equal steps."""


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
    """Name of the step."""
    text: Words
    """The step in plain sentences."""
    pictures: tuple[Picture, ...] = ()
    """Pictures that show it."""
    formula: Formula | None = None
    """The formula so far; None for no formula."""
    aside: tuple[Words, ...] = ()
    """Short lines beside the formula."""
    fact: tuple[Words, Words] | None = None
    """Fact that is known from here on, as its subject and what is said of it."""


def with_meanings(steps: Sequence[Step]) -> tuple[tuple[Meaning, ...], ...]:
    """The meanings beside each step: of symbols and signs where they first stand, and of all of the answer's."""
    explained: set[Symbol | str] = set()
    sentences = []
    for i, step in enumerate(steps, 1):
        every = () if step.formula is None else meanings(step.formula)
        sentences.append(tuple(m for m in every if i == len(steps) or m[0] not in explained))
        explained.update(what for what, _ in every)
    return tuple(sentences)
