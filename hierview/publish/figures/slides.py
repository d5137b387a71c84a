"""Slides: the pictures of an export at a size that a room can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf

from ...draw.arrange import Panel, figure, fitting
from ...draw.backends.beamer import MOST_LINES, SLIDE, lines_of, rooms_below
from ...draw.figure import Figure, FigureStyle
from ...draw.hierarchy import Direction
from ...draw.parts import Drawn, branches_in_parts, in_parts
from ...explain import HierarchyPicture, Picture, Words
from ...model.case import Case
from .telling import Telling

_SENTENCE = re.compile(r"(?<=[\w)\]”][.!?]) (?=[A-Z]|$)")  # the blank after a sentence
_CLAUSE = re.compile(r"(?<=[,;:]) ")
_NUMBER = re.compile(r"\d+\. ")  # of a step, before its text
READABLE_PT = 10.0  # in a room
USUAL_PT = 11.5  # of class labels: what stands between them has 7/8 of it
_TRIED = 0.3  # of the work, as long as what has no room is only looked for
_WAYS: tuple[Direction, ...] = ("down", "right", "indented")
_NO_ROOM = Figure(FigureStyle(), inf, inf, ())  # for what is drawn once it is known in which direction

Pictured = tuple[Words, tuple[Panel, ...]]  # what is said, and the pictures below it


@dataclass(frozen=True)
class Slide:
    """A sentence and the picture below it."""

    said: Words
    figure: Figure


def slides(pages: Sequence[Pictured], style: FigureStyle, telling: Telling) -> tuple[Slide, ...]:
    """A slide for each page, its panels beside each other; one for each panel where they find no room so.

    A text that would leave no room for its picture is said in parts, one on each slide with the same picture. What
    has no room on a whole slide is turned, folded, set as small as can be read, or shown in parts.
    telling: hears how far that is.
    """
    usual = max(USUAL_PT, style.font_pt)
    talk = _Talk(replace(style, width_mm=SLIDE[0], font_pt=usual, least_pt=READABLE_PT, tex=True))
    # A hierarchy that turned over between two slides would be another picture.
    ways = _WAYS if style.direction == "auto" else (style.direction,)
    least, best = len(pages) + 1, ways[0]
    for i, way in enumerate(ways):
        part = telling.part(_TRIED * i / len(ways), _TRIED * (i + 1) / len(ways))
        small = sum(not all(slide.figure.fits for slide in shown) for shown in talk.turned(pages, way, part))
        if small < least:
            least, best = small, way
        if not least:
            break
    talk.mends = bool(least)
    return tuple(slide for shown in talk.turned(pages, best, telling.part(_TRIED, 1)) for slide in shown)


@dataclass
class _Talk:
    """Slides while they are made. mends: whether what has no room is turned, folded or parted.

    drawn: figures by their panels, which are kept with them, and styles, so that each is drawn once; None where none
    fits, which is found sooner than the one with the least faults.
    """

    style: FigureStyle
    mends: bool = False
    drawn: dict[tuple[tuple[int, ...], FigureStyle], tuple[Sequence[Panel], Figure | None]] = field(
        default_factory=dict
    )
    cases: dict[Case, Panel] = field(default_factory=dict)

    def fitting(self, panels: tuple[Panel, ...], style: FigureStyle) -> Figure | None:
        """The figure of some panels, if it has room."""
        if not any(isinstance(panel.picture, HierarchyPicture) for panel in panels):
            style = replace(style, direction="down", fold=False)
        key = tuple(map(id, panels)), style
        if key not in self.drawn:
            self.drawn[key] = panels, fitting(panels, style)
        return self.drawn[key][1]

    def turned(self, pages: Sequence[Pictured], way: Direction, telling: Telling) -> list[list[Slide]]:
        """The slides of each page, or of each part of its text, with hierarchies in one direction."""
        style = replace(self.style, direction=way)
        found = self.of_pages(pages, style, telling.part(0, 0.5))
        parts = [
            (part, panels)
            for (said, panels), shown in zip(pages, found, strict=True)
            for part in ([said] if all(slide.said and slide.figure.fits for slide in shown) else said_in_parts(said))
        ]
        return self.of_pages(parts, style, telling.part(0.5, 1)) if len(parts) > len(pages) else found

    def of_pages(self, pages: Sequence[Pictured], style: FigureStyle, telling: Telling) -> list[list[Slide]]:
        """The slides of each page."""
        rooms = rooms_below([said for said, _ in pages])
        return [
            list(self.slides(said, panels, replace(style, height_mm=high)))
            for (said, panels), high in telling.over(list(zip(pages, rooms, strict=True)))
        ]

    def slides(self, said: Words, panels: tuple[Panel, ...], style: FigureStyle) -> Iterator[Slide]:
        """The slides of a sentence and its pictures."""
        together = self.fitting(panels, style)
        if together is not None:
            yield Slide(said, together)
            return
        if len(panels) > 1:
            for panel in panels:
                yield from self.slides(said, (panel,), style)
            return
        # What needs the whole slide comes after its text, which stands above the case.
        (panel,) = panels
        if self.mends and isinstance(panel.picture, HierarchyPicture):
            whole = self.fitting(panels, replace(style, height_mm=SLIDE[1]))
            below = () if whole is not None else self.mended(panel, style)
            if below and all(one.fits for one in below):
                yield from (Slide(said, one) for one in below)
                return
        above = self.cases.setdefault(panel.case, Panel(panel.case, HierarchyPicture(())))
        yield from (Slide(said, one) for one in self.readable(above, style))
        for shown in self.readable(panel, replace(style, height_mm=SLIDE[1])):
            yield Slide((), shown)

    def readable(self, panel: Panel, style: FigureStyle) -> Sequence[Figure]:
        """The figure of a panel; if it has no room, turned, folded, smaller or in parts, where that helps."""
        found = self.fitting((panel,), style)
        if found is not None:
            return [found]
        if not self.mends:
            return [_NO_ROOM]
        parts = self.mended(panel, style)
        if parts and all(part.fits for part in parts):
            return parts
        best = figure((panel,), replace(style, font_pt=READABLE_PT))
        return parts if parts and min(map(_share, parts)) > _share(best) else [best]

    def mended(self, panel: Panel, style: FigureStyle) -> Sequence[Figure]:
        """A panel that has no room, turned, folded, smaller, or else in parts; none where it has no parts."""
        sizes = style, replace(style, font_pt=READABLE_PT)
        if isinstance(panel.picture, HierarchyPicture):
            ways = product(sizes, (style.fold, True), _WAYS)
            turned = (self.fitting((panel,), replace(size, direction=d, fold=fold)) for size, fold, d in ways)
            found = next(filter(None, turned), None)
            return [found] if found else self.branches(panel.case, panel.picture, sizes[1])
        if found := self.fitting((panel,), sizes[1]):
            return [found]
        in_sizes = (_parts(panel, size) for size in sizes)
        return next(filter(None, in_sizes), [])

    def branches(self, case: Case, picture: HierarchyPicture, style: FigureStyle) -> list[Figure]:
        """The hierarchy in parts, each in the first direction in which it fits."""
        drawn: dict[int, tuple[Drawn, Figure | None]] = {}  # each kept with its part

        def fits(part: Drawn) -> Figure | None:
            if id(part) not in drawn:
                ways = (replace(style, direction=way, fold=False) for way in (style.direction, *_WAYS))
                drawn[id(part)] = part, next(filter(None, (fitting((Panel(*part),), one) for one in ways)), None)
            return drawn[id(part)][1]

        low = replace(style, direction="indented", fold=False)
        parts = branches_in_parts(case, picture, lambda part: fits(part) is not None)
        return [fits(part) or figure((Panel(*part),), low) for part in parts]


def _parts(panel: Panel, style: FigureStyle) -> list[Figure]:
    """The parts of a picture that is no hierarchy, none where they do not fit."""

    def alone(picture: Picture) -> tuple[Panel]:
        return (replace(panel, picture=picture),)

    those = in_parts(panel.picture, lambda picture: fitting(alone(picture), style) is not None)
    return [figure(alone(part), style) for part in those]


def _share(found: Figure) -> float:
    """How large a figure is on a slide, 1 where it fits."""
    high = found.style.height_mm or SLIDE[1]
    return 1.0 if found.fits else min(0.99, SLIDE[0] / found.width_mm, high / found.height_mm)


def said_in_parts(said: Words) -> list[Words]:
    """A text in as few parts as have few lines each, of whole sentences and, of a long one, of whole clauses."""
    if lines_of(said) <= MOST_LINES:
        return [said]
    parts: list[Words] = []
    for sentence in _divided(said, _SENTENCE):
        for clause in [sentence] if lines_of(sentence) <= MOST_LINES else _divided(sentence, _CLAUSE):
            if parts and lines_of((*parts[-1], *clause)) <= MOST_LINES:
                parts[-1] = (*parts[-1], *clause)
            else:
                parts.append(clause)
    return parts


def _divided(said: Words, at: re.Pattern[str]) -> Iterator[Words]:
    """The sentences or clauses of a text, each with the blank after it; a number before the first belongs to it."""
    sentence: Words = ()
    for word in said:
        first, *others = [word]
        if isinstance(word, str) and not _NUMBER.fullmatch(word):
            first, *others = at.split(word)
        sentence = (*sentence, first)
        for other in others:
            yield (*sentence, " ")
            sentence = (other,) if other else ()
    if sentence:
        yield sentence
