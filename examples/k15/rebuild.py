"""The figures and tables of Kosmopoulos et al. (2015), rebuilt, and one LaTeX document that holds them all.

python examples/k15/rebuild.py paper/     then pdflatex paper.tex, twice
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hierview.answers.bibliography import PAPERS, bibtex_text
from hierview.draw.backends.latex import tex
from hierview.draw.backends.latex.tikz import LIBRARIES, tikz_code
from hierview.draw.backends.pdf import pdf_bytes
from hierview.draw.backends.svgfile import svg_file_text
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.figures.figure import Figure, FigureStyle, Meta
from hierview.draw.figures.latex_room import latex_figure
from hierview.errors import HierviewError, quoted
from hierview.explain import HierarchyPicture, Symbol, Words, names, plain
from hierview.formats import preset, preset_names
from hierview.measures import Measure, parse_measure
from hierview.publish.figures.export import Export
from hierview.publish.files import write_file
from hierview.publish.latex import TAGGED
from hierview.publish.naming import provenance_line
from hierview.publish.registry import TABLE_FORMATS
from hierview.publish.tables import Cell, Heading, Table, TableOptions, parse_measured, table_of

_TITLE = "The figures and tables of Kosmopoulos et al. (2015), rebuilt"
_REBUILT = "rebuilt after Kosmopoulos et al. (2015)"


@dataclass(frozen=True)
class PaperFigure:
    """A figure of the paper. cases: a panel each; or one case, and the measure whose view it shows."""

    number: int
    cases: tuple[str, ...]
    caption: Words
    measure: str = ""
    view: str = ""

    @property
    def panels(self) -> tuple[Panel, ...]:
        """Panels of the figure, one for each picture."""
        if self.view:
            (name,) = self.cases
            export = Export(preset(name), self._measure, (self.view,))
            return export.pages[0].panels
        shown = ((name, preset(name)) for name in self.cases)
        return tuple(Panel(case, HierarchyPicture((case.name or name,))) for name, case in shown)

    @property
    def _measure(self) -> Measure:
        return parse_measure(self.measure)

    def figure(self, tex: bool = False) -> Figure:
        """In one column."""
        return (latex_figure if tex else panels_figure)(self.panels, FigureStyle(legend=True))

    @property
    def meta(self) -> Meta:
        """Words of the file about itself."""
        cases = [(name, preset(name)) for name in self.cases]
        (first, *_) = self.cases
        measures = [self._measure] if self.measure else []
        return Meta(
            f"Figure {self.number} of Kosmopoulos et al. (2015), rebuilt",
            "",
            provenance_line(cases, measures),
            Export(preset(first), parse_measure("GIE"), ("hierarchy",)).meta.case,
            f"/?c={first}",
        )


_G_T, _G_P = Symbol("G", "t"), Symbol("G", "p")

FIGURES = (
    PaperFigure(
        2,
        ("2a", "2b", "2c", "2d", "2e"),
        (
            "Five problems that a measure has to face: (a) too specific, (b) too general, (c) several paths between "
            "the two classes, (d) sets that have to be paired, (e) a prediction far away.",
        ),
    ),
    PaperFigure(3, ("12a",), ("The flow network of Problem 1, on case 12a.",), "Flow", "flow network"),
    PaperFigure(4, ("11a",), ("The flow network of the tree induced error, on case 11a.",), "TIE", "flow network"),
    PaperFigure(5, ("12a",), ("The flow network of GIE, on case 12a.",), "GIE", "flow network"),
    PaperFigure(6, ("12a",), ("The flow network of MGIA, on case 12a.",), "MGIA", "flow network"),
    PaperFigure(7, ("7a", "7b"), ("What tolerant measures excuse: a prediction (a) below, (b) above the true class.",)),
    PaperFigure(8, ("8a", "8b"), ("Marked classes in (a) a tree and (b) a DAG.",)),
    PaperFigure(
        9,
        ("8b",),
        (
            "The extended graphs ",
            _G_T,
            " and ",
            _G_P,
            " of the DAG of Figure 8.",
        ),
        'LCaF(variant="extended")',
        "graphs",
    ),
    PaperFigure(
        10,
        ("8b",),
        (
            "The minimal graphs ",
            _G_T,
            " and ",
            _G_P,
            " of the DAG of Figure 8.",
        ),
        "LCaF",
        "graphs",
    ),
    PaperFigure(11, ("11a", "11b"), ("One class for another: (a) a near one, (b) a farther one.",)),
    PaperFigure(12, ("12a", "12b"), ("More classes (a) predicted than true, (b) true than predicted.",)),
    PaperFigure(13, ("13a", "13b"), ("Beside a hit, a wrong class that is (a) near, (b) farther.",)),
    PaperFigure(14, ("14a", "14b"), ("A near miss (a) with two paths of one length, (b) with one path.",)),
    PaperFigure(15, ("15",), ("Two classes for one, one of them with two parents.",)),
    PaperFigure(16, ("16",), ("A distant class to which two paths lead.",)),
    PaperFigure(
        17,
        ("17a", "17b", "17c"),
        ("Predictions that are (a) one level too specific, (b) one and (c) two levels too general.",),
    ),
    PaperFigure(18, ("18a", "18b"), ("Distant predictions (a) before and (b) after the long-distance step, k = 4.",)),
    PaperFigure(19, ("19a", "19b"), ("Paths that pair-based measures count twice: (a) an edge, (b) all of one.",)),
)


# Tables

PAPER_TABLES = range(2, 12)
_PAPER = "Kosmopoulos et al. (2015)"
_SOURCE = "Kosmopoulos et al. 2015, Table"

# Table 2: for whom a measure was made. Every class may be predicted, inner ones too, in all of them.
_DIMENSIONS = ("true classes", "hierarchy", "predicted classes")
_MADE_FOR = (
    ("Dekel et al. 2004", "one", "tree"),
    ("Holden & Freitas 2006", "one", "tree"),
    ("Sun & Lim 2001", "several", "tree"),
    ("GIE", "several", "DAG"),
    ("MGIA", "several", "DAG"),
    ("Kiritchenko et al. 2005", "several", "DAG"),
    ("Struyf et al. 2005", "several", "DAG"),
    ("Cai & Hofmann 2007", "several", "DAG"),
    ("Cesa-Bianchi et al. 2006", "several", "DAG"),
    ("LCaP, LCaR, LCaF", "several", "DAG"),
)


def paper_table(number: int) -> Table:
    """One of the Tables 2 to 11 of K15, rebuilt: our values cut as there, and below them the printed ones.

    Table 2 sums up in words for which problems each measure was made.
    """
    if number not in PAPER_TABLES:
        raise HierviewError(f"the tables 2 to 11 of K15 can be rebuilt, not {quoted(number)}")
    if number == 2:
        return Table(
            tuple(name for name, *_ in _MADE_FOR),
            tuple(Heading(text, text) for text in _DIMENSIONS),
            tuple(tuple(Cell(None, text) for text in (*made, "any")) for _, *made in _MADE_FOR),
            (provenance_line((), ()),),
            TableOptions(
                measures_as="columns",
                caption=f"The problems that each measure was made for, after Table 2 of {_PAPER}.",
                label="tab:k15-2",
            ),
            ("measure", "made for"),
        )
    cases = [(name, preset(name)) for name in preset_names()]
    cases = [(name, case) for name, case in cases if case.published and re.match(rf"{_SOURCE} {number}\b", case.source)]
    told = plain(names(name for name, _ in cases))
    return table_of(
        cases,
        [parse_measured(text) for text in dict.fromkeys(text for _, case in cases for text, _ in case.published)],
        TableOptions(
            rounding="truncate",
            digits=3,
            best=False,
            printed="all",
            arrows=False,
            symbols=True,
            caption=f"What the measures say of the rebuilt {'cases' if cases[1:] else 'case'} {told}, cut to three "
            f"digits, and the values printed in Table {number} of {_PAPER}.",
            label=f"tab:k15-{number}",
        ),
    )


# The document


def paper_files() -> Iterator[tuple[str, str | bytes]]:
    """Every file by its name, one after the other; the document comes last."""
    for shown in FIGURES:
        found, meta = shown.figure(), shown.meta
        name = f"figures/figure-{shown.number:02}"
        yield f"{name}.tex", tikz_code(shown.figure(tex=True), meta)
        yield f"{name}.svg", svg_file_text(found, meta)
        yield f"{name}.pdf", pdf_bytes(found, meta)
    for number in PAPER_TABLES:
        table = paper_table(number)
        for form in (TABLE_FORMATS[key] for key in ("latex", "markdown", "csv")):
            yield f"tables/table-{number:02}.{form.extension}", form.write(table)
    yield "references.bib", bibtex_text([_BIBLIOGRAPHY]) + "\n"
    yield "paper.bbl", _references()
    yield "tagged.sty", TAGGED.read_text(encoding="utf-8")
    yield "paper.tex", _document()


def write_paper(directory: Path) -> Iterator[str]:
    """Write all files; a line for each figure and table that is made."""
    try:
        for folder in ("figures", "tables"):
            (directory / folder).mkdir(parents=True, exist_ok=True)
        for name, data in paper_files():
            write_file(directory / name, data)
            if name.endswith(".tex"):
                yield f"{directory / name}"
    except OSError as error:
        raise HierviewError(f"{quoted(str(directory), 200)} cannot be written: {error.strerror}") from None


_BIBLIOGRAPHY = "kosmopoulos2015measures"


def _references() -> str:
    """What BibTeX would make of the references, so that pdflatex alone sets them."""
    (paper,) = (paper for paper in PAPERS if paper.key == _BIBLIOGRAPHY)
    told = dict(paper.fields)
    people = [" ".join(reversed(name.split(", "))) for name in paper.authors]
    where = f"{told['volume']}({told['number']}):{told['pages']}"
    return "\n".join(
        [
            r"\begin{thebibliography}{1}",
            rf"\bibitem{{{paper.key}}}",
            f"{tex.latex_text(', '.join(people[:-1]))}, and {tex.latex_text(people[-1])}.",
            rf"\newblock {tex.latex_text(paper.title)}.",
            rf"\newblock \emph{{{tex.latex_text(told['journal'])}}}, {tex.latex_text(where)}, {paper.year}.",
            r"\end{thebibliography}",
            "",
        ]
    )


def _preamble() -> tuple[str, ...]:
    return (
        r"\documentclass[10pt,twocolumn]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage{lmodern,textcomp,booktabs,tikz}",
        rf"\usetikzlibrary{{{LIBRARIES}}}",
        r"\usepackage[a4paper,textwidth=174mm,textheight=250mm,columnsep=6mm]{geometry}",
        r"\usepackage{tagged}  % for screen readers",
        r"\input{glyphtounicode}\pdfgentounicode=1",
        rf"\pdfinfo{{/Title {tex.pdf_string(_TITLE)} /Creator {tex.pdf_string(provenance_line((), ()))}}}",
        r"\emergencystretch=2em \raggedbottom \setlength{\parindent}{0pt}",
        "% Figures and tables stand where they are named, one after the other, and keep the numbers of the paper.",
        r"\makeatletter",
        r"\newenvironment{here}[2]{\par\bigskip\begin{minipage}{\linewidth}\centering"
        r"\setcounter{#1}{#2}\addtocounter{#1}{-1}\def\@captype{#1}}{\end{minipage}\par}",
        r"\renewenvironment{table}{\begingroup\centering\tagtables}{\par\endgroup}",
        r"\makeatother",
    )


def _document() -> str:
    """A document of all figures and tables, to be set by pdflatex."""
    lines = [
        *_preamble(),
        r"\begin{document}",
        rf"\section*{{\raggedright\hyphenpenalty=10000 \tagged{{H1}}{{{_TITLE}}}}}",
        r"\tagopen{P}%",
        rf"The hierarchies of these figures are rebuilt so that the numbers printed by Kosmopoulos et al."
        rf"\ \cite{{{_BIBLIOGRAPHY}}}",
        "follow from them; the tables show the values by definition and the printed ones. Figures and tables keep the",
        r"numbers of the paper.\tagclose",
    ]
    for shown in FIGURES:
        lines += [
            rf"\begin{{here}}{{figure}}{{{shown.number}}}",
            rf"  \leavevmode\tagopen[/Alt {tex.pdf_string(shown.figure().says)}]{{Figure}}%",
            rf"  \input{{figures/figure-{shown.number:02}.tex}}\tagclose",
            rf"  \caption{{{tex.tex_words(shown.caption)} {_REBUILT[:1].upper() + _REBUILT[1:]}.}}",
            r"\end{here}",
        ]
    lines.append(r"\onecolumn")
    for number in PAPER_TABLES:
        lines += [
            rf"\begin{{here}}{{table}}{{{number}}}",
            rf"  \input{{tables/table-{number:02}.tex}}",
            r"\end{here}",
        ]
    return "\n".join([*lines, r"\bibliographystyle{plain}", r"\bibliography{references}", r"\end{document}", ""])


if __name__ == "__main__":
    for line in write_paper(Path(sys.argv[1])):
        sys.stderr.write(line + "\n")
