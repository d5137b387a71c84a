"""The table for pdflatex."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...explain import Symbol
from ..base import ExportFormat
from ..latex import latex_text
from .grid import Entry, grid, notes_of, plain_term
from .table import Heading, Table, line

# With more columns of values than these, a table is set smaller, so that it fits a page.
_SMALLER = ((10, r"\footnotesize\setlength{\tabcolsep}{3pt}"), (8, r"\small\setlength{\tabcolsep}{4pt}"))

# T1 alone would set a font of dots where TeX has no outlines for it: unsharp, and its text cannot be copied.
_PREAMBLE = (
    "% In the preamble (any font that has outlines in T1 will do in place of lmodern):",
    r"% \usepackage{booktabs} \usepackage[T1]{fontenc} \usepackage{lmodern}",
)


def latex(table: Table) -> str:
    """The table for pdflatex with booktabs; a float where it has a caption."""
    options = table.options
    head, body = grid(table, latex_text, _heading, _entry)
    around = "table" if options.caption.strip() else "center"
    out = [*(f"% {line}" for line in table.origin), *_PREAMBLE]
    out.append(rf"\begin{{{around}}}")
    if around == "table":
        out += [r"\centering", rf"\caption{{{latex_text(line(options.caption))}}}"]
        out += [rf"\label{{{options.label}}}"] if options.label else []
        out.append(r"\par\smallskip")
    out += [setting for most, setting in _SMALLER if len(head) - 1 > most][:1]
    align = "r" if any(cell.value is not None for row in table.cells for cell in row) else "l"
    out += [rf"\begin{{tabular}}{{l{align * (len(head) - 1)}}}", r"\toprule", _row(head), r"\midrule"]
    out += [*map(_row, body), r"\bottomrule", r"\end{tabular}"]
    if notes := notes_of(table):
        out += [r"\par\smallskip", r"\begin{minipage}{\linewidth}\footnotesize"]
        out += [rf"{_mark(mark)}~{latex_text(text)}\par" for text, mark in notes.items()]
        out.append(r"\end{minipage}")
    return "\n".join([*out, rf"\end{{{around}}}"]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "  " + " & ".join(cells) + r" \\"


def _heading(heading: Heading) -> str:
    name = "".join(map(_term, heading.symbol))
    arrow = {"↑": r" $\uparrow$", "↓": r" $\downarrow$", "": ""}[heading.arrow]
    return (name or latex_text(heading.text)) + (f" ({latex_text(heading.unit)})" if heading.unit else "") + arrow


def _term(term: object) -> str:
    """A term of a symbol in text mode."""
    if not isinstance(term, Symbol):
        return latex_text(plain_term(term))
    main = term.text if re.fullmatch("[A-Za-z]", term.text) else rf"\mbox{{\itshape {latex_text(term.text)}}}"
    if not term.sub:
        return f"${main}$"
    under = latex_text(term.sub)
    if re.fullmatch("[A-Za-z0-9]+", under):
        return rf"${main}_{{\mathrm{{{under}}}}}$"
    one = re.fullmatch(r"\\ensuremath\{(\\\w+)\}", under)
    return f"${main}_{one[1]}$" if one else rf"${main}_{{\mbox{{\scriptsize {under}}}}}$"


def _entry(entry: Entry) -> str:
    text = f"$-${entry.text[1:]}" if re.fullmatch(r"-[\d.]+", entry.text) else latex_text(entry.text)
    text = rf"\textbf{{{text}}}" if entry.best else text
    # The mark takes no room, so that digits stand below digits.
    return text + (rf"\rlap{{{_mark(entry.mark)}}}" if entry.mark else "")


def _mark(mark: str) -> str:
    signs = {"†": r"\dag", "‡": r"\ddag", "§": r"\S", "¶": r"\P"}
    return rf"\textsuperscript{{{''.join(signs[sign] for sign in mark)}}}"


LATEX = ExportFormat(key="latex", title="LaTeX", endings=(".tex",), mime="application/x-tex", write=latex)
