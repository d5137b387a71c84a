"""Slides: the pictures of an export at a size that a room can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...draw.arrange import Panel, figure, fitting
from ...draw.backends.beamer import MOST_LINES, SLIDE, lines_of, rooms_below
from ...draw.figure import Figure, FigureStyle
from ...draw.hierarchy import Direction
from ...explain import HierarchyPicture, Words

_SENTENCE = re.compile(r"(?<=[\w)\]”][.!?]) (?=[A-Z]|$)")  # the blank after a sentence
_NUMBER = re.compile(r"\d+\. ")  # of a step, before its text
LEAST_PT = 11.5  # of class labels: what stands between them has 7/8 of it, and should be 10 pt


@dataclass(frozen=True)
class Slide:
    """A sentence and the picture below it."""

    said: Words
    figure: Figure


def slides(pages: Sequence[tuple[Words, tuple[Panel, ...]]], style: FigureStyle) -> tuple[Slide, ...]:
    """A slide for each page, its panels beside each other; one for each panel where they find no room so.

    A text that would leave no room for its picture is said in parts, one on each slide with the same picture.
    """
    ways: tuple[Direction, ...] = ("down", "right", "indented") if style.direction == "auto" else (style.direction,)
    tried: list[tuple[Slide, ...]] = []
    # A hierarchy that turned over between two slides would be another picture.
    for way in ways:
        tried.append(_turned(pages, replace(style, direction=way)))
        if all(slide.figure.fits for slide in tried[-1]):
            break
    return max(tried, key=lambda found: sum(slide.figure.fits for slide in found) - len(found))


def _turned(pages: Sequence[tuple[Words, tuple[Panel, ...]]], style: FigureStyle) -> tuple[Slide, ...]:
    shown = replace(style, width_mm=SLIDE[0], font_pt=max(LEAST_PT, style.font_pt), tex=True)
    found = _of_pages(pages, shown)
    parts = [
        (part, panels)
        for (said, panels), slides in zip(pages, found, strict=True)
        for part in ([said] if all(slide.said and slide.figure.fits for slide in slides) else in_parts(said))
    ]
    if len(parts) > len(pages):
        found = _of_pages(parts, shown)
    return tuple(slide for slides in found for slide in slides)


def _of_pages(pages: Sequence[tuple[Words, tuple[Panel, ...]]], style: FigureStyle) -> list[list[Slide]]:
    """The slides of each page."""
    rooms = rooms_below([said for said, _ in pages])
    return [
        list(_slides(said, panels, replace(style, height_mm=high)))
        for (said, panels), high in zip(pages, rooms, strict=True)
    ]


def _slides(said: Words, panels: tuple[Panel, ...], style: FigureStyle) -> Iterator[Slide]:
    together = fitting(panels, style)
    if together is not None:
        yield Slide(said, together)
        return
    if len(panels) > 1:
        for panel in panels:
            yield from _slides(said, (panel,), style)
        return
    # What needs the whole slide comes after its text, which stands above the case.
    yield Slide(said, figure((Panel(panels[0].case, HierarchyPicture(())),), style))
    yield Slide((), figure(panels, replace(style, height_mm=SLIDE[1])))


def in_parts(said: Words) -> list[Words]:
    """A text in as few parts of whole sentences as have few lines each; whole where it is short itself."""
    if lines_of(said) <= MOST_LINES:
        return [said]
    parts: list[Words] = []
    for sentence in _sentences(said):
        if parts and lines_of((*parts[-1], *sentence)) <= MOST_LINES:
            parts[-1] = (*parts[-1], *sentence)
        else:
            parts.append(sentence)
    return parts


def _sentences(said: Words) -> Iterator[Words]:
    """The sentences of a text, each with the blank after it; a number before the first belongs to it."""
    sentence: Words = ()
    for word in said:
        first, *others = [word]
        if isinstance(word, str) and not _NUMBER.fullmatch(word):
            first, *others = _SENTENCE.split(word)
        sentence = (*sentence, first)
        for other in others:
            yield (*sentence, " ")
            sentence = (other,) if other else ()
    if sentence:
        yield sentence
