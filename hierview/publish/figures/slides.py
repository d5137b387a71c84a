"""Slides: the pictures of an export at a size that a room can read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Literal, TypeVar

from ...draw.backends.latex.beamer import MOST_LINES, SLIDE, heights_below_sentences, slide_lines
from ...draw.figures.arrange import Panel, first_fitting, panels_figure
from ...draw.figures.figure import Figure, FigureStyle
from ...draw.figures.parts import split_evenly, split_sets_picture
from ...draw.layouts.fold import case_with_only
from ...draw.scenes.hierarchy import Direction
from ...draw.texts.key import (
    NOTHING,
    Key,
    class_numbers,
    classes_in,
    classes_with_writing,
    key_figure,
    key_of_classes,
    with_key,
    with_numbers,
    without_writing,
)
from ...explain import HierarchyPicture, Name, Picture, SetsPicture, Words
from ...model.case import Case

_SENTENCE = re.compile(r"(?<=[\w)\]”][.!?]) (?=[A-Z]|$)")  # the blank after a sentence
_CLAUSE = re.compile(r"(?<=[,;:]) ")
_NUMBER = re.compile(r"\d+\. ")  # of a step, before its text
READABLE_PT = 10.0  # in a room
USUAL_PT = 11.5  # of class labels: what stands between them has 7/8 of it
_TRIED = 0.3  # of the work, as long as what has no room is only looked for
T = TypeVar("T")
_WAYS: tuple[Direction, ...] = ("down", "right", "indented")


@dataclass(frozen=True)
class ShareListener:
    """A listener to the share of some work that is done, from 0 to 1; what it raises ends the work.

    All are equal: what is kept of the work does not depend on who listened.
    """

    tell: Callable[[float], object] = field(default=lambda share: None, compare=False)
    """Is called with the share that is done."""

    def report_each(self, work: Sequence[T]) -> Iterator[T]:
        """The pieces of work, before each of them the share that is done."""
        for i, piece in enumerate(work):
            self.tell(i / len(work))
            yield piece

    def part(self, start: float, end: float) -> ShareListener:
        """A listener that hears of a part of the work, from one share to another."""
        return ShareListener(lambda share: self.tell(start + (end - start) * share))


SILENT = ShareListener()


@dataclass(frozen=True)
class Page:
    """Pictures that belong together, what is said of them, and the classes that it names."""

    said: Words
    """Text about the pictures."""
    panels: tuple[Panel, ...]
    """The pictures."""
    named: frozenset[str] = frozenset()
    """Classes that the text names."""
    last: bool = True
    """Whether nothing more is said of them on a later page."""


@dataclass(frozen=True)
class Slide:
    """One slide of a talk: a sentence and the picture below it."""

    said: Words
    """The sentence."""
    figure: Figure
    """The picture below it."""


def slides_of_pages(pages: Sequence[Page], style: FigureStyle, telling: ShareListener) -> tuple[Slide, ...]:
    """A slide for each page, its panels beside each other; one for each panel where they find no room so.

    A text that would leave no room for its picture is said in parts, one on each slide with the same picture. What
    has no room is drawn on a slide of its own after its text, turned, folded, as small as can be read, or with letters
    in the place of names and a key: whole in any case. Only lists go on on a second slide.
    telling: hears how far that is.
    """
    usual = max(USUAL_PT, style.font_pt)
    numbers = class_numbers(dict.fromkeys(panel.case for page in pages for panel in page.panels))
    talk = _SlideMaker(replace(style, width_mm=SLIDE[0], font_pt=usual, least_pt=READABLE_PT, tex=True), numbers)
    # A hierarchy that turned over between two slides would be another picture.
    ways = _WAYS if style.direction == "auto" else (style.direction,)
    misfits: dict[Literal["auto"] | Direction, int] = {}
    for i, way in enumerate(ways):
        part = telling.part(_TRIED * i / len(ways), _TRIED * (i + 1) / len(ways))
        misfits[way] = talk.count_misfits(pages, replace(talk.style, direction=way), part)
        if not misfits[way]:
            break
    talk.style = replace(talk.style, direction=min(misfits, key=lambda way: misfits[way]))
    return tuple(talk.slides(pages, telling.part(_TRIED, 1)))


_Way = tuple[Callable[[Panel, frozenset[str], FigureStyle], list[Figure]], FigureStyle]  # and its room


@dataclass
class _SlideMaker:
    """Slides while they are made. numbers: of classes whose letters stand in the place of names that find no room.

    drawn: figures by their panels, which are kept with them, and styles, so that each is drawn once.  ways: how panels
    without room are drawn, by what decides it.
    """

    style: FigureStyle
    numbers: Mapping[str, int]
    drawn: dict[tuple[tuple[int, ...], FigureStyle], tuple[Sequence[Panel], Figure | None]] = field(
        default_factory=dict
    )
    ways: dict[tuple[object, ...], tuple[FigureStyle, list[Figure]]] = field(default_factory=dict)
    cases: dict[Case, Panel] = field(default_factory=dict)

    def figure_with_room(self, panels: tuple[Panel, ...], style: FigureStyle) -> Figure | None:
        """The figure of some panels, if it has room."""
        if not any(isinstance(panel.picture, HierarchyPicture) for panel in panels):
            style = replace(style, direction="down", fold=False)
        key = tuple(map(id, panels)), style
        if key not in self.drawn:
            self.drawn[key] = panels, first_fitting(panels, style)
        return self.drawn[key][1]

    def figures_below_text(self, page: Page, high: float, style: FigureStyle) -> list[Figure | None]:
        """The figures of a page below its text: one of all panels, else one of each that has room by itself."""
        style = replace(style, height_mm=high)
        together = self.figure_with_room(page.panels, style)
        return [together] if together else [self.figure_with_room((panel,), style) for panel in page.panels]

    def pages_in_parts(self, pages: Sequence[Page], style: FigureStyle) -> list[tuple[Page, float]]:
        """The pages with the room below their texts, those without room for a picture once for each part of theirs."""
        parts: list[Page] = []
        for page, high in _pages_with_heights(pages):
            texts = [page.said] if all(self.figures_below_text(page, high, style)) else split_text(page.said)
            parts += [replace(page, said=text, last=text is texts[-1]) for text in texts]
        return _pages_with_heights(parts)

    def count_misfits(self, pages: Sequence[Page], style: FigureStyle, telling: ShareListener) -> int:
        """The number of pages that have a picture without room."""
        return sum(
            not all(self.figures_below_text(page, high, style))
            for page, high in telling.report_each(self.pages_in_parts(pages, style))
        )

    def slides(self, pages: Sequence[Page], telling: ShareListener) -> Iterator[Slide]:
        """The slides of all pages."""
        for page, high in telling.report_each(self.pages_in_parts(pages, self.style)):
            text_stands = False
            for panel, one in zip(page.panels, self.figures_below_text(page, high, self.style), strict=False):
                whole, figures = (False, [one]) if one else self.slides_without_room(panel, page.named, high)
                if whole and not text_stands:
                    yield Slide(page.said, self.case_slides(panel.case, page.named, high))
                text_stands = True
                if page.last or not whole:
                    yield from (Slide(() if whole else page.said, one) for one in figures)

    def slides_without_room(self, panel: Panel, named: frozenset[str], high: float) -> tuple[bool, list[Figure]]:
        """The figures of a picture that has no room below its text, and whether they need slides of their own."""
        below, whole = (replace(self.style, height_mm=height) for height in (high, SLIDE[1]))
        style, figures = self.first_way_with_room(
            panel,
            named,
            *(
                (self.draw_unchanged, whole),
                (self.draw_smaller, below),
                (self.draw_smaller, whole),
                (self.draw_in_columns, whole),
            ),
            *((self.draw_with_letters, below), (self.draw_with_letters, whole), (self.draw_with_key_apart, whole)),
        )
        return style == whole, figures

    def case_slides(self, case: Case, named: frozenset[str], high: float) -> Figure:
        """The case below the text of a picture that comes on the next slide; where it has no room, its key."""
        below = replace(self.style, height_mm=high)
        panel = self.cases.setdefault(case, Panel(case, HierarchyPicture(())))
        draws = (self.draw_unchanged, self.draw_smaller, self.draw_with_letters, self.draw_key_alone)
        return self.first_way_with_room(panel, named, *((draw, below) for draw in draws))[1][0]

    def first_way_with_room(self, panel: Panel, named: frozenset[str], *ways: _Way) -> tuple[FigureStyle, list[Figure]]:
        """The figures of the first way to draw a panel that has room for it, and the style of its room."""
        key = id(panel), named, ways[-1][1], len(ways)
        if key not in self.ways:
            tries = ((style, draw(panel, named, style)) for draw, style in ways)
            self.ways[key] = next((style, figures) for style, figures in tries if figures)
        return self.ways[key]

    # How a panel is drawn in the room of a style, from the most telling on; no figures where it has no room so

    def draw_unchanged(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """The figure of the panel, drawn as it is."""
        return _pictured_names(self.figure_with_room((panel,), style))

    def draw_smaller(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """The panel in smaller letters, turned or folded."""
        tried = (self.figure_with_room((panel,), smaller) for smaller in _styles_to_try(panel, style))
        return _pictured_names(next(filter(None, tried), None))

    def draw_in_columns(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """A panel of lists in more columns, on as many slides as they take."""
        if not isinstance(panel.picture, SetsPicture):
            return []
        small = replace(style, font_pt=READABLE_PT)

        def draw(picture: Picture) -> Figure | None:
            return self.figure_with_room((replace(panel, picture=picture),), small)

        return [
            one
            for part in split_sets_picture(panel.picture, lambda picture: draw(picture) is not None)
            if (one := draw(part))
        ]

    def draw_with_letters(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """The panel with letters in the place of names, and a key."""
        for bare, key in _ways_with_letters(panel, self.numbers, named):
            if key.rows:
                draw = partial(self.figure_with_room, (bare,))
                tried = (with_key(key, *one, draw) for one in product(_styles_to_try(panel, style), (False, True)))
                if keyed := next(filter(None, tried), None):
                    return [keyed]
        return []

    def draw_with_key_apart(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """The panel with letters, the key on further slides; smaller than can be read where it has no room at all."""
        ways = list(_ways_with_letters(panel, self.numbers, named))
        fitting = ((figures, key) for bare, key in ways if (figures := self.draw_smaller(bare, named, style)))
        figures, key = next(fitting, None) or ([_largest_figure(ways[-1][0], style)], ways[-1][1])
        return [*figures, *_key_slides(key, replace(style, font_pt=READABLE_PT))]

    def draw_key_alone(self, panel: Panel, named: frozenset[str], style: FigureStyle) -> list[Figure]:
        """Slides of the key alone: each letter with the name that it stands for."""
        *_, (_, key) = _ways_with_letters(panel, self.numbers, named)
        return [key_figure(key, replace(style, font_pt=READABLE_PT))]


def _pictured_names(figure: Figure | None) -> list[Figure]:
    return [] if figure is None else [figure]


def _pages_with_heights(pages: Sequence[Page]) -> list[tuple[Page, float]]:
    """The pages, each with the height that its text leaves."""
    return list(zip(pages, heights_below_sentences([page.said for page in pages]), strict=True))


def _styles_to_try(panel: Panel, style: FigureStyle) -> Iterator[FigureStyle]:
    """The style in both sizes, of a hierarchy also folded and turned."""
    whole = isinstance(panel.picture, HierarchyPicture)
    folds, ways = ((style.fold, True), (style.direction, *_WAYS)) if whole else ((style.fold,), (style.direction,))
    for size, fold, way in product((style.font_pt, READABLE_PT), folds, ways):
        yield replace(style, font_pt=size, fold=fold, direction=way)


def _ways_with_letters(panel: Panel, numbers: Mapping[str, int], named: frozenset[str]) -> Iterator[tuple[Panel, Key]]:
    """The panel with letters in the place of names, and its key: of all names, then of those that matter.

    In each way as it is, then with what is written at classes and on lines in the key; at last without other classes
    than those that matter and all above them. Each takes less room than the one before.
    """
    picture, case = panel.picture, panel.case
    keyed = [classes_in(case, picture)]
    if isinstance(picture, HierarchyPicture):
        keyed.append((named or classes_with_writing(picture).union(case.marked)) & keyed[0])
    bare, written = without_writing(picture, numbers)
    for some, (own_picture, moved) in product(keyed, [(picture, NOTHING), *([(bare, written)] if written else [])]):
        own, place = (one and with_numbers(one, numbers, some) for one in (case, panel.place))
        assert own is not None
        title = tuple(str(word) if isinstance(word, Name) else word for word in panel.words)
        way = (
            replace(panel, case=own, picture=own_picture, place=place, title=title),
            key_of_classes(case, numbers, some, moved),
        )
        yield way
    if isinstance(picture, HierarchyPicture):
        yield _without_others(way[0], keyed[-1]), way[1]


def _without_others(panel: Panel, some: frozenset[str]) -> Panel:
    """The panel with some classes, the marked ones and all above them alone, which its title says."""
    case, picture = panel.case, panel.picture
    classes = case.hierarchy.closure(some.union(case.marked))
    if panel.place is not None or classes.issuperset(case.hierarchy.classes):
        return panel
    title = (*panel.words, " · " * bool(panel.words), "other classes left out")
    return replace(panel, case=case_with_only(case, classes), picture=picture, title=title)


def _largest_figure(panel: Panel, style: FigureStyle) -> Figure:
    """The panel as large as a slide has room for it, in letters that are smaller than can be read."""
    small = replace(style, font_pt=READABLE_PT, direction="auto")
    figures = [panels_figure((panel,), replace(small, fold=fold)) for fold in (style.fold, True)]
    return min(figures, key=lambda one: max(one.width_mm / SLIDE[0], one.height_mm / SLIDE[1]))


def _key_slides(key: Key, style: FigureStyle) -> list[Figure]:
    """A key on as few slides as have room for it."""
    for count in range(1, len(key.rows) + 1):
        runs = split_evenly(key.rows, -(-len(key.rows) // count))
        keys = [Key(run, key.sentence if i == len(runs) else "") for i, run in enumerate(runs, 1)]
        figures = [key_figure(one, style) for one in keys]
        if all(figure.fits for figure in figures):
            break
    return figures if key.rows else []


def split_text(text: Words) -> list[Words]:
    """A text in as few parts as have few lines each, of whole sentences and, of a long one, of whole clauses."""
    if slide_lines(text) <= MOST_LINES:
        return [text]
    parts: list[Words] = []
    for sentence in _text_pieces(text, _SENTENCE):
        for clause in [sentence] if slide_lines(sentence) <= MOST_LINES else _text_pieces(sentence, _CLAUSE):
            if parts and slide_lines((*parts[-1], *clause)) <= MOST_LINES:
                parts[-1] = (*parts[-1], *clause)
            else:
                parts.append(clause)
    return parts


def _text_pieces(text: Words, at: re.Pattern[str]) -> Iterator[Words]:
    """The sentences or clauses of a text, each with the blank after it; a number before the first belongs to it."""
    sentence: Words = ()
    for word in text:
        first, *others = [word]
        if isinstance(word, str) and not _NUMBER.fullmatch(word):
            first, *others = at.split(word)
        sentence = (*sentence, first)
        for other in others:
            yield (*sentence, " ")
            sentence = (other,) if other else ()
    if sentence:
        yield sentence
