"""Results -> table -> LaTeX, Markdown, CSV, HTML: what measures say of cases, ready for a paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from csv import writer
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from io import StringIO
from typing import Literal
from unicodedata import normalize

from ..answers.answers import Comparison, Verdict, check
from ..errors import HierviewError, LinkError, quoted, suggestion
from ..explain import Frac, Num, Row, Symbol, names, plain
from ..formats import preset, preset_groups
from ..formats.link import pack_draft
from ..measures import Measure, Result, parse_measure
from ..model.case import Case
from .latex import latex_text
from .signature import signature

LONGEST_LINK = 8_000  # characters that every proxy passes on
MOST_DIGITS = 6


@dataclass(frozen=True)
class TableOptions:
    """How a table is made.

    measures_as: "rows" or "columns".  rounding: "round" half away from zero, or "truncate", as K15 does.
    digits: decimals, at most, or where `fixed` exactly; whole counts stay whole.  best: the best value of each
    measure in bold.  printed: "none", "differing" for a mark and a note where a printed value differs from
    ours, or "all" for a line of printed values under each case.  arrows: which way is better.  units: what a
    value counts.  symbols: the papers' symbols in place of names, in LaTeX and HTML.  caption: with one, LaTeX
    floats the table.  label: what LaTeX refers to it by.
    """

    measures_as: Literal["rows", "columns"] = "rows"
    rounding: Literal["round", "truncate"] = "round"
    digits: int = 2
    fixed: bool = False
    best: bool = True
    printed: Literal["none", "differing", "all"] = "differing"
    arrows: bool = True
    units: bool = False
    symbols: bool = False
    caption: str = ""
    label: str = ""

    def __post_init__(self) -> None:
        for name, accepted in (
            ("measures_as", ("rows", "columns")),
            ("rounding", ("round", "truncate")),
            ("printed", ("none", "differing", "all")),
        ):
            if getattr(self, name) not in accepted:
                listed = " or ".join([", ".join(map(repr, accepted[:-1])), repr(accepted[-1])])
                raise HierviewError(f"a table's {name} is {listed}, not {quoted(getattr(self, name))}")
        for name in ("fixed", "best", "arrows", "units", "symbols"):
            if not isinstance(getattr(self, name), bool):
                raise HierviewError(f"a table's {name} is True or False, not {quoted(getattr(self, name))}")
        if type(self.digits) is not int or not 0 <= self.digits <= MOST_DIGITS:
            raise HierviewError(
                f"a table's digits are a whole number from 0 to {MOST_DIGITS}, not {quoted(self.digits)}"
            )
        for name in ("caption", "label"):
            if not isinstance(getattr(self, name), str):
                raise HierviewError(f"a table's {name} is a text, not {quoted(getattr(self, name))}")
        if self.label and not re.fullmatch(r"[A-Za-z0-9:._+/-]+", self.label):
            raise HierviewError(
                f"a table's label holds letters, digits and : . _ + / - only, as in tab:cases, not {quoted(self.label)}"
            )
        if self.label and not self.caption.strip():
            raise HierviewError(f"the label {quoted(self.label)} needs a caption: LaTeX numbers the table with it")


@dataclass(frozen=True)
class Quantity:
    """Quantity in a line of a table: the value of a measure, or one of the parts it is made of."""

    measure: Measure
    part: str = ""

    def __str__(self) -> str:
        return f"{self.measure}.{self.part}" if self.part else str(self.measure)


def parse_quantity(text: str) -> Quantity:
    """The quantity that a text names: a measure's text, or that with `.part`.

    >>> parse_quantity("MGIA(max_distance=None).f_error").part
    'f_error'
    """
    before, _, part = text.rpartition(".")
    if before and part.isidentifier():
        return Quantity(parse_measure(before), part)
    return Quantity(parse_measure(text))


@dataclass(frozen=True)
class Heading:
    """Heading at a line of values.

    key: its text in the code.  text: its name for people.  symbol: the same with the papers' symbols, where wanted.
    """

    key: str
    text: str
    symbol: Row = ()
    unit: str = ""
    arrow: str = ""


@dataclass(frozen=True)
class Cell:
    """A value as it is shown. printed: what was printed, if anything; verdict and because: how that compares."""

    value: float | None
    text: str
    best: bool = False
    printed: str | None = None
    verdict: Verdict | None = None
    because: str = ""


@dataclass(frozen=True)
class Table:
    """Table as data: `cells[i][j]` is what `headings[j]` says of `cases[i]`.

    origin: the signature, and where each case opens.  corner: what the cases and the headings are.
    """

    cases: tuple[str, ...]
    headings: tuple[Heading, ...]
    cells: tuple[tuple[Cell, ...], ...]
    origin: tuple[str, ...]
    options: TableOptions = TableOptions()
    corner: tuple[str, str] = ("case", "measure")


def table_of(
    cases: Sequence[tuple[str, Case]],
    measures: Sequence[Measure | Quantity],
    options: TableOptions = TableOptions(),
) -> Table:
    """Table of `measures` on named cases. Raises HierviewError where there is nothing to tabulate."""
    quantities = tuple(m if isinstance(m, Quantity) else Quantity(m) for m in measures)
    for what, given in (("case", cases), ("measure", quantities)):
        if not given:
            raise HierviewError(f"a table needs at least one {what}")
    named = [(_line(name), case) for name, case in cases]
    printed = [{c.text: c for _, c in check([one])} for one in named]
    columns = [_column(quantity, named, [p.get(str(quantity)) for p in printed], options) for quantity in quantities]
    return Table(
        tuple(name for name, _ in named),
        _headings(quantities, options),
        tuple(zip(*columns, strict=True)),
        (signature(named, quantities), *(f"{name}: {link}" for name, case in named if (link := case_link(case)))),
        options,
    )


def _line(text: str) -> str:
    """The text on one line, without invisible characters."""
    return quoted(" ".join(text.split()), len(text))[1:-1]


def case_link(case: Case) -> str:
    """The address at which the explorer shows the case; "" where it is too large for one."""
    for name in _presets():
        if preset(name) == case:
            return f"/?c={name}"
    try:
        link = f"/?c=~{pack_draft(case)}"
    except LinkError:
        return ""
    return link if len(link) <= LONGEST_LINK else ""


def _column(
    quantity: Quantity,
    cases: Sequence[tuple[str, Case]],
    printed: Sequence[Comparison | None],
    options: TableOptions,
) -> list[Cell]:
    """The cells of one quantity, from case to case."""
    results = [_result(quantity.measure, name, case) for name, case in cases]
    values = [r.parts.get(quantity.part) if quantity.part else r.value for r in results]
    if quantity.part and not any(quantity.part in r.parts for r in results):
        known = sorted({part for r in results for part in r.parts})
        raise HierviewError(
            f"{quantity.measure} has no part {quoted(quantity.part)} here{suggestion(quantity.part, known)}; "
            f"it has {', '.join(known) or 'none'}"
        )
    exact = [None if value is None else _exact(value) for value in values]
    defined = [value for value in exact if value is not None]
    counts = bool(quantity.measure.unit() or quantity.part)
    whole = counts and all(value == value.to_integral_value() for value in defined)
    best: Decimal | None = None
    if options.best and not quantity.part and len(defined) > 1:
        best = max(defined) if quantity.measure.better() == "higher" else min(defined)
    return [
        Cell(
            value,
            shown(value, options.rounding, options.digits, options.fixed and not whole),
            best is not None and decimal == best,
            *((_line(p.printed), p.verdict, _line(p.because)) if p else ()),
        )
        for value, decimal, p in zip(values, exact, printed, strict=True)
    ]


def _result(measure: Measure, name: str, case: Case) -> Result:
    try:
        return measure.evaluate(case)
    except HierviewError as error:
        raise HierviewError(f"{name}: {error}") from None


def _exact(value: float) -> Decimal:
    """The decimal that a correctly rounded quotient stands for, without the noise of a float's last digits."""
    decimal = Decimal(repr(float(value)))
    return round(decimal, 10) if decimal.adjusted() < 15 else decimal


def shown(value: float | None, rounding: str = "round", digits: int = 2, fixed: bool = False) -> str:
    """A value with at most `digits` decimals, or exactly as many; `–` for undefined.

    >>> shown(2 / 3), shown(2 / 3, "truncate"), shown(1.0), shown(1.0, fixed=True), shown(None)
    ('0.67', '0.66', '1', '1.00', '–')
    """
    if value is None:
        return "–"
    exact = _exact(value)
    if exact.adjusted() < 15:
        exact = exact.quantize(Decimal(1).scaleb(-digits), "ROUND_HALF_UP" if rounding == "round" else "ROUND_DOWN")
    text = f"{exact:f}"
    if "." in text and not fixed:
        text = text.rstrip("0").rstrip(".")
    return text.removeprefix("-") if exact == 0 else text


def _headings(quantities: Sequence[Quantity], options: TableOptions) -> tuple[Heading, ...]:
    labels = [quantity.measure.label() for quantity in quantities]
    told = [(label, quantity.part) for label, quantity in zip(labels, quantities, strict=True)]
    headings = []
    for quantity, label in zip(quantities, labels, strict=True):
        measure, name = quantity.measure, quantity.measure.spec.name
        # Labels shorten long settings; where two measures would share one, their texts tell them apart.
        label = label if told.count((label, quantity.part)) == 1 else str(measure)
        part = _part_symbol(quantity.part) if quantity.part else ()
        symbol: Row = ()
        if options.symbols and label.startswith(name):
            rest = label[len(name) :]
            said = "".join(map(str, measure.symbol()))
            symbol = (*measure.symbol(), "" if rest == f" ({said})" else rest, *part)
        headings.append(
            Heading(
                str(quantity),
                _line(f"{label} {quantity.part}".strip()),
                symbol,
                measure.unit() if options.units and not quantity.part else "",
                {"higher": "↑", "lower": "↓"}[measure.better()] if options.arrows and not quantity.part else "",
            )
        )
    return tuple(headings)


def _part_symbol(part: str) -> Row:
    """A part's name after a measure's: f_error as a symbol, longer ones in words."""
    main, _, sub = part.partition("_")
    return (" ", Symbol(main, sub) if len(main) == 1 else part)


# From the table to lines of text that only need markup


@dataclass(frozen=True)
class _Entry:
    text: str
    best: bool = False
    mark: str = ""


def _notes(table: Table) -> dict[str, str]:
    """The notes at values that were printed otherwise, each with its mark, in reading order."""
    rows = table.cells if table.options.measures_as == "columns" else tuple(zip(*table.cells, strict=True))
    texts = dict.fromkeys(_note(cell, table.options) for row in rows for cell in row)
    return {text: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, text in enumerate(filter(None, texts))}


_MARKS = "†‡§¶"


def _note(cell: Cell, options: TableOptions) -> str:
    if options.printed == "none" or cell.verdict in (None, "agrees"):
        return ""
    because = cell.because or "No reason for the difference is known."
    return because if options.printed == "all" else f"Printed {cell.printed}. {because}"


def _lines(table: Table) -> list[tuple[str, list[_Entry]]]:
    """One line for each case, and one of what was printed."""
    notes, options = _notes(table), table.options
    lines = []
    for case, row in zip(table.cases, table.cells, strict=True):
        marks = [notes.get(_note(cell, options), "") for cell in row]
        beside = options.printed == "all" and any(cell.printed is not None for cell in row)
        lines.append((case, [_Entry(c.text, c.best, "" if beside else m) for c, m in zip(row, marks, strict=True)]))
        if beside:
            lines.append(("printed", [_Entry(c.printed or "", False, m) for c, m in zip(row, marks, strict=True)]))
    return lines


def _grid(
    table: Table,
    name: Callable[[str], str],
    heading: Callable[[Heading], str],
    entry: Callable[[_Entry], str],
) -> tuple[list[str], list[list[str]]]:
    """The header and the rows as strings with markup."""
    columns = table.options.measures_as == "columns"
    rows = [[name(table.corner[not columns]), *map(heading, table.headings)]]
    rows += [[name(line), *map(entry, entries)] for line, entries in _lines(table)]
    head, *body = rows if columns else map(list, zip(*rows, strict=True))
    return head, body


def _tail(heading: Heading) -> str:
    return (f" ({heading.unit})" if heading.unit else "") + (f" {heading.arrow}" if heading.arrow else "")


# LaTeX

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
    head, body = _grid(table, latex_text, _latex_heading, _latex_entry)
    around = "table" if options.caption.strip() else "center"
    out = [*(f"% {line}" for line in table.origin), *_PREAMBLE]
    out.append(rf"\begin{{{around}}}")
    if around == "table":
        out += [r"\centering", rf"\caption{{{latex_text(_line(options.caption))}}}"]
        out += [rf"\label{{{options.label}}}"] if options.label else []
        out.append(r"\par\smallskip")
    out += [setting for most, setting in _SMALLER if len(head) - 1 > most][:1]
    align = "r" if any(cell.value is not None for row in table.cells for cell in row) else "l"
    out += [rf"\begin{{tabular}}{{l{align * (len(head) - 1)}}}", r"\toprule", _latex_row(head), r"\midrule"]
    out += [*map(_latex_row, body), r"\bottomrule", r"\end{tabular}"]
    if notes := _notes(table):
        out += [r"\par\smallskip", r"\begin{minipage}{\linewidth}\footnotesize"]
        out += [rf"{_latex_mark(mark)}~{latex_text(text)}\par" for text, mark in notes.items()]
        out.append(r"\end{minipage}")
    return "\n".join([*out, rf"\end{{{around}}}"]) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return "  " + " & ".join(cells) + r" \\"


def _latex_heading(heading: Heading) -> str:
    name = "".join(map(_latex_term, heading.symbol))
    arrow = {"↑": r" $\uparrow$", "↓": r" $\downarrow$", "": ""}[heading.arrow]
    return (name or latex_text(heading.text)) + (f" ({latex_text(heading.unit)})" if heading.unit else "") + arrow


def _latex_term(term: object) -> str:
    """A term of a symbol in text mode."""
    if not isinstance(term, Symbol):
        return latex_text(_plain_term(term))
    main = term.text if re.fullmatch("[A-Za-z]", term.text) else rf"\mbox{{\itshape {latex_text(term.text)}}}"
    if not term.sub:
        return f"${main}$"
    under = latex_text(term.sub)
    if re.fullmatch("[A-Za-z0-9]+", under):
        return rf"${main}_{{\mathrm{{{under}}}}}$"
    one = re.fullmatch(r"\\ensuremath\{(\\\w+)\}", under)
    return f"${main}_{one[1]}$" if one else rf"${main}_{{\mbox{{\scriptsize {under}}}}}$"


def _plain_term(term: object) -> str:
    if isinstance(term, Frac):
        return f"{''.join(map(_plain_term, term.top))}/{''.join(map(_plain_term, term.bottom))}"
    return term.text if isinstance(term, Num) else str(term)


def _latex_entry(entry: _Entry) -> str:
    text = f"$-${entry.text[1:]}" if re.fullmatch(r"-[\d.]+", entry.text) else latex_text(entry.text)
    text = rf"\textbf{{{text}}}" if entry.best else text
    # The mark takes no room, so that digits stand below digits.
    return text + (rf"\rlap{{{_latex_mark(entry.mark)}}}" if entry.mark else "")


def _latex_mark(mark: str) -> str:
    signs = {"†": r"\dag", "‡": r"\ddag", "§": r"\S", "¶": r"\P"}
    return rf"\textsuperscript{{{''.join(signs[sign] for sign in mark)}}}"


# Markdown


def markdown(table: Table) -> str:
    """The table for Markdown with tables as GitHub and Pandoc read them."""
    head, body = _grid(
        table,
        _markdown_text,
        lambda heading: _markdown_text(heading.text + _tail(heading)),
        lambda entry: (f"**{_markdown_text(entry.text)}**" if entry.best else _markdown_text(entry.text)) + entry.mark,
    )
    rows = [head, [":--", *["--:"] * (len(head) - 1)], *body]
    parts = ["\n".join(f"| {' | '.join(row)} |" for row in rows)]
    parts += [f"{mark} {_markdown_text(text)}" for text, mark in _notes(table).items()]
    if caption := _line(table.options.caption):
        parts.append(f"Table: {_markdown_text(caption)}")
    return "\n\n".join([*parts, _comment(table)]) + "\n"


def _markdown_text(text: str) -> str:
    """Text in which nothing is markup, and nothing becomes a link by itself."""
    text = re.sub(r"[\\`*_{}\[\]<>#!|~&$:@^=]", r"\\\g<0>", text)
    return re.sub(r"(?i)(www)\.", r"\1\\.", text)


def _comment(table: Table) -> str:
    """The table's origin as a comment of HTML, which nothing in it can end."""
    return f"<!-- {escape(chr(10).join(table.origin), quote=False)} -->"


# HTML


def html(table: Table) -> str:
    """The table as an HTML fragment that stands alone."""
    notes = _notes(table)
    head, body = _grid(table, escape, _html_heading, _html_entry)
    rows = [_html_row([f'<th scope="col">{cell}</th>' for cell in head])]
    rows += [_html_row([f'<th scope="row">{row[0]}</th>', *(f"<td>{cell}</td>" for cell in row[1:])]) for row in body]
    caption = _line(table.options.caption)
    foot = "<br>\n".join(f"<sup>{mark}</sup> {escape(text)}" for text, mark in notes.items())
    parts = [
        _comment(table),
        "<table>",
        f"<caption>{escape(caption)}</caption>" if caption else "",
        f"<thead>\n{rows[0]}\n</thead>",
        "<tbody>\n" + "\n".join(rows[1:]) + "\n</tbody>",
        f'<tfoot>\n<tr><td colspan="{len(head)}">{foot}</td></tr>\n</tfoot>' if foot else "",
        "</table>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _html_row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _html_heading(heading: Heading) -> str:
    name = "".join(map(_html_term, heading.symbol))
    return (name or escape(heading.text)) + escape(_tail(heading))


def _html_term(term: object) -> str:
    if not isinstance(term, Symbol):
        return escape(_plain_term(term))
    return f"<i>{escape(term.text)}</i>" + (f"<sub>{escape(term.sub)}</sub>" if term.sub else "")


def _html_entry(entry: _Entry) -> str:
    text = re.sub(r"^-(?=\d)", "−", escape(entry.text))
    text = f"<strong>{text}</strong>" if entry.best else text
    return text + (f"<sup>{entry.mark}</sup>" if entry.mark else "")


# CSV


def csv(table: Table) -> str:
    """The table as CSV (RFC 4180): plain numbers, nothing where undefined, the signature in the first cell.

    Printed values and the reasons why they differ stand in lines of their own. No text can be a formula.
    """
    options = table.options
    lines: list[tuple[str, list[str]]] = []
    for case, row in zip(table.cases, table.cells, strict=True):
        lines.append((case, ["" if cell.value is None and cell.text == "–" else cell.text for cell in row]))
        told = [cell if options.printed == "all" or _note(cell, options) else None for cell in row]
        for word, texts in (
            ("printed", [cell.printed or "" if cell else "" for cell in told]),
            ("because", [cell.because if cell else "" for cell in told]),
        ):
            if options.printed != "none" and any(texts):
                lines.append((f"{case} {word}", texts))
    rows = [[table.origin[0], *(heading.key for heading in table.headings)], *([name, *row] for name, row in lines)]
    out = StringIO()
    turned = rows if options.measures_as == "columns" else zip(*rows, strict=True)
    writer(out).writerows([_no_formula(cell) for cell in row] for row in turned)
    return out.getvalue()


def _no_formula(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would calculate it. Negative numbers stay."""
    harmless = re.fullmatch(r"-?\d+(\.\d+)?", text) or normalize("NFKC", text[:1]) not in ("=", "+", "-", "@")
    return text if harmless else f"'{text}"


WRITERS: dict[str, Callable[[Table], str]] = {"latex": latex, "markdown": markdown, "csv": csv, "html": html}


def _presets() -> list[str]:
    return [name for group in preset_groups().values() for name in group]


# The tables of Kosmopoulos et al. 2015

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
            (signature((), ()),),
            TableOptions(
                measures_as="columns",
                caption=f"The problems that each measure was made for, after Table 2 of {_PAPER}.",
                label="tab:k15-2",
            ),
            ("measure", "made for"),
        )
    cases = [(name, preset(name)) for name in _presets()]
    cases = [(name, case) for name, case in cases if case.published and re.match(rf"{_SOURCE} {number}\b", case.source)]
    told = plain(names(name for name, _ in cases))
    return table_of(
        cases,
        [parse_quantity(text) for text in dict.fromkeys(text for _, case in cases for text, _ in case.published)],
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
