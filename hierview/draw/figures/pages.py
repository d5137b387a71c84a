"""Surroundings of a figure: a sentence above it, further figures below it, and the page that it is previewed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from ...explain import Symbol, Words, plain
from ..backends.svg import num
from ..backends.svgfile import svg_file
from ..scenes.scene import Item, moved_item
from ..texts.label_words import TextLine, wrap_words
from .arrange import BELOW, TITLE_AIR, TITLE_LINE
from .figure import Figure, PanelDrawing


def with_sentence_above(figure: Figure, words: Words) -> Figure:
    """The figure moved down, with a sentence above it."""
    face = figure.style.face
    lines = wrap_words(words, figure.width, face.small, face)
    if not lines:
        return figure
    down = TITLE_LINE * len(lines) + TITLE_AIR
    title = tuple(TextLine(0, TITLE_LINE * (n + 0.5), line, face.small, anchor="start") for n, line in enumerate(lines))
    # The sentence belongs to no panel.
    panels = (PanelDrawing(None, title, (), plain(words)), *(panel.moved(0.0, down) for panel in figure.panels))
    legend = tuple(moved_item(item, 0.0, down) for item in figure.legend)
    return replace(figure, height=figure.height + down, panels=panels, legend=legend)


def stacked_figure(figures: Sequence[Figure]) -> Figure:
    """The figures below each other as one, each in the middle, with its legend."""
    wide = max(figure.width for figure in figures)
    panels: list[PanelDrawing] = []
    legend: list[Item] = []
    top = 0.0
    for figure in figures:
        aside = (wide - figure.width) / 2
        panels += [panel.moved(aside, top) for panel in figure.panels]
        legend += [moved_item(item, aside, top) for item in figure.legend]
        top += figure.height + BELOW
    return replace(figures[0], width=wide, height=top - BELOW, panels=tuple(panels), legend=tuple(legend))


def page_at_true_size(figure: Figure, caption: Words, column: float) -> str:
    """The figure at its true size in a column of so many millimetres, between lines of text, over a ruler."""
    svg = svg_file(figure).partition("\n")[2]  # without the declaration of a file
    wide = max(column, figure.width_mm)
    grey = '<div class="lines" aria-hidden="true">{}</div>'
    above = grey.format("<i></i>" * 3 + '<i class="last"></i>')
    below = grey.format("<i></i>" * 8 + '<i class="last"></i>')
    words = "".join(map(_word_shape, caption))
    return (
        f'<div class="paper" style="--column:{num(wide)}mm">'
        f"{above}<figure>{svg}<figcaption><b>Fig. 1</b> {words}</figcaption></figure>{below}</div>{_ruler(wide)}"
    )


def _word_shape(word: object) -> str:
    if not isinstance(word, Symbol):
        return escape(str(word))
    return f"<i>{escape(word.text)}</i>" + (f"<sub>{escape(word.sub)}</sub>" if word.sub else "")


def _ruler(wide: float) -> str:
    ticks = "".join(f"M{x},0v{4 if x % 10 == 0 else 2.6 if x % 5 == 0 else 1.6}" for x in range(int(wide) + 1))
    step = 20 if wide <= 120 else 40
    marks = [x for x in range(0, int(wide) + 1, step) if x + step / 2 < wide]
    numbers = [f'<span style="left:{x}mm">{x}</span>' for x in marks]
    numbers.append(f'<span class="end">{num(round(wide, 1))} mm</span>')
    return (
        f'<div class="ruler" aria-hidden="true" style="--column:{num(wide)}mm">'
        f"<div>{''.join(numbers)}</div>"
        f'<svg width="{num(wide)}mm" height="4mm" viewBox="0 0 {num(wide)} 4"><path d="{ticks}"/></svg></div>'
    )
