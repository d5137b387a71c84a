"""Slides: the pictures of an export at a size that a room can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...draw.arrange import Panel, figure
from ...draw.backends.beamer import SLIDE, rooms_below
from ...draw.figure import Figure, FigureStyle
from ...draw.hierarchy import Direction
from ...explain import Words

LEAST_PT = 11.5  # of class labels: what stands between them has 7/8 of it, and should be 10 pt


@dataclass(frozen=True)
class Slide:
    """A sentence and the picture below it."""

    said: Words
    figure: Figure


def slides(pages: Sequence[tuple[Words, tuple[Panel, ...]]], style: FigureStyle) -> tuple[Slide, ...]:
    """A slide for each page, its panels beside each other; one for each panel where they find no room so."""
    ways: tuple[Direction, ...] = ("down", "right", "indented") if style.direction == "auto" else (style.direction,)
    tried: list[tuple[Slide, ...]] = []
    # A hierarchy that turned over between two slides would be another picture.
    for way in ways:
        tried.append(_turned(pages, replace(style, direction=way)))
        if all(slide.figure.fits for slide in tried[-1]):
            break
    return max(tried, key=lambda found: sum(slide.figure.fits for slide in found) - len(found))


def _turned(pages: Sequence[tuple[Words, tuple[Panel, ...]]], style: FigureStyle) -> tuple[Slide, ...]:
    rooms = rooms_below([said for said, _ in pages])
    shown = replace(style, width_mm=SLIDE[0], font_pt=max(LEAST_PT, style.font_pt), tex=True)
    return tuple(
        slide
        for (said, panels), high in zip(pages, rooms, strict=True)
        for slide in _slides(said, panels, replace(shown, height_mm=high))
    )


def _slides(said: Words, panels: tuple[Panel, ...], style: FigureStyle) -> Iterator[Slide]:
    together = figure(panels, style)
    if together.fits or len(panels) == 1:
        yield Slide(said, together)
        return
    for panel in panels:
        yield Slide(said, figure((panel,), style))
