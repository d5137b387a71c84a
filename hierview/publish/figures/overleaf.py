"""The archive for Overleaf: a document with the figure, its caption and references, and the case."""

from __future__ import annotations

import re

from ...draw.backends.latex import tex
from ...draw.backends.latex.tikz import LIBRARIES, T1, tikz
from ...formats import write_case
from ...formats.archive import unzipped, zipped
from ...formats.casefile import LARGEST_FILE
from ..base import ExportFormat
from ..latex import TAGGED
from .export import Export


def _write(export: Export) -> bytes:
    caption = tex.tex_words(export.caption)
    keys = re.findall(r"^@\w+\{([^,]+),", export.bibtex, re.MULTILINE)
    cited = rf" \cite{{{','.join(keys)}}}" if keys else ""
    document = [
        *tex.tex_comment("made by", export.meta.signature),
        r"\documentclass{article}",
        T1,
        r"\usepackage{lmodern,textcomp,tikz}",
        rf"\usetikzlibrary{{{LIBRARIES}}}",
        r"\usepackage{tagged}  % for screen readers, by pdflatex; other engines set the same without tags",
        r"\begin{document}",
        r"\begin{figure}",
        r"  \centering",
        rf"  \leavevmode\tagopen[/Alt {tex.pdf_string(export.meta.alt)}]{{Figure}}%",
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
        "figure.tex": tikz(export.figure, export.meta),
        "figure-standalone.tex": tikz(export.figure, export.meta, standalone=True),
        "references.bib": export.bibtex + "\n",
        "case.json": write_case(export.case),
        "README.txt": _README.format(link=export.link or "case.json", signature=export.meta.signature),
    }
    return zipped(files)


_README = """A figure made by hierview.

main.tex               shows the figure with its caption; set it with pdflatex, twice, and it is tagged
tagged.sty             what tags it for screen readers
figure.tex             the picture alone, for \\input{{figure.tex}}; its first lines name the packages it needs
figure-standalone.tex  the picture as a document of its own
references.bib         the papers that the measure comes from
case.json              the case; hierview opens it, and this zip, again

Opens at: {link}
Made by: {signature}
"""


def _case_in(data: bytes, name: str) -> str | None:
    files = unzipped(data, name, lambda file: file == "case.json", each=LARGEST_FILE, total=LARGEST_FILE)
    return next((content.decode("utf-8", "replace") for _, content in files), None)


ZIP = ExportFormat(
    key="zip",
    title="Overleaf zip",
    endings=(".zip",),
    mime="application/zip",
    write=_write,
    carried=_case_in,
    text=False,
    bundle=True,
)
