"""Tables for papers: numbers, marks and notes, and what four kinds of file make of any text.

The golden files, `tests/golden/tables/*`, are whole tables. When a change is meant, look at the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/test_tables.py -k golden
"""

from __future__ import annotations

import csv as reader
import os
import re
import shutil
import unicodedata
from dataclasses import replace
from fractions import Fraction
from math import floor
from pathlib import Path
from string import ascii_letters

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examples.k15.rebuild import PAPER_TABLES, paper_table
from hierview import Case, HierviewError, __version__, load_case, parse_measure
from hierview.answers.answers import compare_printed
from hierview.cli import main
from hierview.explain import Frac, Num, Symbol
from hierview.formats.link import unpack_draft
from hierview.model.case import Published
from hierview.model.extra import Extra
from hierview.publish.latex import latex_text
from hierview.publish.naming import case_hash, provenance_line
from hierview.publish.registry import TABLE_FORMATS
from hierview.publish.tables import Cell, Heading, Table, TableOptions, decimal_text, parse_measured, table_of
from hierview.publish.tables.csv import csv_text
from hierview.publish.tables.grid import table_grid
from hierview.publish.tables.html import html_text
from hierview.publish.tables.latex import latex
from hierview.publish.tables.markdown import markdown
from hierview.publish.tables.widths import table_setting_of
from tests.each import each
from tests.effort import times
from tests.page_reader import PageReader
from tests.samples import HOSTILE_NAMES, PRESETS, ROOT, evaluated, listed_measures, samples
from tests.shell import output, pdflatex, refused, shown

GOLDEN = ROOT / "tests" / "golden" / "tables"
HEADLINE = tuple(parse_measure(text) for text in ("GIE", "MGIA", "hF", "LCaF", 'hF(augmentation="none")'))
HOSTILE = (
    *("R&B", "a_b", "#1", "$", '"', "<", "|", "--", "*", "?`!`", "a\nb"),
    *(r"\input{/etc/passwd}", "a\r\n\\end{document}", "^^M\\relax"),
    *("![i](http://x)", "www.x.org", "<img src=x onerror=alert(1)>", "-->"),
    *("=1+1", "@SUM(A1)", "＝1"),
)


def preset_cases(*names: str) -> list[tuple[str, Case]]:
    return [(name, load_case(name)) for name in names]


def titled(name: str, **options) -> Table:
    """A table that holds a text wherever a user's text can stand."""
    case = replace(load_case("11a"), published=(("GIE", Published(name or "?", name)), ("hF", Published("0.1"))))
    return table_of([(name, case), ("b", load_case("11b"))], HEADLINE[:3], TableOptions(caption=name, **options))


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table in Markdown, without its rule and without blanks."""
    head, _, *rows = text.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row[2:-2].split(" | ")] for row in (head, *rows)]


def one_line(text: str) -> str:
    """What a table shows of a text."""
    joined = " ".join(text.split())
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in joined)


# Numbers


@each(
    "value, digits, rounded, cut",
    [
        (2 / 3, 2, "0.67", "0.66"),
        (-0.005, 2, "-0.01", "0"),
        (0.5, 0, "1", "0"),
        (0.29, 2, "0.29", "0.29"),
        (0.7 - 0.4, 2, "0.3", "0.3"),
        (0.9999999, 6, "1", "0.999999"),
        (1e20, 2, "1" + 20 * "0", "1" + 20 * "0"),
        (None, 2, "–", "–"),
    ],
)
def test_rounding_and_truncation(value, digits, rounded, cut):
    assert (decimal_text(value, "round", digits), decimal_text(value, "truncate", digits)) == (rounded, cut)


@given(st.fractions(-50, 50, max_denominator=999), st.integers(0, 6), st.booleans())
@settings(max_examples=150)
def test_numbers_against_whole_number_arithmetic(exact: Fraction, digits: int, fixed: bool):
    scaled = abs(exact) * 10**digits
    for rounding, whole in (("round", floor(scaled + Fraction(1, 2))), ("truncate", floor(scaled))):
        text = decimal_text(float(exact), rounding, digits, fixed)
        assert Fraction(text) == (whole if exact > 0 else -whole) / Fraction(10**digits)
        assert len(text.partition(".")[2]) == digits if fixed else not re.search(r"\.\d*0$|\.$", text)
        assert text.startswith("-") == (exact < 0 and whole > 0)


def test_fixed_digits_leave_counts_whole():
    options = TableOptions(fixed=True)
    table = table_of(preset_cases("11a", "12a"), [parse_measured(m) for m in ("GIE", "hF", "MGIA.f_error")], options)
    assert [[cell.text for cell in row] for row in table.cells] == [["2", "0.67", "2"], ["7", "0.57", "4"]]
    half = Case.of([("A", "B", "0.5"), ("A", "C", 2)], ["B"], ["C"])
    table = table_of([*preset_cases("11a"), ("half", half)], HEADLINE[:1], options)
    assert [row[0].text for row in table.cells] == ["2.00", "2.50"]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_the_best_values_are_bold(block: int):
    """Against a count, for each value, of those of the same truth that beat it, and that it beats."""
    for sample in [sample.case for sample in samples(times(16, 40), seed=7)][block::4]:
        classes = sample.hierarchy.classes
        predicted = [*([c] for c in classes[:3]), classes[:2], sample.predicted]
        cases = [(str(i), replace(sample, predicted=frozenset(p))) for i, p in enumerate(predicted)]
        cases.append(("another truth", replace(sample, true=sample.predicted, predicted=sample.true)))
        table = table_of(cases, listed_measures())
        for j, measure in enumerate(listed_measures()):
            sign = 1 if measure.better() == "higher" else -1
            for (_, case), row in zip(cases, table.cells, strict=True):
                value = evaluated(case, measure).value
                others = [evaluated(other, measure).value for _, other in cases if other.true == case.true]
                known = [sign * (v - value) for v in others if v is not None and value is not None]
                assert row[j].value == value
                assert row[j].best == (max(known, default=1) <= 1e-9 and min(known) < -1e-9)


def test_unrelated_cases_are_not_compared():
    table = table_of(preset_cases("11a", "11b", "12a", "13a", "13b"), HEADLINE, TableOptions(printed="none"))
    none, first, fourth = [False] * 5, [True, True, True, True, False], [False, True, False, True, False]
    assert [[cell.best for cell in row] for row in table.cells] == [first, none, none, fourth, none]
    assert table.says == (
        "Bold: the best among 11a and 11b; 13a and 13b.",
        "11a and 11b tie under flat F.",
        "13a and 13b tie under GIE, hF and flat F.",
    )
    assert table_of(preset_cases("11a", "12a"), HEADLINE).says == ()


@each("measures_as", ["rows", "columns"])
@each("name", ["markdown", "html"])
def test_points_stand_below_points(measures_as: str, name: str):
    options = TableOptions(measures_as, printed="all", arrows=False, digits=3)
    table = table_of(preset_cases("13a", "13b", "12a"), [*HEADLINE, parse_measured("MGIA.f_error")], options)
    text = TABLE_FORMATS[name].write(table)
    if name == "html":
        text = re.sub(r"<sup>\d\)</sup>", "\u2007\u2007", text).replace("<sup>", "").replace("</sup>", "")
        rows = [re.findall("<td>(.*?)</td>", line) for line in text.splitlines() if "<td>" in line]
    else:
        text = re.sub("[¹²³⁴]⁾", "\u2007\u2007", text).replace("*", "")
        rows = [row.split(" | ")[1:] for row in text.partition("\n\n")[0].replace(" |\n", "\n").splitlines()[2:]]
    for column in zip(*rows, strict=True):
        plain = [re.sub("</?strong>", "", cell) for cell in column]
        if name == "markdown":
            plain = [re.sub(r"^ +| +\|?$", "", cell) for cell in plain]
        behind = {len(re.sub(r"^\u2007*\d+", "", cell)) for cell in plain if cell.strip(" ")}
        assert len(behind) == 1, column


def test_points_stand_below_points_in_intervals_too():
    texts = ("2.700 [1.883, 3.800]", "−10.017 [−11.2, 0.320]", "–")
    table = Table(("a", "b", "c"), (Heading("GIE", "GIE"),), tuple((Cell(None, text),) for text in texts), ())
    shown = replace(table, options=TableOptions(measures_as="columns"))
    padded = [row[1] for row in table_grid(shown, str, lambda h: h.text, lambda e: e.text).body]
    assert padded == [
        "\u2000\u20072.700 [\u2000\u20071.883, 3.800]",
        "−10.017 [−11.2\u2007\u2007, 0.320]",
        "–",
    ]
    assert r"\phantom{\ensuremath{-}}\phantom{0}2.700 {[}\phantom{\ensuremath{-}}\phantom{0}1.883, 3.800{]}" in latex(
        shown
    )
    bold = replace(shown, cells=((replace(shown.cells[0][0], best=True),), *shown.cells[1:]))
    assert "\u2000\u2007**2.700 " in markdown(bold)


def test_a_table_fits_its_width_or_says_what_to_do():
    cases = preset_cases("11a", "11b", "12a", "13a", "13b")
    rows = [table_setting_of(table_of(cases, HEADLINE, TableOptions(width_mm=wide))) for wide in (None, 84, 60, 30)]
    assert [found.fits for found in rows] == [True, True, True, False]
    assert [found.size.pt for found in rows] == [10, 10, 8, 7]
    wide = table_of(cases, HEADLINE, TableOptions("columns"))
    assert "About 9" in table_setting_of(wide).advice
    assert "table*" in latex(wide).splitlines()[8]
    # A note's number hangs into the air before the next number, which is more where that is little.
    noted = table_of(preset_cases("13a", "13b", "12a"), HEADLINE, TableOptions(width_mm=40))
    assert r"r@{\hspace{" in latex(noted)
    assert table_setting_of(noted).after
    told = table_setting_of(table_of(cases, HEADLINE, TableOptions(width_mm=30))).advice
    assert re.match(r"About \d+ mm wide, more than 30 mm: turn it", told)
    words = Table(
        ("a",),
        (Heading("claim", "claim"),),
        ((Cell(None, "a text that is set in lines, for it is far too long " * 3),),),
        (),
    )
    assert r"\begin{tabular}{lp{0.8" in (found := latex(replace(words, options=TableOptions(measures_as="columns"))))
    assert r"\raggedright\let\\\tabularnewline a text" in found


def test_bold_in_every_format():
    cases = preset_cases("13a", "13b")
    table = table_of(cases, HEADLINE, TableOptions(printed="none"))
    bold = [[cell.best for cell in row] for row in table.cells]
    assert bold == [[False, True, False, True, False], [False] * 5]
    told = {"latex": r"\\textbf\{([^}]*)\}", "markdown": r"\*\*(.*?)\*\*", "html": "<strong>(.*?)</strong>"}
    for name, pattern in told.items():
        assert re.findall(pattern, TABLE_FORMATS[name].write(table)) == ["0.60", "0.80"]
        plain = table_of(cases, HEADLINE, TableOptions(best=False))
        assert not re.findall(pattern, TABLE_FORMATS[name].write(plain))


# Printed values


def test_the_marks_stand_where_printed_values_differ():
    table = table_of(
        [(name, load_case(name)) for name in PRESETS if load_case(name).source.startswith("Kosmopoulos et al. 2015")],
        [parse_measured(m) for m in ("GIE", "MGIA", "hF", "LCaF", "MGIA(max_distance=None).f_error")],
    )
    differing = {
        (case, heading.key): cell
        for case, row in zip(table.cases, table.cells, strict=True)
        for heading, cell in zip(table.headings, row, strict=True)
        if cell.verdict == "differs"
    }
    assert set(differing) == {
        *(("13a", "GIE"), ("13a", "MGIA"), ("13b", "GIE"), ("13b", "MGIA"), ("17c", "hF"), ("17c", "LCaF")),
        ("18a", "MGIA(max_distance=None).f_error"),
    }
    for (case, key), cell in differing.items():
        stored = dict(load_case(case).published)[key]
        assert (cell.printed, cell.because) == (stored.printed, stored.because)
        assert stored.because
    text = markdown(table)
    # One reason, one number. Numbers count from left to right.
    found = re.findall(r"([\d.]+)\**([¹²³⁴⁵⁶]⁾)", text)
    values = ["5", "5", "0.60", "0.40", "0.50", "0.50", "11"]
    assert found == list(zip(values, ["¹⁾", "²⁾", "³⁾", "⁴⁾", "⁵⁾", "⁵⁾", "⁶⁾"], strict=True))
    printed = re.findall(r"^(\S⁾) Printed (\S+)\. ", text, re.MULTILINE)
    assert printed == list(
        zip(["¹⁾", "²⁾", "³⁾", "⁴⁾", "⁵⁾", "⁶⁾"], ["2", "3", "0.8", "0.7", "0.49", "12"], strict=True)
    )


def test_a_difference_that_nobody_explained():
    case = replace(load_case("11a"), published=(("hF", Published("0.9")),))
    table = table_of([("mine", case)], [parse_measure("hF")])
    assert table.cells[0][0].verdict == "DIFFERS"
    assert "0.67¹⁾" in markdown(table)
    assert "¹⁾ Printed 0.9. No reason for the difference is known." in markdown(table)


def test_printed_values_beside_ours():
    cases = preset_cases("8b", "17c")
    measures = [parse_measure("hR"), parse_measure("LCaF")]
    table = table_of(cases, measures, TableOptions(printed="all", arrows=False, best=False))
    head = ["measure", "8b", "17c", "printed"]
    assert rows_of(markdown(table)) == [head, ["hR", "0.57", "0.33", "0.33"], ["LCaF", "0.50", "0.50", "0.49¹⁾"]]
    assert "¹⁾ The printed value is computed from recall cut to 0.33" in markdown(table)
    table = table_of(cases, measures, TableOptions(measures_as="columns", printed="none", arrows=False, best=False))
    assert rows_of(markdown(table))[1:] == [["8b", "0.57", "0.5"], ["17c", "0.33", "0.5"]]


# The tables of the paper


def test_the_paper_tables_hold_every_printed_cell():
    """As the presets have them, which tests/test_presets.py holds against the list of all cells."""
    found: dict[tuple[int, str, str], str] = {}
    for number in range(3, 12):
        table = paper_table(number)
        for case, row in zip(table.cases, table.cells, strict=True):
            assert [h.key for h in table.headings] == [key for key, _ in load_case(case).published]
            by_text = {c.text: (c.printed, c.verdict, c.value) for c in compare_printed(load_case(case))}
            assert [(c.printed, c.verdict, c.value) for c in row] == [by_text[h.key] for h in table.headings]
            assert case.startswith(str(number + 8))
            found |= {(number, case, h.key): c.printed or "" for h, c in zip(table.headings, row, strict=True)}
    assert len(found) == 170
    assert found[8, "16", "hP"] == "0.166"
    assert found[10, "18a", "GIE(max_distance=None)"] == "6+Max"
    assert [paper_table(n).cases for n in (3, 9)] == [("11a", "11b"), ("17a", "17b", "17c")]


def test_table_2_is_in_words():
    table = paper_table(2)
    assert dict(zip(table.cases, table.cells, strict=True))["Sun & Lim 2001"] == (
        Cell(None, "several"),
        Cell(None, "tree"),
        Cell(None, "any"),
    )
    assert "begin{tabular}{llll}" in latex(table)
    assert rows_of(markdown(table))[0][:2] == ["measure", "true classes"]


# Orientation and headings


@pytest.mark.parametrize("printed", ["none", "differing", "all"])
def test_the_other_orientation_is_the_same_table_turned(printed):
    cases = preset_cases("11a", "8b", "18a")
    grids = []
    for measures_as in ("rows", "columns"):
        table = table_of(cases, HEADLINE, TableOptions(measures_as, printed=printed, fixed=True))
        grids.append(rows_of(markdown(table)))
    rows, columns = grids
    assert rows[0][0] == "measure"
    assert columns[0][0] == "case"
    rows[0][0] = columns[0][0]
    assert [list(row) for row in zip(*rows, strict=True)] == columns


def test_headings():
    texts = ("GIE", 'LCaF(variant="extended")', 'hF(augmentation="none")', "MGIA.f_error", "SDL")
    quantities = [parse_measured(text) for text in texts]
    cases = preset_cases("11a")
    plain = table_of(cases, quantities, TableOptions(arrows=False))
    assert [h.text for h in plain.headings] == ["GIE", "LCaF (extended)", "flat F", "MGIA f_error", "SDL"]
    assert [h.key for h in plain.headings] == list(texts)
    full = table_of(cases, quantities, TableOptions(units=True, symbols=True))
    first = [line.split("&")[0].strip() for line in latex(full).splitlines() if "&" in line]
    assert first == [
        "measure",
        r"GIE (edges) $\downarrow$",
        r"$F_{\mathrm{LCA}}$ (extended) $\uparrow$",
        r"flat F $\uparrow$",
        r"MGIA $f_{\mathrm{error}}$",
        r"$l_\Delta$ (classes) $\downarrow$",
    ]
    heads = re.findall('<th scope="row">(.*?)</th>', html_text(full))
    assert heads[1:4] == ["<i>F</i><sub>LCA</sub> (extended) ↑", "flat F ↑", "MGIA <i>f</i><sub>error</sub>"]
    assert rows_of(markdown(full))[1][0] == "GIE (edges) ↓"


def test_two_measures_never_share_a_heading():
    measures = [
        parse_measure(f'hF(augmentation="descendants", beta={beta}, root="omitted", zero=None)') for beta in (2, 3)
    ]
    assert measures[0].label() == measures[1].label()
    assert [h.text for h in table_of(preset_cases("11a"), measures).headings] == [str(m) for m in measures]


def test_a_symbol_of_any_kind_is_set():
    symbol = ("w", Symbol("α", "p"), Symbol("Ŷ"), Frac(("1",), (Num("2"),)), Symbol("F", "H, β = 2"))
    table = Table(("a",), (Heading("m", "m", symbol),), ((Cell(1.0, "1"),),), ("here",))
    assert r"w$\alpha_{\mathrm{p}}$$\hat{Y}$1/2" in latex(table)
    assert r"$F_{\mathrm{\mbox{\scriptsize H, $\beta$ = 2}}}$" in latex(table)
    assert "w<i>α</i><sub>p</sub><i>Ŷ</i>1/2<i>F</i><sub>H, β = 2</sub>" in html_text(table)


# Options and mistakes


@each(
    "option, value, said",
    [
        ("measures_as", "diagonal", "'rows' or 'columns'"),
        ("rounding", "up", "'round' or 'truncate'"),
        ("printed", True, "'none', 'differing' or 'all'"),
        ("digits", 7, "from 0 to 6"),
        ("digits", 2.0, "from 0 to 6"),
        ("fixed", 1, "True or False"),
        ("caption", None, "a text"),
        ("label", "a}b", "letters, digits"),
        ("label", "tab:x", "needs a caption"),
    ],
)
def test_options_are_checked(option: str, value, said: str):
    with pytest.raises(HierviewError) as caught:
        TableOptions(**{option: value})
    assert said in str(caught.value)
    assert option in str(caught.value) or said == "needs a caption"


@pytest.mark.parametrize(
    ("cases", "measures", "said"),
    [
        ((), ("GIE",), "at least one case"),
        (("11a",), (), "at least one measure"),
        (("11a",), ("MGIA.f_eror",), "MGIA has no part 'f_eror' here; did you mean 'f_error'?; it has default_cost"),
    ],
)
def test_what_cannot_be_tabulated(cases, measures, said: str):
    with pytest.raises(HierviewError) as caught:
        table_of(preset_cases(*cases), [parse_measured(text) for text in measures])
    assert said in str(caught.value)


# Any text in any file


class Page(PageReader):
    """HTML whose cells are gathered row by row, a caption as a row of its own."""

    def __init__(self, source: str) -> None:
        self.cells: list[list[str]] = []
        super().__init__(source)
        assert not self.declarations

    def handle_starttag(self, tag, attrs):
        super().handle_starttag(tag, attrs)
        if tag in ("tr", "caption"):
            self.cells.append([])
        if tag in ("th", "td", "caption"):
            self.cells[-1].append("")

    def handle_data(self, data):
        if {"th", "td", "caption"} & set(self.open):
            self.cells[-1][-1] += data


def every_text(test):
    """Run with each hostile text, and with whatever hypothesis thinks of."""
    found = given(st.text(max_size=30).filter(one_line))(settings(max_examples=40)(test))
    for text in (*HOSTILE, *HOSTILE_NAMES):
        found = example(text)(found)
    return found


@every_text
def test_any_text_is_text_in_html(name: str):
    page = Page(html_text(titled(name)))
    tags = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "strong", "sup", "br"}
    assert {tag for tag, _ in page.tags} <= tags
    assert {key for _, attributes in page.tags for key in attributes} <= {"scope", "colspan", "class"}
    assert len(page.comments) == 1
    assert page.comments[0].startswith(f" hierview {__version__}")
    caption, head, *rows = page.cells
    assert caption == [one_line(name)]
    assert head == ["measure", one_line(name), "b"]
    assert [row[0] for row in rows[:-1]] == ["GIE ↓", "MGIA ↑", "hF ↑"]
    assert f"Printed {one_line(name)}. {one_line(name)}" in rows[-1][0]


def literal(markdown_text: str, structure: str) -> list[str]:
    """The text between characters of `structure` that no backslash stands before, without backslashes."""
    parts, at = [""], 0
    while at < len(markdown_text):
        c = markdown_text[at]
        if c == "\\":
            at += 1
            assert not markdown_text[at].isalnum()
            parts[-1] += markdown_text[at]
        elif c in structure:
            parts.append("")
        else:
            assert c not in "`_[]<>#!~&$:@^=|*", (c, markdown_text)
            parts[-1] += c
        at += 1
    return parts


@every_text
def test_any_text_is_text_in_markdown(name: str):
    shown_name = one_line(name)
    head, line, *rest = markdown(titled(name, best=False)).splitlines()
    assert [cell.strip() for cell in literal(head, "|")] == ["", "measure", shown_name, "b", ""]
    assert re.fullmatch(r"\| :--+ \| --+: \| --+: \|", line)
    assert len(literal(rest[0], "|")) == 5
    paragraphs = "\n".join(rest[3:]).strip().split("\n\n")
    assert literal(paragraphs[0], "") == [f"¹⁾ Printed {shown_name}. {shown_name}"]
    assert literal(paragraphs[-2].removeprefix("Table: "), "") == [shown_name]
    assert paragraphs[-1].count("-->") == 1
    assert paragraphs[-1].endswith(" -->")
    assert not re.search(r"(?i)www\.[^\\]|http:", "\n".join(paragraphs[:-1]) + head)


@pytest.mark.parametrize("measures_as", ["rows", "columns"])
@every_text
def test_any_text_is_text_in_csv(measures_as, name: str):
    text = csv_text(titled(name, measures_as=measures_as, printed="all"))
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    grid = list(reader.reader(text.splitlines(), strict=True))
    if measures_as == "rows":
        grid = [list(row) for row in zip(*grid, strict=True)]
    names = [row[0] for row in grid]
    asked = one_line(name)

    def calculated(cell: str) -> bool:
        first = unicodedata.normalize("NFKC", cell[:1])
        return first in ("=", "+", "-", "@") and not re.fullmatch(r"-?\d+(\.\d+)?|\+", cell)

    wanted = [asked, f"{asked} printed", f"{asked} because"]
    assert names[1:4] == [f"'{cell}" if calculated(cell) else cell for cell in wanted]
    assert grid[2][1] == grid[3][1] == names[1]
    assert not any(calculated(cell) for row in grid for cell in row)


def test_csv_holds_the_values():
    table = table_of(preset_cases("11a", "2d", "18a"), listed_measures(), TableOptions(digits=6, printed="none"))
    head, *rows = reader.reader(csv_text(table).splitlines())
    assert head == ["measure", "11a", "2d", "18a", "made by"]
    assert [row[-1] for row in rows] == [table.origin[0], *[""] * (len(rows) - 1)]
    assert [row[0] for row in rows] == [str(measure) for measure in listed_measures()]
    for j, row in enumerate(rows):
        for i, text in enumerate(row[1:-1]):
            value = table.cells[i][j].value
            assert text == "" if value is None else float(text) == pytest.approx(value, abs=5e-7)
    assert any("" in row for row in rows)


def test_a_negative_number_stays_a_number():
    cells = ((Cell(-0.25, "-0.25", True), Cell(-1.0, "-1")),)
    table = Table(("-x",), (Heading("m", "m"), Heading("-2", "n")), cells, ("here",), TableOptions("columns"))
    assert csv_text(table) == "case,m,-2,made by\r\n'-x,-0.25,-1,here\r\n"
    assert r"\textbf{$-$0.25} & $-$1" in latex(table)
    assert "<strong>−0.25</strong></td><td>−1" in html_text(table)
    assert rows_of(markdown(table))[1] == ["-x", "**-0.25**", "-1"]


# LaTeX


def test_siunitx_aligns_on_request():
    cells = (
        (Cell(-0.25, "-0.25", True), Cell(11.0, "11.5"), Cell(None, "–")),
        (Cell(1.0, "1"), Cell(2.0, "2"), Cell(None, "a")),
    )
    headings = tuple(Heading(name, name) for name in ("m", "n", "o"))
    text = latex(Table(("x", "y"), headings, cells, ("here",), TableOptions("columns", siunitx=True)))
    assert r"\usepackage[detect-weight]{siunitx}" in text
    assert r"\begin{tabular}{lS[table-format=-1.2]S[table-format=2.1]l}" in text
    assert r"  case & {m} & {n} & o \\" in text
    assert r"  x & \bfseries -0.25 & 11.5 & {–} \\" in text
    marked = latex(table_of(preset_cases("13a"), HEADLINE[:1], TableOptions(siunitx=True)))
    assert r"5{\mdseries\rlap{\textsuperscript{1)}}}" in marked


_DECODED = {
    r"\textbackslash{}": "\\",
    **{"\\" + sign: sign for sign in "{}$&#%_"},
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\symbol{34}": '"',
    r"\textasciigrave{}": "`",
    **{f"{{{sign}}}": sign for sign in "[]*"},
    "{}": "",
    r"\beta ": "β",
    r"\beta": "β",
    r"\Omega ": "Ω",
    r"\Omega": "Ω",
    "$": "",
}
_ACCENTS = dict(
    zip("`'^~=u.\"Hvck", "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030b\u030c\u0327\u0328", strict=True)
)
_DECODED |= {
    rf"\{accent}{{{base}}}": unicodedata.normalize("NFC", letter + mark)
    for accent, mark in _ACCENTS.items()
    for base, letter in {**{c: c for c in ascii_letters}, r"\i": "i", r"\j": "j"}.items()
}
_TOKENS = re.compile("|".join(map(re.escape, _DECODED)) + r"|([^\\{}$&#%_~^<>|\"`\[\]*])", re.DOTALL)


def decoded(tex: str) -> str:
    """The text that LaTeX shows; an AssertionError where anything but text stands in it."""
    at, out, in_formula = 0, "", False
    while at < len(tex):
        token = _TOKENS.match(tex, at)
        assert token, tex[at:]
        in_formula ^= token[0] == "$"
        out += "−" if in_formula and token[0] == "-" else token[1] or _DECODED[token[0]]
        at = token.end()
    return out


@given(
    st.text(st.characters(max_codepoint=0x17E, exclude_categories=("C", "Z"), include_characters=" βΩ−"), max_size=20)
)
@settings(max_examples=150)
def test_latex_shows_the_text_and_does_nothing_else(text: str):
    try:
        tex = latex_text(text)
    except HierviewError:
        assert any(c > "~" and not accepted(c) and c not in "βΩ−" for c in unicodedata.normalize("NFC", text))
        return
    assert decoded(tex) == unicodedata.normalize("NFC", text)
    assert not re.search(r"--|''|,,", tex)


@each(
    "text, named",
    [
        ("音乐", "'音' (U+97F3, cjk unified ideograph-97f3)"),
        ("🎵", "U+1F3B5, musical note"),
        ("q\u0338", "'q\u0338' (U+0071, latin small letter q)"),
        ("عربى", "arabic letter ain"),
        ("a\u200bb", "'\\u200b' (U+200B, zero width space)"),
        ("a\x07", "(U+0007)"),
        ("Ħ", "U+0126"),
    ],
)
def test_what_latex_cannot_set_is_named(text: str, named: str):
    with pytest.raises(HierviewError) as caught:
        latex_text(text)
    assert named in str(caught.value)
    assert "Latin letters" in str(caught.value)


def preamble_of(table: str) -> str:
    """What a table says that a document needs."""
    return "".join(re.findall(r"\\usepackage\S*", "\n".join(re.findall("^%.*", table, re.MULTILINE))))


PREAMBLE = preamble_of(latex(paper_table(3)))


def compiled(body: str, where: Path, preamble: str = PREAMBLE) -> tuple[str, str]:
    """The text on the pages that pdflatex makes of this, and its log."""
    if not (shutil.which("pdftotext") and shutil.which("pdffonts")):
        pytest.skip("pdftotext and pdffonts (poppler-utils) are not installed")
    head = rf"\documentclass{{article}}{preamble}\pagestyle{{empty}}\begin{{document}}"
    (where / "t.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    log = pdflatex(where, "t.tex")
    assert "Missing character" not in (where / "t.log").read_text(encoding="utf-8", errors="replace")
    return output("pdftotext", "-layout", "t.pdf", "-", cwd=where), log


def test_a_table_names_what_a_plain_tex_lacks(tmp_path: Path):
    assert PREAMBLE == r"\usepackage{booktabs}\usepackage[T1]{fontenc}\usepackage{lmodern}"
    compiled(latex(titled("Zoë")), tmp_path)
    fonts = output("pdffonts", "t.pdf", cwd=tmp_path)
    assert "LMRoman" in fonts
    assert "Type 3" not in fonts


@pytest.mark.parametrize("preamble", [r"\usepackage{booktabs}", PREAMBLE], ids=["plain", "T1"])
@pytest.mark.slow
def test_latex_compiles_with_hostile_names(preamble: str, tmp_path: Path):
    names = [name for name in (*HOSTILE, *HOSTILE_NAMES) if one_line(name).isascii() and len(name) < 60]
    tables = [latex(titled(name, measures_as=way)) for name in names for way in ("rows", "columns")]
    text, _ = compiled("\n".join(table + r"\clearpage" for table in tables), tmp_path, preamble)
    pages = text.split("\f")
    assert len(pages) == len(tables) + 1
    assert "root:" not in text
    for i, name in enumerate(names):
        # An apostrophe is set as one; without T1, quotation marks and signs of comparison look otherwise.
        wanted = "".join(one_line(name).split()).replace("'", "’")
        for page in pages[2 * i : 2 * i + 2] if preamble == PREAMBLE else ():
            assert "".join(page.split()).count(wanted) >= 4, (name, page)


def accepted(c: str) -> bool:
    try:
        return bool(latex_text(c))
    except HierviewError:
        return False


def bare(text: str) -> str:
    """What pdftotext finds of a text, without accents, which may stand beside their letters there."""
    # The fonts have one shape for what Greek shares with Latin, and call a few signs by other names.
    shared = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΧοΔ∘∙⋅", "ABEZHIKMNOPTXo∆◦··")
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).translate(shared))
    accents = ("Mn", "Sk", "Cf")
    return "".join(c for c in signs if c == "\u0338" or not (unicodedata.category(c) in accents or c.isspace()))


@pytest.mark.slow
def test_every_accepted_letter_is_set(tmp_path: Path):
    found = [
        c
        for c in map(chr, range(0xA1, 0x2300))
        if c.isprintable() and accepted(c) and unicodedata.normalize("NFC", c) == c
    ]
    letters = [c for c in found if "$" not in latex_text(c)]
    assert len(letters) > 380
    pages, _ = compiled("\n\n".join(latex_text(f"[{c}]") for c in found), tmp_path)
    got = bare(pages)
    # These are set right; their shapes have no name, or that of another sign, or are made of several.
    assert [c for c in found if f"[{bare(c)}]" not in got] == list("Đẞ℗℧∉∏∑∖√≠")


@pytest.mark.slow
def test_the_paper_tables_fit_the_page(tmp_path: Path):
    body = "\n".join(latex(paper_table(number)) + r"\clearpage" for number in PAPER_TABLES)
    pages, log = compiled(body, tmp_path)
    assert all(float(width) <= 5 for width in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log))
    assert "6+Max" in pages
    assert len(re.findall("Table [0-9]+: What", pages)) == 9
    assert re.search(r"GIE +5 +2(?:1\))? +5 +32\)", pages)
    assert re.search(r"MGIA +0\.600 +0\.83\) +0\.400 +0\.74\)", pages)


# Signatures, and the same bytes again


def test_the_signature_changes_with_what_a_measure_reads():
    case = load_case("11a")
    edges = [(*edge, weight) for edge, weight in case.hierarchy.weights.items()]
    hashes = {
        case_hash(case),
        case_hash(Case.of(edges, case.predicted, case.true)),
        case_hash(Case.of([*edges[1:], (*edges[0][:2], 2)], case.true, case.predicted)),
        case_hash(Case.of([*edges, ("Arts", "Dance")], case.true, case.predicted)),
        case_hash(Case.of(edges, case.true, case.predicted, ["Dance"])),
        case_hash(replace(case, extra=Extra.of(case.hierarchy, scores={"Pop": 1}))),
    }
    assert len(hashes) == 6
    same = Case.of(reversed(edges), case.true, case.predicted, name="Other", positions=(("Pop", 1.0, 2.0),))
    assert case_hash(same) == case_hash(case)
    assert re.fullmatch("[0-9a-f]{8}", case_hash(case))
    assert provenance_line([("a\nb", case)], ["GIE"]) == rf"hierview {__version__} | GIE | a\u000ab {case_hash(case)}"
    assert provenance_line((), ()) == f"hierview {__version__}"


def test_the_origin_says_where_each_case_opens():
    mine = Case.of([("A", "B"), ("A", "C", "0.5")], ["B"], ["C"], name="Mine")
    sign, preset_line, mine_line = table_of([("x", load_case("12a")), ("mine", mine)], HEADLINE).origin
    assert sign == provenance_line([("x", load_case("12a")), ("mine", mine)], HEADLINE)
    assert preset_line == "x: /?c=12a"
    assert unpack_draft(mine_line.removeprefix("mine: /?c=~")).case() == mine
    large = Case.of([("A", f"{i * i * 7919 % 99991:x} {i}") for i in range(3000)], ["A"], ["A"])
    assert len(table_of([("large", large)], HEADLINE[:1]).origin) == 1
    for name in ("latex", "markdown", "html"):
        assert "x: /?c=12a" in TABLE_FORMATS[name].write(table_of([("x", load_case("12a"))], HEADLINE))


def tables_written() -> bytes:
    """Every measure on three cases in every format, and a table of the paper; see tests/test_every_process.py."""
    table = table_of(preset_cases("8b", "12a", "18a"), listed_measures())
    return b"".join(form.data(t) for form in TABLE_FORMATS.values() for t in (table, paper_table(5)))


# The command line


def test_a_table_from_the_command_line(tmp_path: Path, capsys):
    path = tmp_path / "My case.json"
    path.write_text('{"hierview": 1, "edges": [["A", "B"], ["A", "C"]], "true": ["B"], "predicted": ["C"]}')
    asked = [str(path), "12a", "--measure", "hF", "--measure", "MGIA.f_error", "--digits", "1", "--no-best"]
    text = shown(capsys, "table", *asked, "--format", "markdown")
    assert rows_of(text) == [["measure", "My case", "12a"], ["hF ↑", "0.5", "0.6"], ["MGIA f\\_error", "2", "4"]]
    # Without a word on measures: those that the cases want shown, each once.
    _head, *rows = reader.reader(shown(capsys, "table", "11a", "18a", "--format", "csv").splitlines())
    assert [row[0] for row in rows] == [*map(str, HEADLINE), "GIE(max_distance=None)", "MGIA(max_distance=None)"]
    assert shown(capsys, "table", "11a").startswith("% hierview ")
    assert "is neither a file nor a preset" in refused(capsys, "table", "11x")


@each("ending, format", [("tex", "latex"), ("md", "markdown"), ("csv", "csv"), ("HTML", "html")])
def test_the_ending_of_a_file_says_what_is_written(tmp_path: Path, capsys, ending: str, format: str):
    path = tmp_path / f"t.{ending}"
    assert main(["table", "11a", "12a", "-o", str(path)]) == 0
    assert path.read_bytes().decode() == TABLE_FORMATS[format].write(table_of(preset_cases("11a", "12a"), HEADLINE))
    assert main(["table", "11a", "12a", "-o", str(path), "--format", format]) == 0
    other = "csv" if format == "latex" else "latex"
    before = path.read_bytes()
    told = refused(capsys, "table", "11a", "-o", str(path), "--format", other)
    assert f"'t.{ending}' ends like {format}, and --format says {other}; leave out" in told
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["mycase.json", "mycase.JSON", "t.txt", "t", "t.docx", "my.py"])
def test_a_table_is_written_to_no_other_file(tmp_path: Path, capsys, name: str):
    path = tmp_path / name
    path.write_text("what was there")
    error = refused(capsys, "table", "11a", "-o", str(path))
    assert f"{name}' names no format; end it in .tex, .md, .csv" in error
    also = main(["table", "11a", "-o", str(path), "--format", "latex"])
    written = path.read_text() != "what was there"
    # A case file is never written to; another name may hold what --format says.
    assert (also, written) == ((2, False) if "json" in name.lower() else (0, True))


# Whole files

GOLDEN_TABLES = {
    "paper-5": lambda: paper_table(5),
    "columns": lambda: table_of(
        preset_cases("11a", "12a", "13a", "17c", "2d"),
        [*HEADLINE, parse_measure("TIE")],
        TableOptions("columns", fixed=True, units=True, symbols=True, caption="R&B, 50% <of> |it|", label="tab:x"),
    ),
}


@each("name", GOLDEN_TABLES)
@each("format", TABLE_FORMATS)
def test_golden(name: str, format: str):
    path = GOLDEN / f"{name}.{TABLE_FORMATS[format].extension}"
    text = TABLE_FORMATS[format].write(GOLDEN_TABLES[name]()).replace(f"hierview {__version__}", "hierview VERSION")
    if os.environ.get("REFRESH_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    assert text.encode() == path.read_bytes()


def test_no_golden_file_is_left_over():
    kept = {f"{name}.{f.extension}" for name in GOLDEN_TABLES for f in TABLE_FORMATS.values()}
    assert {path.name for path in GOLDEN.iterdir()} == kept
