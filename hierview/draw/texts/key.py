"""Key of a figure: letters stand in the place of names, numbers before cut ones, and the names beside or below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...explain import HierarchyPicture, NetworkPicture, PairsPicture, Picture, Words
from ...model.case import Case
from ...model.labels import Labels
from ..figures.figure import LEAST_MM, MM, Figure, FigureStyle, PanelDrawing
from ..scenes.network import DEFAULT, arc_cost_text
from .class_labels import label_lines
from .fonts import Face, line_width
from .label_words import TextLine, least_width_of, wrap_words

KEY_LINE = 19.0  # from one line to the next
KEY_AIR = 14.0  # between a figure and its key, and between columns of it
BESIDE_MM = 56.0  # the width of a key beside a figure
_AFTER_NUMBER = 4.0
_LANGUAGE = "key"  # comes before those of the case


def cut_names(cases: Iterable[Case]) -> tuple[str, ...]:
    """The shown names, each once, that no three lines hold."""
    labels = (case.hierarchy.labels.label_or_name(c) for case in cases for c in case.hierarchy.classes)
    last_lines = ((name, label_lines(name)[-1]) for name in dict.fromkeys(labels))
    return tuple(name for name, last in last_lines if last.endswith("…") and not name.endswith(last))


def with_cut_numbers(case: Case, numbers: dict[str, int]) -> Case:
    """The case with numbers before the names that are cut."""
    h = case.hierarchy
    label_of = {c: h.labels.label_or_name(c) for c in h.classes}
    return _with_labels(case, {c: f"{numbers[name]} {name}" for c, name in label_of.items() if name in numbers})


def cut_names_panel(names: Sequence[str], wide: float, face: Face) -> PanelDrawing:
    """The panel of the whole names that are cut elsewhere, each behind its number, from 0, 0 on."""
    lines = [line for i, name in enumerate(names, 1) for line in wrap_words((f"{i} {name}",), wide, face.small, face)]
    title = [TextLine(0.0, KEY_LINE * (n + 0.5), line, face.small, anchor="start") for n, line in enumerate(lines)]
    return PanelDrawing(None, tuple(title), ())


def _with_labels(case: Case, labels: Mapping[str, str]) -> Case:
    h = case.hierarchy
    return replace(case, hierarchy=h.labelled(Labels({_LANGUAGE: labels, **dict(h.labels)}))) if labels else case


# Letters in the place of names


@dataclass(frozen=True)
class Key:
    """Rows of letters and a name, and a sentence below them."""

    rows: tuple[tuple[str, str], ...]
    """The rows: letters and a name."""
    sentence: str = ""
    """The sentence below them; "" for none."""


@dataclass(frozen=True)
class WrittenValues:
    """Values that a picture wrote at its classes, and a sentence on the costs that it wrote between them."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Value that was written at each class."""
    costs: str = ""
    """Sentence on the costs between classes; "" where none were written."""

    def __bool__(self) -> bool:
        return bool(self.costs) or any(self.values.values())


NOTHING = WrittenValues()


def classes_in(case: Case, picture: Picture) -> frozenset[str]:
    """The classes of a case whose names stand in a picture, as far as numbers can stand in their place."""
    names: Iterable[str | None] = ()
    if isinstance(picture, HierarchyPicture):
        names = case.hierarchy.classes
    elif isinstance(picture, PairsPicture):
        names = (*picture.left.classes, *picture.right.classes)
    elif isinstance(picture, NetworkPicture):
        names = (node.name for column in picture.columns for node in column)
    return frozenset(c for c in names if c is not None and c not in case.artificial)


def classes_with_writing(picture: HierarchyPicture) -> frozenset[str]:
    """The classes that a picture pairs, or at which it writes a value."""
    valued = (c for c, look in picture.looks.items() if look.value)
    paired = (c for link in picture.links for c in (link.predicted, link.true) if c is not None)
    return frozenset((*valued, *paired))


def number_letters(n: int) -> str:
    """The letters that stand for a number, which a cost beside them could be mistaken for.

    >>> [number_letters(n) for n in (1, 26, 27, 53)]
    ['A', 'Z', 'AA', 'BA']
    """
    n, last = divmod(n - 1, 26)
    return (number_letters(n) if n else "") + chr(ord("A") + last)


def class_numbers(cases: Iterable[Case]) -> dict[str, int]:
    """The number of each class, of those that a case marks first; folded and artificial classes have none."""
    cases = list(cases)
    own = [[c for c in case.hierarchy.classes if c not in case.artificial] for case in cases]
    marked = [c for case, classes in zip(cases, own, strict=True) for c in classes if c in case.marked]
    every = dict.fromkeys([*marked, *(c for classes in own for c in classes)])
    return {c: i for i, c in enumerate(every, 1)}


def with_numbers(case: Case, numbers: Mapping[str, int], keyed: Collection[str]) -> Case:
    """The case with letters in the place of each name that the key holds, and nothing in the place of others."""
    labels = {c: number_letters(numbers[c]) if c in keyed else "" for c in case.hierarchy.classes if c in numbers}
    return _with_labels(case, labels)


def key_of_classes(
    case: Case, numbers: Mapping[str, int], keyed: Iterable[str], written: WrittenValues = NOTHING
) -> Key:
    """The key of these classes in the order of their numbers. written: what is moved from the picture to the key."""
    label_of = case.hierarchy.labels.label_or_name
    rows = sorted((numbers[c], label_of(c), written.values.get(c, "")) for c in keyed if c in numbers)
    return Key(
        tuple((number_letters(n), f"{name}: {value}" if value else name) for n, name, value in rows), written.costs
    )


def without_writing(picture: Picture, numbers: Mapping[str, int]) -> tuple[Picture, WrittenValues]:
    """The picture without values at classes and without costs on lines between two columns, and what those were.

    The most frequent cost is said once: "Cost 5, but A–D: 2, A–F: 3."
    """

    def name(c: str | None, default: str) -> str:
        return default if c is None else number_letters(numbers[c]) if c in numbers else c

    if isinstance(picture, HierarchyPicture):
        looks = {c: replace(look, value="") for c, look in picture.looks.items()}
        return replace(picture, looks=looks), WrittenValues({c: look.value for c, look in picture.looks.items()})
    if isinstance(picture, PairsPicture):
        pairs = [(name(one.predicted, "default"), name(one.true, "default"), one.label) for one in picture.links]
        links = tuple(replace(one, label="") for one in picture.links)
        return replace(picture, links=links), WrittenValues(costs=_costs_sentence(pairs))
    if isinstance(picture, NetworkPicture):
        between = [(arc.tail, arc.head, arc_cost_text(arc)) for arc in picture.arcs if arc.cost]
        pairs = [(name(a.name, DEFAULT[a.kind]), name(b.name, DEFAULT[b.kind]), cost) for a, b, cost in between]
        return replace(picture, arcs=tuple(replace(arc, cost="") for arc in picture.arcs)), WrittenValues(
            costs=_costs_sentence(pairs)
        )
    return picture, NOTHING


def _costs_sentence(pairs: Sequence[tuple[str, str, str]]) -> str:
    if not pairs:
        return ""
    ((usual, _),) = Counter(cost for _, _, cost in pairs).most_common(1)
    others = ", ".join(f"{a}–{b}:\u00a0{cost}" for a, b, cost in pairs if cost != usual)
    return f"Cost {usual}, but {others}." if others else f"Cost {usual}."


# The key as it stands


def with_key(key: Key, style: FigureStyle, beside: bool, draw: Callable[[FigureStyle], Figure | None]) -> Figure | None:
    """The figure that `draw` makes in the room that its key leaves, the key beside or below; None where none is left.

    style: of both together, with a width and a height.
    """
    assert style.width_mm is not None
    assert style.height_mm is not None
    mm = style.unit / MM
    panel, high = _lowest_key(key, (BESIDE_MM if beside else style.width_mm) / mm, style.face)
    wide = style.width_mm - (BESIDE_MM + KEY_AIR * mm) * beside
    rest = style.height_mm - (high + KEY_AIR) * mm * (not beside)
    if min(wide, rest) < LEAST_MM or high * mm > style.height_mm:
        return None
    figure = draw(replace(style, width_mm=wide, height_mm=rest))
    if figure is None:
        return None
    x, y = (figure.width + KEY_AIR, max(0.0, figure.height - high) / 2) if beside else (0.0, figure.height + KEY_AIR)
    panels = (*figure.panels, panel.moved_by(x, y))
    return replace(figure, style=style, width=style.width_mm / mm, height=max(figure.height, y + high), panels=panels)


def key_figure(key: Key, style: FigureStyle) -> Figure:
    """The figure of a key by itself."""
    assert style.width_mm is not None
    wide = style.width_mm * MM / style.unit
    panel, high = _lowest_key(key, wide, style.face)
    return Figure(style, wide, high, (panel,))


def _lowest_key(key: Key, wide: float, face: Face) -> tuple[PanelDrawing, float]:
    """A key in as many columns as make it lowest, where no word is wider than its column, and its height."""
    number = max((line_width(f"{n} ", face.small, face) for n, _ in key.rows), default=0.0) + _AFTER_NUMBER
    word = number + max((least_width_of((name,), face.small, face) for _, name in key.rows), default=0.0)
    most = max(1, int((wide + KEY_AIR) // (word + KEY_AIR)))
    return min(
        (_key_panel(key, wide, columns, number, face) for columns in range(1, most + 1)), key=lambda panel: panel[1]
    )


def _key_panel(key: Key, wide: float, columns: int, number: float, face: Face) -> tuple[PanelDrawing, float]:
    """A key in so many columns, from 0, 0 on, and its height. number: how wide a number is."""
    column = (wide - KEY_AIR * (columns - 1)) / columns
    rows = [(n, wrap_words((name,), column - number, face.small, face)) for n, name in key.rows]
    lines: list[TextLine] = []

    def write(left: float, row: int, words: Words) -> None:
        lines.append(TextLine(left, KEY_LINE * (row + 0.5), words, face.small, anchor="start"))

    row = lowest = 0
    left = 0.0
    longest = _least_column_height([len(texts) for _, texts in rows], columns)
    for n, texts in rows:
        if row + len(texts) > longest:
            row, left = 0, left + column + KEY_AIR
        write(left, row, (n,))
        for text in texts:
            write(left + number, row, text)
            row += 1
        lowest = max(lowest, row)
    for text in wrap_words((key.sentence,), wide, face.small, face):
        write(0.0, lowest, text)
        lowest += 1
    says = "; ".join(f"{n} {name}" for n, name in key.rows)
    return PanelDrawing(None, tuple(lines), (), f"Key: {says}"), KEY_LINE * lowest


def _least_column_height(heights: Sequence[int], columns: int) -> int:
    """The least height of columns, filled one after the other, that so many of them need."""
    longest = max(heights, default=0)
    while True:
        count, at = 1, 0
        for height in heights:
            count, at = (count, at + height) if at + height <= longest else (count + 1, height)
        if count <= columns:
            return longest
        longest += 1
