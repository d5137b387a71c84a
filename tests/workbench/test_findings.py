"""What the Workbench and Compare find, as tables for a paper."""

import csv as reader

import pytest

from hierview import load_case, parse_measure
from hierview.answers.compare import answer_differences
from hierview.publish.registry import TABLE_FORMATS
from hierview.publish.tables import Table, TableOptions, table_of
from hierview.publish.tables.compared import comparison_table
from hierview.workbench.benchmark import benchmark
from hierview.workbench.disagree import Disagreement, OppositeOrder, SearchScope, search_disagreements
from hierview.workbench.publish.findings import (
    benchmark_table,
    correlations_table,
    disagreements_table,
    signs_table,
    values_table,
)
from hierview.workbench.scatter import correlation_matrix, scatter_values
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet
from hierview.workbench.sheets.properties import BY_KEY
from tests.shell import refused, shown
from tests.test_tables import rows_of

MEASURES = tuple(map(parse_measure, ("GIE", "hF", "LCaF")))
CASES = [(name, load_case(name)) for name in ("11a", "11b", "12a", "13a", "13b", "15")]
RULES = [BY_KEY[key] for key in ("pairing", "alternative-paths", "alternative-paths-many", "identity")]
SHEETS = [behaviour_sheet(measure, Budget(larger=-2, random=0), None, RULES) for measure in MEASURES[:2]]
OPTIONS = TableOptions()


def written(table: Table) -> list[list[str]]:
    """The rows in Markdown, once every format has taken the table."""
    for form in TABLE_FORMATS.values():
        assert form.data(table)
    return rows_of(TABLE_FORMATS["markdown"].data(table).decode().replace("\\", ""))


def test_signs_of_several_measures():
    table = signs_table(SHEETS, OPTIONS)
    head, *rows = written(table)
    assert head == ["property", "GIE", "hF"]
    assert [row[0] for row in rows] == [
        BY_KEY["pairing"].name,
        *(f"{BY_KEY[key].name}: {BY_KEY[key].claim}" for key in ("alternative-paths", "alternative-paths-many")),
        BY_KEY["identity"].name,
    ]
    for row, rule in zip(table.cells, RULES, strict=True):
        for cell, one in zip(row, SHEETS, strict=True):
            found = one.find(rule.key)
            assert cell.text == found.sign + (f" {found.evidence.class_count}" if found.evidence else "")
    assert "− fails; the number is of classes of the smallest counterexample." in table.says
    *signs, made = table.says
    assert len(signs) == len({row.sign for one in SHEETS for row in one.rows})
    assert made == "GIE: lower is better; hF: higher is better. Random hierarchies of seed 1."
    assert table.origin[0].endswith(f" | GIE; hF | {made}")


def test_signs_of_one_measure_say_what_was_tried():
    table = signs_table(SHEETS[:1], OPTIONS)
    assert written(table)[0] == ["property", "claim", "sign", "trials", "on all", "classes a side"]
    row = SHEETS[0].find("pairing")
    assert [cell.text for cell in table.cells[0]][2:] == [str(row.tried), row.reach_text, "1 true, 2 predicted at most"]
    grid = list(reader.reader(TABLE_FORMATS["csv"].data(table).decode().splitlines()))
    assert {line[2] for line in grid[1:]} == {cell[1].text for cell in table.cells} >= {"+"}


def test_the_benchmark_is_the_table_of_its_cases():
    lines = benchmark(MEASURES, CASES)
    table = benchmark_table(MEASURES, lines, OPTIONS)
    assert table == table_of(CASES, MEASURES, TableOptions(measures_as="columns"))
    assert values_table(scatter_values(MEASURES, CASES), OPTIONS) == table
    assert "13a and 13b tie under GIE and hF." in table.says


def test_rank_correlations():
    found = scatter_values(MEASURES, CASES)
    table = correlations_table(found, TableOptions(digits=3))
    assert [[cell.value for cell in row] for row in table.cells] == [
        [c.value for c in r] for r in correlation_matrix(found)
    ]
    head, *rows = written(table)
    assert head == ["measure", *(row[0] for row in rows)]
    assert {len(text.partition(".")[2]) for row in rows for text in row[1:]} == {3}
    assert table.says == ("Kendall’s τ-b over 6 cases; errors are turned.",)


def test_disagreements_keep_the_cases_of_a_find_together():
    a, b = parse_measure("MGIA"), parse_measure("LCaF")
    found = [
        one
        for one in search_disagreements(a, b, OppositeOrder(), SearchScope(up_to=3, random=0, most=2))
        if isinstance(one, Disagreement)
    ]
    table = disagreements_table(found, (a, b), OppositeOrder().sentence(a, b), 9, OPTIONS)
    assert table.cases == ("9a", "9b", "10a", "10b")
    for row, one in zip(table.cells, [case for find in found for case in find.cases], strict=True):
        assert row[1].text == ", ".join(sorted(one.true))
        assert row[3].value == pytest.approx(a.evaluate(one).value)
        assert row[4].value == pytest.approx(b.evaluate(one).value)
    assert written(table)[0] == ["case", "hierarchy", "true", "predicted", "MGIA ↑", "LCaF ↑"]


def test_a_comparison():
    a, b = load_case("13a"), load_case("13b")
    found = answer_differences(a, b, MEASURES, MEASURES, "b")
    table = comparison_table((("13a", a), ("13b", b)), found, OPTIONS)
    assert written(table)[0] == ["measure", "A: 13a", "B: 13b", "B − A", "verdict"]
    assert [[cell.best for cell in row[:2]] for row in table.cells] == [[False, False], [False, False], [True, False]]
    assert [row[2].text for row in table.cells] == ["0", "0.00", "-0.13"]
    assert [row[3].text for row in table.cells] == [one.says for one in found]
    assert table.cells[0][0].printed == "2"
    assert table.origin[1:] == ("A: 13a: /?c=13a", "B: 13b: /?c=13b")
    # What only some engines set from UTF-8 is a command.
    assert TABLE_FORMATS["latex"].data(table).isascii()


@pytest.mark.slow
def test_the_shell_writes_them(tmp_path, capsys):
    for line, first in (
        ("behaviour GIE --up-to 2 --trials 5", "property,claim,sign,trials,on all,classes a side,made by"),
        ("benchmark GIE hF", "case,GIE,hF,made by"),
        ("benchmark GIE hF --no-rows", "measure,GIE,hF,made by"),
        ("disagree MGIA LCaF --up-to 3 --most 1", "case,hierarchy,true,predicted,MGIA,LCaF,made by"),
    ):
        path = tmp_path / "t.csv"
        assert shown(capsys, *line.split(), "-o", str(path)) == ""
        assert path.read_text(encoding="utf-8").splitlines()[0] == first
    assert "names no format" in refused(capsys, "disagree", "MGIA", "LCaF", "-o", "t.json")
