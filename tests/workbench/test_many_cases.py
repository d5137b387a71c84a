"""Benchmark and scatter: many cases under many measures, and sets of cases from outside."""

import zipfile
from itertools import combinations

import pytest
from scipy.stats import kendalltau

from hierview import Case, CaseError, parse_measure, write_case
from hierview.answers.answers import answer_rows
from hierview.own.formula import FormulaMeasure
from hierview.workbench.benchmark import benchmark, read_folder, read_zip
from hierview.workbench.scatter import (
    case_counts_text,
    correlation_matrix,
    preset_cases,
    random_case_set,
    scatter_values,
)
from tests.test_archive import packed

MEASURES = tuple(parse_measure(text) for text in ("GIE", "MGIA", "hF", "TIE"))
CASE = Case.of([("A", "B"), ("A", "C")], ["B"], ["C"])


def test_the_table_holds_the_answers_of_explore():
    cases = preset_cases()[:6]
    lines = benchmark((FormulaMeasure(), *MEASURES), cases)
    assert [line.name for line in lines] == [name for name, _ in cases]
    for line, (_, case) in zip(lines, cases, strict=True):
        assert line.cells[1:] == answer_rows(case, MEASURES)
        assert all(cell.goodness is None or 0 <= cell.goodness <= 1 for cell in line.cells)
        assert line.cells[4].goodness is None  # TIE has no worst value
    heard: list[float] = []
    benchmark(MEASURES, cases, heard.append)
    assert heard == [i / 6 for i in range(6)]


def test_correlations_are_tau_b_with_errors_turned():
    found = scatter_values(MEASURES, random_case_set(60, seed=5))
    matrix = correlation_matrix(found)
    columns = [
        [
            None if p.values[i] is None else round(p.values[i] * (1 if m.better() == "higher" else -1), 10)
            for p in found.points
        ]
        for i, m in enumerate(MEASURES)
    ]
    for i, j in combinations(range(4), 2):
        both = [(a, b) for a, b in zip(columns[i], columns[j], strict=True) if a is not None and b is not None]
        assert matrix[i][j] == matrix[j][i]
        assert matrix[i][j].cases == len(both)
        assert matrix[i][j].value == pytest.approx(kendalltau(*zip(*both, strict=True)).statistic)
    assert {matrix[i][i].value for i in range(4)} == {1}
    assert matrix[0][1].value > 0
    both = matrix[0][3].cases
    assert both < 60
    assert case_counts_text(matrix, 60) == f"{both} to 60 of 60 cases, those on which they are defined"
    assert (
        case_counts_text([row[:3] for row in matrix[:3]], 1000) == "60 of 1,000 cases, those on which they are defined"
    )
    assert case_counts_text([row[:3] for row in matrix[:3]], 60) == "60 cases"
    assert case_counts_text([row[3:] for row in matrix[3:]], 60).startswith(f"{both} of 60 cases, ")


# Sets of cases


GOOD = write_case(CASE).encode()


def test_folders_and_archives_give_their_cases(tmp_path):
    files = {
        "b.json": GOOD,
        "a.txt": b"A\n  B [t]\n  C [p]\n",
        "notes.pdf": b"%PDF",
        "bad.json": b"{",
        "draft.txt": b"A\n  B\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "inner").mkdir()
    folder, zipped = read_folder(tmp_path), read_zip(packed(files), "set.zip")
    for found in (folder, zipped):
        assert [name for name, _ in found.cases] == ["a", "b"]
        assert all((case.true, case.predicted) == (CASE.true, CASE.predicted) for _, case in found.cases)
        assert len(found.failures) == 2
        assert found.failures[0].startswith("bad.json")
        assert "draft.txt: no class is marked" in found.failures[1]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (packed({"a.pdf": b""}), "holds no case"),
        (packed({f"{i}.json": b"{}" for i in range(501)}, zipfile.ZIP_STORED), "501 files; at most 500"),
        (packed({f"{i}.json": b" " * 999_000 for i in range(21)}), "unpacks to more than 20,000,000"),
    ],
)
def test_archives_that_are_refused(data: bytes, why: str):
    with pytest.raises(CaseError, match=why):
        read_zip(data, "set.zip")
