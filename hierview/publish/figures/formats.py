"""The formats of figures, each with what writes it.

What writes PDF, PNG and the interactive page takes a while to load, and is loaded when it is asked for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import chain, repeat

from ...draw.backends.dot import dot_text
from ...draw.backends.latex.beamer import beamer_code
from ...draw.backends.latex.tex import pdf_string, tex_comment_lines, tex_words, writing_for_engine
from ...draw.backends.latex.tikz import preamble_lines, tikz_code
from ...draw.backends.svgfile import svg_file_text
from ...draw.figures.figure import Meta
from ...explain import HierarchyPicture
from ...formats import write_case
from ...formats.archive import unzip_files, zip_files
from ...formats.casefile import LARGEST_FILE
from ..base import Exported, ExportFormat
from ..latex import TAGGED
from ..naming import capitalised, case_phrase
from .export import Export


def _case_in(data: bytes, _: str) -> str | None:
    from ...draw.backends.embedded_case import embedded_case

    return embedded_case(data)


def _pdf_bytes(export: Exported) -> bytes:
    from ...draw.backends.pdf import pdf_bytes

    return pdf_bytes(export.sheets, export.meta)


def _png_bytes(export: Exported) -> bytes:
    from ...draw.backends.pdf import png_bytes

    return png_bytes(export.figure, export.dpi, export.meta)


def _beamer_text(export: Export) -> str:
    meta = replace(export.meta, title=capitalised(case_phrase(export.case)))
    with writing_for_engine(export.style.engine):
        return beamer_code([(slide.said, slide.figure) for slide in export.slides], meta)


def _dot_text(export: Export) -> str:
    hierarchies = [
        (panel.case, panel.picture)
        for page in export.pages
        for panel in page.panels
        if isinstance(panel.picture, HierarchyPicture)
    ]
    graphs = hierarchies or [(export.case, HierarchyPicture(()))]
    right = export.style.direction in ("right", "indented")
    metas = chain([export.meta], repeat(Meta()))
    first, *others = (
        dot_text(case, picture, meta, right) for (case, picture), meta in zip(graphs, metas, strict=False)
    )
    return first + "".join(others)


def only_hierarchies(export: Export) -> bool:
    """Whether every picture of it is a hierarchy, so that DOT holds them all."""
    return all(isinstance(panel.picture, HierarchyPicture) for page in export.pages for panel in page.panels)


def _dot_losses(export: Export) -> tuple[str, ...]:
    return () if only_hierarchies(export) else ("DOT holds hierarchies: what is drawn otherwise is left out of it.",)


def _html_text(export: Export) -> str:
    from ...draw.backends.interactive import interactive_html

    return interactive_html(export.case, export.meta)


def _overleaf_zip(export: Export) -> bytes:
    """The archive for Overleaf: a document with the figure, its caption and references, and the case."""
    with writing_for_engine(export.style.engine):
        caption, first_lines = tex_words(export.caption), preamble_lines()
    keys = re.findall(r"^@\w+\{([^,]+),", export.bibtex, re.MULTILINE)
    cited = rf" \cite{{{','.join(keys)}}}" if keys else ""
    document = [
        *tex_comment_lines("made by", export.meta.signature),
        r"\documentclass{article}",
        *first_lines,
        r"\usepackage{tagged}  % for screen readers, by pdflatex; other engines set the same without tags",
        r"\begin{document}",
        r"\begin{figure}",
        r"  \centering",
        rf"  \leavevmode\tagopen[/Alt {pdf_string(export.meta.alt)}]{{Figure}}%",
        r"  \input{figure.tex}\tagclose",
        rf"  \caption{{{caption}{cited}}}",
        rf"  \label{{fig:{export.stem}}}",
        r"\end{figure}",
        *([r"\bibliographystyle{plain}", r"\bibliography{references}"] if keys else []),
        r"\end{document}",
        "",
    ]
    files = {
        "main.tex": "\n".join(document),
        "tagged.sty": TAGGED.read_text(encoding="utf-8"),
        "figure.tex": tikz_code(export.figure, export.meta),
        "figure-standalone.tex": tikz_code(export.figure, export.meta, standalone=True),
        "references.bib": export.bibtex + "\n",
        "case.json": write_case(export.case),
        "README.txt": _README.format(
            link=export.link or "case.json", signature=export.meta.signature, engine=export.style.engine
        ),
    }
    return zip_files(files)


_README = """A figure made by hierview.

main.tex               shows the figure with its caption; set it with {engine}, twice, and it is tagged
tagged.sty             what tags it for screen readers
figure.tex             the picture alone, for \\input{{figure.tex}}; its first lines name the packages it needs
figure-standalone.tex  the picture as a document of its own
references.bib         the papers that the measure comes from
case.json              the case; hierview opens it, and this zip, again

Opens at: {link}
Made by: {signature}
"""


def _case_in_zip(data: bytes, name: str) -> str | None:
    files = unzip_files(data, name, lambda file: file == "case.json", each=LARGEST_FILE, total=LARGEST_FILE)
    return next((content.decode("utf-8", "replace") for _, content in files), None)


PDF = ExportFormat(
    key="pdf", title="PDF", endings=(".pdf",), mime="application/pdf", write=_pdf_bytes, carried=_case_in, text=False
)
SVG = ExportFormat[Exported](
    key="svg",
    title="SVG",
    endings=(".svg",),
    mime="image/svg+xml",
    write=lambda export: svg_file_text(export.figure, export.meta),
    carried=_case_in,
)
PNG = ExportFormat(
    key="png",
    title="PNG",
    endings=(".png",),
    mime="image/png",
    write=_png_bytes,
    carried=_case_in,
    text=False,
    dpi=True,
)
_LATEX = partial(ExportFormat, endings=(".tex",), mime="application/x-tex", carried=_case_in, kind="tikz")
TIKZ: ExportFormat[Exported] = _LATEX(
    key="tikz", title="TikZ", write=lambda export: tikz_code(export.figure, export.meta), variant="Picture"
)
TIKZ_STANDALONE: ExportFormat[Exported] = _LATEX(
    key="tikz-standalone",
    title="TikZ, stand-alone",
    write=lambda export: tikz_code(export.figure, export.meta, standalone=True),
    variant="Stand-alone",
)
BEAMER = _LATEX(key="beamer", title="Beamer", write=_beamer_text, variant="Beamer")
DOT = ExportFormat(
    key="dot",
    title="DOT",
    endings=(".dot", ".gv"),
    mime="text/vnd.graphviz",
    write=_dot_text,
    carried=_case_in,
    losses=_dot_losses,
)
HTML = ExportFormat(
    key="html",
    title="HTML",
    endings=(".html",),
    mime="text/html",
    write=_html_text,
    carried=_case_in,
    losses=lambda _: ("The page holds the whole hierarchy, to be moved and zoomed.",),
    sized=False,
)
ZIP = ExportFormat(
    key="zip",
    title="Overleaf zip",
    endings=(".zip",),
    mime="application/zip",
    write=_overleaf_zip,
    carried=_case_in_zip,
    text=False,
    bundle=True,
)
