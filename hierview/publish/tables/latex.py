"""The table for pdflatex."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...draw.backends.latex.tex import latex_symbol
from ...explain import Symbol
from ..base import ExportFormat
from ..latex import latex_text
from .grid import DIGIT, POINT, SIGN, ColumnFormat, GridEntry, numbered_notes, plain_symbol_text, table_grid
from .table import Heading, Table, TableOptions, one_line_text
from .widths import Shared, TableSetting, table_setting_of

# T1 alone would set a font of dots where TeX has no outlines for it: unsharp, and its text cannot be copied.
_PREAMBLE = (
    "% In the preamble (lmodern or any font with outlines in T1; no fontenc for LuaLaTeX and XeLaTeX):",
    r"% \usepackage{booktabs} \usepackage[T1]{fontenc} \usepackage{lmodern}",
)
_SIUNITX = (r"% \usepackage[detect-weight]{siunitx}",)


def latex(table: Table) -> str:
    """The table for pdflatex with booktabs; a float where it has a caption."""
    options = table.options
    setting = table_setting_of(table)
    heading = (lambda one: _heading_latex(one.without_span)) if setting.shared else _heading_latex
    cells = table_grid(table, latex_text, heading, _siunitx_entry if options.siunitx else _entry_latex)
    around = "table" if options.caption.strip() else "center"
    out = [*(f"% {line}" for line in table.origin), *_PREAMBLE, *(_SIUNITX if options.siunitx else ())]
    out += [f"% {setting.advice}"] if setting.advice else []
    out.append(rf"\begin{{{around}}}")
    if around == "table":
        out += [r"\centering", rf"\caption{{{latex_text(one_line_text(options.caption))}}}"]
        out += [rf"\label{{{options.label}}}"] if options.label else []
        out.append(r"\par\smallskip")
    out += [setting.size.command] if setting.size.command else []
    heads = zip(cells.head[1:], cells.columns, strict=True)
    head = [cells.head[0], *(_stacked_heading(cell, column, setting, i) for i, (cell, column) in enumerate(heads, 1))]
    body = [[_ragged_cell(c) if i in setting.lines else c for i, c in enumerate(row)] for row in cells.body]
    if options.siunitx:
        out.append(r"\sisetup{table-align-text-after=false}")
        head = [head[0], *(f"{{{cell}}}" * c.numbers or cell for cell, c in zip(head[1:], cells.columns, strict=True))]
    out += [rf"\begin{{tabular}}{{l{_column_specs(cells.columns, options, setting)}}}", r"\toprule"]
    out += [*_spanning_headings(setting.shared, len(head)), _row_latex(head), r"\midrule"]
    out += [*(_row_latex(row) for row in body), r"\bottomrule", r"\end{tabular}", *_notes_below(table)]
    return "\n".join([*out, rf"\end{{{around}}}"]) + "\n"


def _spanning_headings(spans: Sequence[Shared], count: int) -> list[str]:
    """The row of headings above several columns, and the rules below them."""
    if not spans:
        return []
    cells = [""] * count
    for name, first, last in spans:
        cells[first] = rf"\multicolumn{{{last - first + 1}}}{{c}}{{{latex_text(name)}}}"
    inside = {i for _, first, last in spans for i in range(first + 1, last + 1)}
    rules = (rf"\cmidrule(lr){{{first + 1}-{last + 1}}}" for _, first, last in spans)
    return [_row_latex([cell for i, cell in enumerate(cells) if i not in inside]), "  " + " ".join(rules)]


def _notes_below(table: Table) -> list[str]:
    """What is said of all values, then the notes at some."""
    notes = numbered_notes(table)
    if not (notes or table.says):
        return []
    out = [r"\par\smallskip", r"\begin{minipage}{\linewidth}\footnotesize"]
    out += [rf"{latex_text(sentence)}\par" for sentence in table.says]
    out += [rf"{_mark_latex(mark)}~{latex_text(text)}\par" for text, mark in notes.items()]
    return [*out, r"\end{minipage}"]


def _column_specs(columns: Sequence[ColumnFormat], options: TableOptions, setting: TableSetting) -> str:
    """How columns are set: numbers at the right, texts at the left, long ones in lines."""
    specs = []
    for i, column in enumerate(columns, 1):
        if column.numbers:
            specs.append(_siunitx_spec(column) if options.siunitx else "r")
        elif i in setting.lines:
            specs.append(rf"p{{{setting.lines[i] / setting.room:.2f}\linewidth}}")
        else:
            specs.append("l")
        if i in setting.after:
            specs.append(rf"@{{\hspace{{{2 * setting.size.air + setting.after[i]:.1f}pt}}}}")
    return "".join(specs)


def _ragged_cell(cell: str) -> str:
    """A text on lines that end where they may."""
    return rf"\raggedright\let\\\tabularnewline {cell}" if " " in cell else cell


def _stacked_heading(head: str, column: ColumnFormat, setting: TableSetting, i: int) -> str:
    """The heading of a column, on several lines where it has to."""
    if i not in setting.heads:
        return head
    breaking = re.sub(r"(\\_|[./])(?=[^\W_])", r"\1\\allowbreak{}", head)
    ragged = r"\raggedleft" if column.numbers else r"\raggedright"
    return rf"\parbox[b]{{{setting.heads[i] / setting.room:.3f}\linewidth}}{{{ragged}\hspace{{0pt}}{breaking}}}"


def _siunitx_spec(column: ColumnFormat) -> str:
    sign = "-" * column.signed
    return f"S[table-format={sign}{column.whole - column.signed}.{column.decimals}]"


def _row_latex(cells: Sequence[str]) -> str:
    return "  " + " & ".join(cells) + r" \\"


def _heading_latex(heading: Heading) -> str:
    name = "".join(map(_term_latex, heading.symbol))
    arrow = {"↑": r" $\uparrow$", "↓": r" $\downarrow$", "": ""}[heading.arrow]
    return (name or latex_text(heading.text)) + (f" ({latex_text(heading.unit)})" if heading.unit else "") + arrow


def _term_latex(term: object) -> str:
    """A term of a symbol in text mode."""
    return latex_symbol(term) if isinstance(term, Symbol) else latex_text(plain_symbol_text(term))


def _number_latex(entry: GridEntry) -> str:
    text = f"$-${entry.text[1:]}" if re.fullmatch(r"-[\d.]+", entry.text) else _blanks_as_phantoms(entry.text)
    return rf"\textbf{{{text}}}" if entry.best else text


_PHANTOMS = {DIGIT: "0", POINT: ".", SIGN: r"\ensuremath{-}"}


def _blanks_as_phantoms(text: str) -> str:
    """A text in which blanks are as wide as what they stand for."""
    pieces = re.split(f"([{DIGIT}{POINT}{SIGN}])", text)
    return "".join(rf"\phantom{{{_PHANTOMS[p]}}}" if p in _PHANTOMS else latex_text(p) for p in pieces)


def _entry_latex(entry: GridEntry) -> str:
    """The value, and what it lacks to the right as a blank of that width."""
    text = _number_latex(entry)
    # The mark takes no room, so that digits stand below digits.
    mark = rf"\rlap{{{_mark_latex(entry.mark)}}}" if entry.mark else ""
    return text + mark + (rf"\phantom{{{entry.after}}}" if entry.after else "")


def _siunitx_entry(entry: GridEntry) -> str:
    """The value for a column of siunitx."""
    mark = rf"{{\mdseries\rlap{{{_mark_latex(entry.mark)}}}}}" if entry.mark else ""
    if not re.fullmatch(r"-?\d+(\.\d+)?", entry.text):
        return f"{{{_entry_latex(GridEntry(entry.text))}}}" + mark
    return (r"\bfseries " if entry.best else "") + entry.text + mark


def _mark_latex(mark: str) -> str:
    return rf"\textsuperscript{{{mark})}}"


LATEX = ExportFormat(key="latex", title="LaTeX", endings=(".tex",), mime="application/x-tex", write=latex)
