"""Figures as TikZ, to be read and edited: a class is a node, an edge goes from node to node, a mark is a style.

Coordinates are millimetres, x to the right and y down; what belongs to a class is placed relative to its node, so
that moving the node moves all of it, and a branch that is a tree is a scope with a shift. Lines go between nodes and
carry what is written on them. The styles at the top say once how everything looks.
"""

from __future__ import annotations

from ...figures.figure import UNNAMED, Figure, Meta
from ..svg import num
from . import tex
from .tikz_picture import TikzPicture

LIBRARIES = "backgrounds,shapes.geometric"

# For pdfTeX alone: LuaTeX and XeTeX would leave out letters that T1 has elsewhere than Unicode, and set ß as SS.
T1 = r"\ifdefined\pdftexversion\usepackage[T1]{fontenc}\fi  % LuaLaTeX and XeLaTeX have all letters without it"
# What stands before a picture in a document of its own. lmodern has outlines at every size.
PREAMBLE = (
    T1,
    r"\usepackage{lmodern,textcomp}",
    r"\usepackage{tikz}",
    rf"\usetikzlibrary{{{LIBRARIES}}}",
    r"\ifdefined\pdfgentounicode\input{glyphtounicode}\pdfgentounicode=1\fi  % what is copied is what is read",
)

# The same for LuaLaTeX, with the first of these fonts that is there for what Latin Modern lacks.
_FALLBACKS = ("Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "HaranoAjiGothic-Regular", "FandolHei")
_LUA_PREAMBLE = (
    r"\usepackage{fontspec,tikz}",
    rf"\usetikzlibrary{{{LIBRARIES}}}",
    r"\newcommand\others[1]{\IfFontExistsTF{#1}{%",
    r'  \directlua{luaotfload.add_fallback("others", {"#1:mode=node;"})}%',
    r"  \setmainfont{Latin Modern Roman}[RawFeature={fallback=others}]%",
    r"  \setsansfont{Latin Modern Sans}[RawFeature={fallback=others}]\renewcommand\others[1]{}}{}}",
    *(rf"\others{{{font}}}" for font in _FALLBACKS),
)


def preamble_lines() -> tuple[str, ...]:
    """Lines before a picture in a document of its own, for the engine that is to set it."""
    return _LUA_PREAMBLE if tex.is_for_lualatex() else PREAMBLE


def origin_comments(meta: Meta) -> list[str]:
    """Comments that say where the picture comes from."""
    texts = {"title": meta.title, "made by": meta.signature, "opens at": meta.link, "case": meta.case}
    return [line for head, text in texts.items() if text for line in tex.tex_comment_lines(head, text)]


def tikz_code(figure: Figure, meta: Meta = UNNAMED, standalone: bool = False) -> str:
    """The LaTeX of the figure: a tikzpicture, or a document of one page that holds it and nothing else."""
    with tex.writing_for_engine(figure.style.engine):
        return _picture_code(figure, meta, standalone)


def _picture_code(figure: Figure, meta: Meta, standalone: bool) -> str:
    picture = TikzPicture(figure).picture_code(meta.alt)
    if not standalone:
        needs = (
            [f"% For LuaLaTeX, in the preamble: {line}" for line in _LUA_PREAMBLE]
            if tex.is_for_lualatex()
            else [
                "% In the preamble (lmodern or any font with outlines in T1; no fontenc for LuaLaTeX and XeLaTeX):",
                r"%   \usepackage[T1]{fontenc}",
                r"%   \usepackage{lmodern,textcomp,tikz}",
                rf"%   \usetikzlibrary{{{LIBRARIES}}}",
            ]
        )
        description = tex.fill_lines(
            rf"\ifdefined\Description\Description{{{tex.alt_latex(meta.alt or figure.says)}}}\fi%"
        )
        return "\n".join([*origin_comments(meta), *needs, *description, *picture, ""])
    size = f"paperwidth={num(figure.width_mm)}mm,paperheight={num(figure.height_mm)}mm"
    return "\n".join(
        [
            *origin_comments(meta),
            r"\documentclass{article}",
            *preamble_lines(),
            rf"\usepackage[{size},margin=0pt]{{geometry}}",
            r"\pagestyle{empty}",
            r"\setlength{\parindent}{0pt}\setlength{\topskip}{0pt}",
            r"\begin{document}",
            *picture,
            r"\end{document}",
            "",
        ]
    )
