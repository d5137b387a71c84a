"""A talk: slides of 16:9 with an overlay for each step, every sentence and every picture at its place."""

from __future__ import annotations

from collections.abc import Sequence

from ....explain import Words
from ...figures.figure import MM, UNNAMED, Figure, Meta
from ...texts.fonts import SANS
from ...texts.label_words import wrap_words
from ..svg import num
from . import tex
from .tikz import origin_comments, preamble_lines
from .tikz_picture import TikzPicture

SLIDE = (140.0, 75.0)  # what a slide has below its title, in mm
_SIZE, _LINE = 10.95, 13.6  # of its text, in pt
MOST_LINES = 3  # of a text, above pictures that keep their place
_BELOW = 6.0  # pt, between a sentence and its picture


def slide_lines(sentence: Words | str) -> int:
    """How many lines a text takes on a slide; Latin Modern is at most a twentieth wider."""
    words = (sentence,) if isinstance(sentence, str) else sentence
    return len(wrap_words(words, 0.95 * SLIDE[0] * MM, _SIZE, SANS))


def _text_heights(sentences: Sequence[Words | str]) -> list[float]:
    """The room of each text in pt: the same for all but the longest and none, so that pictures keep their place."""
    lines = [slide_lines(words) for words in sentences]
    common = max((n for n in lines if n <= MOST_LINES), default=0)
    return [max(n, common) * _LINE if words else 0.0 for n, words in zip(lines, sentences, strict=True)]


def heights_below_sentences(sentences: Sequence[Words | str]) -> list[float]:
    """The height that is left for a picture below each of these sentences, in mm."""
    return [SLIDE[1] - (high + _BELOW if high else 0.0) / MM for high in _text_heights(sentences)]


def beamer_code(steps: Sequence[tuple[Words | str, Figure]], meta: Meta = UNNAMED) -> str:
    """The LaTeX of a slide with an overlay for each step: its sentence and its figure."""
    sentences = [words for words, _ in steps]
    body: list[str] = []
    rooms = zip(steps, _text_heights(sentences), heights_below_sentences(sentences), strict=True)
    for i, ((words, figure), high, room) in enumerate(rooms, 1):
        text = tex.latex_text(words) if isinstance(words, str) else tex.tex_words(words)
        shrink = min(1.0, SLIDE[0] / figure.width_mm, room / figure.height_mm)
        picture = TikzPicture(figure).picture_code()
        if shrink < 1:
            picture = [rf"\resizebox{{{num(shrink * figure.width_mm)}mm}}{{!}}{{%", *picture, "}%"]
        above = [
            rf"    \begin{{minipage}}[t][{num(high)}pt][t]{{\linewidth}}{text}\end{{minipage}}\par",
            rf"    \vskip{num(_BELOW)}pt",
        ]
        body += [
            rf"  \only<{i}>{{%",
            *(above if high else ()),
            *(f"    {line}".rstrip() for line in (r"{\centering", *picture, r"\par}%")),
            "  }%",
        ]
    return "\n".join(
        [
            *origin_comments(meta),
            r"\documentclass[aspectratio=169]{beamer}",
            *preamble_lines(),
            r"\setbeamertemplate{navigation symbols}{}",
            r"\begin{document}",
            rf"\begin{{frame}}[t]{{{tex.latex_text(meta.title)}}}",
            *body,
            r"\end{frame}",
            r"\end{document}",
            "",
        ]
    )
