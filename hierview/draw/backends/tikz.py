"""Figures as TikZ, to be read and edited: a class is a node, an edge goes from node to node, a mark is a style.

Coordinates are millimetres, x to the right and y down; what belongs to a class is placed relative to its node, so
that moving the node moves all of it. The styles at the top say once how everything looks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...explain import Words
from ..figure import UNNAMED, Figure, Meta
from . import tex
from .svg import num
from .tikz_picture import TikzPicture

LIBRARIES = "backgrounds,shapes.geometric"

# What stands before a picture in a document of its own. lmodern has outlines at every size.
_PREAMBLE = (
    r"\usepackage[T1]{fontenc}",
    r"\usepackage{lmodern,textcomp}",
    r"\usepackage{tikz}",
    rf"\usetikzlibrary{{{LIBRARIES}}}",
    r"\input{glyphtounicode}\pdfgentounicode=1  % what is copied from the PDF is what is read",
)


def _about(meta: Meta) -> list[str]:
    """Comments that say where the picture comes from."""
    found = []
    for head, given in (
        ("title", meta.title),
        ("made by", meta.signature),
        ("opens at", meta.link),
        ("case", meta.case),
    ):
        if given:
            found += tex.comment(head, given)
    return found


def tikz(figure: Figure, meta: Meta = UNNAMED, standalone: bool = False) -> str:
    """The figure as a tikzpicture, or as a document of one page that holds it and nothing else."""
    picture = TikzPicture(figure).text()
    if not standalone:
        needs = [
            "% In the preamble (any font that has outlines in T1 will do in place of lmodern):",
            r"%   \usepackage[T1]{fontenc}",
            r"%   \usepackage{lmodern,textcomp,tikz}",
            rf"%   \usetikzlibrary{{{LIBRARIES}}}",
        ]
        return "\n".join([*_about(meta), *needs, *picture, ""])
    size = f"paperwidth={num(figure.width_mm)}mm,paperheight={num(figure.height_mm)}mm"
    return "\n".join(
        [
            *_about(meta),
            r"\documentclass{article}",
            *_PREAMBLE,
            rf"\usepackage[{size},margin=0pt]{{geometry}}",
            r"\pagestyle{empty}",
            r"\setlength{\parindent}{0pt}\setlength{\topskip}{0pt}",
            r"\begin{document}",
            *picture,
            r"\end{document}",
            "",
        ]
    )


SLIDE = (140.0, 64.0)  # what a picture may take of a slide, in mm


def beamer(steps: Sequence[tuple[Words | str, Figure]], meta: Meta = UNNAMED) -> str:
    """A slide with an overlay for each step: its sentence and its figure."""
    title = tex.text(meta.title)
    body: list[str] = []
    for i, (said, figure) in enumerate(steps, 1):
        words = tex.text(said) if isinstance(said, str) else tex.words(said)
        picture = TikzPicture(figure).text()
        shrink = min(1.0, SLIDE[0] / figure.width_mm, SLIDE[1] / figure.height_mm)
        before, after = (
            ([rf"\resizebox{{{num(shrink * figure.width_mm)}mm}}{{!}}{{%"], ["}%"]) if shrink < 1 else ([], [])
        )
        body += [
            rf"  \only<{i}>{{%",
            f"    {words}\\par\\medskip",
            *(f"    {line}".rstrip() for line in (r"\begin{center}", *before, *picture, *after, r"\end{center}")),
            "  }%",
        ]
    return "\n".join(
        [
            *_about(meta),
            r"\documentclass[aspectratio=169]{beamer}",
            *_PREAMBLE,
            r"\setbeamertemplate{navigation symbols}{}",
            r"\begin{document}",
            rf"\begin{{frame}}[t]{{{title}}}",
            *body,
            r"\end{frame}",
            r"\end{document}",
            "",
        ]
    )
