"""The formats of figures, each with what writes it.

What writes PDF, PNG and the interactive page takes a while to load, and is loaded when it is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat

from ...draw.backends.dot import dot
from ...draw.backends.latex.beamer import beamer
from ...draw.backends.latex.tikz import tikz
from ...draw.backends.svgfile import svg_file
from ...draw.figures.figure import Meta
from ...explain import HierarchyPicture
from ..base import Exported, ExportFormat
from ..naming import called, capital
from .export import Export


def case_in(data: bytes, _: str) -> str | None:
    """The JSON of the case in a figure, None where there is none."""
    from ...draw.backends.embedded_case import embedded_case

    return embedded_case(data)


def _pdf(export: Exported) -> bytes:
    from ...draw.backends.pdf import pdf

    return pdf(export.sheets, export.meta)


def _png(export: Exported) -> bytes:
    from ...draw.backends.pdf import png

    return png(export.figure, export.dpi, export.meta)


def _beamer(export: Export) -> str:
    meta = replace(export.meta, title=capital(called(export.case)))
    return beamer([(slide.said, slide.figure) for slide in export.slides], meta)


def _dot(export: Export) -> str:
    hierarchies = [
        (panel.case, panel.picture)
        for page in export.pages
        for panel in page.panels
        if isinstance(panel.picture, HierarchyPicture)
    ]
    graphs = hierarchies or [(export.case, HierarchyPicture(()))]
    right = export.style.direction in ("right", "indented")
    metas = chain([export.meta], repeat(Meta()))
    first, *others = (dot(case, picture, meta, right) for (case, picture), meta in zip(graphs, metas, strict=False))
    return first + "".join(others)


def only_hierarchies(export: Export) -> bool:
    """Whether every picture of it is a hierarchy, so that DOT holds them all."""
    return all(isinstance(panel.picture, HierarchyPicture) for page in export.pages for panel in page.panels)


def _all_drawn(export: Export) -> tuple[str, ...]:
    return () if only_hierarchies(export) else ("DOT holds hierarchies: what is drawn otherwise is left out of it.",)


def _html(export: Export) -> str:
    from ...draw.backends.interactive import interactive

    return interactive(export.case, export.meta)


PDF = ExportFormat(
    key="pdf",
    title="PDF",
    endings=(".pdf",),
    mime="application/pdf",
    write=_pdf,
    carried=case_in,
    text=False,
)
SVG = ExportFormat[Exported](
    key="svg",
    title="SVG",
    endings=(".svg",),
    mime="image/svg+xml",
    write=lambda export: svg_file(export.figure, export.meta),
    carried=case_in,
)
PNG = ExportFormat(
    key="png",
    title="PNG",
    endings=(".png",),
    mime="image/png",
    write=_png,
    carried=case_in,
    text=False,
    dpi=True,
)
TIKZ = ExportFormat[Exported](
    key="tikz",
    title="TikZ",
    endings=(".tex",),
    mime="application/x-tex",
    write=lambda export: tikz(export.figure, export.meta),
    carried=case_in,
    kind="tikz",
    variant="Picture",
)
TIKZ_STANDALONE = ExportFormat[Exported](
    key="tikz-standalone",
    title="TikZ, stand-alone",
    endings=(".tex",),
    mime="application/x-tex",
    write=lambda export: tikz(export.figure, export.meta, standalone=True),
    carried=case_in,
    kind="tikz",
    variant="Stand-alone",
)
BEAMER = ExportFormat(
    key="beamer",
    title="Beamer",
    endings=(".tex",),
    mime="application/x-tex",
    write=_beamer,
    carried=case_in,
    kind="tikz",
    variant="Beamer",
)
DOT = ExportFormat(
    key="dot",
    title="DOT",
    endings=(".dot", ".gv"),
    mime="text/vnd.graphviz",
    write=_dot,
    carried=case_in,
    losses=_all_drawn,
)
HTML = ExportFormat(
    key="html",
    title="HTML",
    endings=(".html",),
    mime="text/html",
    write=_html,
    carried=case_in,
    losses=lambda _: ("The page holds the whole hierarchy, to be moved and zoomed.",),
    sized=False,
)
