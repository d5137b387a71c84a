"""`hierview behaviour`, `disagree`, `benchmark` and `app --measures` in a shell.

Measures of one's own are asked in this process, but where `in_processes` stands: what is special about their processes
is in tests/workbench/test_foreign.py.
"""

from __future__ import annotations

import json
import os
import re
import sys
from doctest import DocTestParser

import pytest

from hierview.cli import main
from hierview.formats import read_case, write_case
from hierview.formats.archive import zip_files
from hierview.own.foreign import close_all
from hierview.publish.files import load_case
from tests.each import each
from tests.in_process import without_processes
from tests.samples import ROOT
from tests.shell import refused, shown

pytestmark = pytest.mark.slow

GUIDE = (ROOT / "docs" / "own-measures.md").read_text(encoding="utf-8")
MINE = """
def overlap(hierarchy, true, predicted):
    t, p = hierarchy.downward_closure(true), hierarchy.downward_closure(predicted)
    return 2 * len(t & p) / (len(t) + len(p))


def lost(hierarchy, true, predicted):
    "How far the farthest is."
    return max(hierarchy.distance(p, t) for p in predicted for t in true)


lost.better, lost.bounds = "lower", (0, None)


def raises(hierarchy, true, predicted):
    return 1 / 0
"""


@pytest.fixture(autouse=True)
def asked(request, monkeypatch):
    if "in_processes" not in request.fixturenames:
        without_processes(monkeypatch)
    yield
    close_all()


@pytest.fixture
def in_processes():
    """Measures of one's own are asked as they are outside of tests."""


@pytest.fixture
def my_file(tmp_path):
    path = tmp_path / "my.py"
    path.write_text(MINE)
    return str(path)


def test_a_search_finds_the_star_with_three_leaves(capsys):
    nearest = 'MGIA(pairing="nearest")'
    args = ("disagree", "MGIA", nearest, "--question", "differ", "--up-to", "4", "--most", "1")
    text = shown(capsys, *args)
    assert "A>B, A>C, A>D" in text
    assert "1 to 3 classes" in text
    found = json.loads(shown(capsys, *args, "--json"))
    assert found["complete"] == 3
    assert found["seed"] == 1
    (find,) = found["finds"]
    assert find[0]["case"]["edges"] == [["A", "B"], ["A", "C"], ["A", "D"]]
    assert (find[0]["first"], find[0]["second"]) == (pytest.approx(0.85), pytest.approx(0.8))


def test_one_has_a_property_that_the_other_lacks(capsys):
    text = shown(capsys, "disagree", "MGIA", "GIE", "--question", "pairing", "--up-to", "3", "--most", "1")
    assert "MGIA keeps to it, GIE does not" in text
    assert "true A" in text


def test_a_file_against_a_measure(capsys, my_file):
    args = ("disagree", f"{my_file}:overlap", "hF", "--question", "apart", "--up-to", "3", "--most", "1")
    text = shown(capsys, *args, "--at-least", "0.6", "--at-most", "0.5")
    assert "overlap says at least 0.6 and hF at most 0.5" in text


def test_the_sheet_of_a_file(capsys, my_file):
    args = ("behaviour", f"{my_file}:overlap", "--up-to", "3", "--json")
    text = shown(capsys, *args)
    sheet = json.loads(text)
    assert sheet["measure"] == "overlap"
    signs = {row["property"]: row["sign"] for row in sheet["properties"]}
    assert signs.items() >= {"identity": "−", "irrelevant": "−", "renaming": "(+)", "long-distance": "+"}.items()
    # The same command, the same bytes.
    assert shown(capsys, *args) == text
    row = next(row for row in sheet["properties"] if row["property"] == "irrelevant")
    before, after = (read_case(json.dumps(one["case"])) for one in row["evidence"])
    assert len(after.hierarchy) == len(before.hierarchy) + 1
    assert before.true == after.true


ASSUMING = """
def far(hierarchy, true, predicted):
    "How far the first two are. Lower is better."
    if len(true) == 1 and len(predicted) == 2:
        return float("nan")
    return hierarchy.distance(min(true), min(predicted))
"""


@pytest.mark.whole
def test_what_is_assumed_and_what_failed_is_told_wherever_signs_are(capsys, tmp_path):
    path = tmp_path / "far.py"
    path.write_text(ASSUMING)
    told = "far.better is not set, and higher is assumed to be better; write far.better ="
    assert told in shown(capsys, "check", "--measure", str(path), status=1)
    _, direction, assumed, *rows = shown(capsys, "behaviour", str(path), "--up-to", "3", "--seed", "7").splitlines()
    assert direction == "Higher is better, bounds 0 to 1. Seed 7."
    assert assumed.startswith(told)
    (row,) = (line for line in rows if line.startswith("(+)  Irrelevant branches"))
    assert "trees ≤ 3, forests ≤ 3, DAGs ≤ 3; failed in " in row
    path.write_text(f'{ASSUMING}\nfar.better, far.bounds = "lower", (0, None)\n')
    # Its distances are fractions, which are numbers.
    lacking = shown(capsys, "check", "--measure", str(path), status=1)
    assert not {"better", "Fraction"} & set(re.findall(r"\w+", lacking))
    lower = shown(capsys, "behaviour", str(path), "hF", str(path), "--up-to", "2")
    made = r"far: lower is better, bounds 0 to ∞, failed on \d+ cases; hF: higher is better\. Random [^:]+ seed 1\."
    assert re.match(rf"property +far +hF\n[^:]+:.+\n{made}\n\nfar: How far", lower, re.DOTALL)
    out = shown(capsys, "benchmark", str(path), "hF", "--random", "60")
    assert out.startswith("Rank correlations over 55 of 60 cases, those on which they are defined, ")
    assert "\nfar failed on 5 of 60 cases; on random 1.12, the value is nan; where" in out


@pytest.mark.whole
def test_the_sheet_of_a_formula_as_text(capsys):
    text = shown(capsys, "behaviour", 'Formula("2 * both / (P + T)")', "--trials", "100")
    assert "Of two wrong classes" in text
    assert "my_F" in text


@each(
    "args, told",
    [
        (("behaviour", "Nothing"), "'Nothing'"),
        (("behaviour", "missing.py"), "cannot be read"),
        (("behaviour", "Formula(\"__import__('os')\")"), "__import__"),
        (("disagree", "GIE", "hF", "--question", "oposite"), "did you mean 'opposite'?"),
        (("disagree", "GIE", "hF", "--up-to", "99"), "99"),
        (("behaviour", "hF", "--up-to", "99"), "up to 1 to 9 classes can be tried, not 99"),
        (("behaviour", "hF", "--trials", "0"), "1 or more are accepted"),
        (("app", "--measures", "missing.py"), "no file"),
        (("app", "--lessons", "a", "--lessons", "b"), "--lessons is given 2 times; it is accepted once"),
    ],
)
def test_mistakes_are_told_in_a_sentence(capsys, args, told):
    assert told in refused(capsys, *args)


@pytest.mark.parametrize(("address", "switch"), [("127.0.0.1", "0"), ("0.0.0.0", "1")])
def test_the_explorer_is_told_of_the_file(monkeypatch, my_file, address, switch):
    started: list[dict[str, str]] = []

    def execve(path, args, environment):
        started.append(environment)
        raise SystemExit  # as the process would be another from here on

    monkeypatch.setenv("HIERVIEW_LOCAL_CODE", switch)
    monkeypatch.setattr("os.execve", execve)
    monkeypatch.setattr("os.name", "posix")
    with pytest.raises(SystemExit):
        main(["app", "--measures", my_file, "--address", address])
    assert started[0]["HIERVIEW_MEASURES"] == my_file


def test_a_benchmark_prints_values_and_rank_correlations(capsys):
    out = shown(capsys, "benchmark", "GIE", "hF", "LCaF")
    lines = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.strip()}
    assert lines["15"] == ["7", "0.5", "0.5"]
    assert lines["18a"] == ["15", "0.22", "0.22"]
    assert "Rank correlations over 49 cases" in out
    assert lines["hF"][1] == "1"
    assert shown(capsys, "benchmark", "hF", "--no-rows").startswith("Rank correlations over ")


def test_a_benchmark_of_cases_of_ones_own(capsys, tmp_path):
    (tmp_path / "one.json").write_text(write_case(load_case("15")), encoding="utf-8")
    (tmp_path / "two.json").write_text("{", encoding="utf-8")
    assert main(["benchmark", "hF", "--cases", str(tmp_path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "two.json" in err
    found = json.loads(out)
    assert found["measures"] == ["hF"]
    assert list(found["cases"].values()) == [[0.5]]
    archive = tmp_path / "own.zip"
    archive.write_bytes(zip_files({"own.json": write_case(load_case("15"))}))
    found = json.loads(shown(capsys, "benchmark", "hF", "--cases", str(archive), "--json"))
    assert list(found["cases"].values()) == [[0.5]]
    assert refused(capsys, "benchmark", "hF", "--cases", str(tmp_path / "missing")).endswith("is no folder")


def test_a_benchmark_of_random_cases(capsys):
    out = shown(capsys, "benchmark", "MGIA", 'MGIA(pairing="nearest")', "--random", "60", "--json")
    alike = json.loads(out)["kendall_tau_b"]
    assert alike[0][0] == alike[1][1] == 1
    assert 0.5 < alike[0][1] == alike[1][0] < 1
    out = shown(capsys, "benchmark", "MGIA", "hF", "--random", "60")
    assert out.startswith("Rank correlations over 60 cases")
    assert "random 1.1" not in out
    every = shown(capsys, "benchmark", "MGIA", "hF", "--random", "60", "--rows")
    assert every.endswith(out)  # the same cases again
    assert "random 1.60" in every


# Measures of one's own in every command


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package that offers measures as the guide says, one of which cannot be loaded."""
    (tmp_path / "my_package.py").write_text(MINE)
    example = GUIDE.partition('[project.entry-points."hierview.measures"]\n')[2].partition("```")[0]
    assert example.splitlines() == ['overlap = "my_package:overlap"', 'lost = "my_package:lost"']
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my_package\nVersion: 1.0\n")
    points = example.replace('"', "") + "lacking = my_package:nothing\nhF = my_package:lost\n"
    (info / "entry_points.txt").write_text(f"[hierview.measures]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_package", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) + os.pathsep + os.environ.get("PYTHONPATH", ""))


def test_the_guide_begins_with_a_function_and_its_table_names_what_there_is():
    first = DocTestParser().get_doctest(GUIDE, {}, "guide", None, 0).examples[1].source
    assert (first[:4], len(first.splitlines())) == ("def ", 3)
    h = load_case("15").hierarchy
    names = re.findall(r"`hierarchy\.(\w+)", GUIDE.partition("| of a hierarchy |")[2].partition("\n\n")[0])
    assert len(names) >= 10
    assert all(hasattr(h, name) for name in names)
    assert all(hasattr(load_case("15"), name) for name in re.findall(r"`case\.(\w+)", GUIDE))


EVERYWHERE = [
    (("score", "17a", "--measure", "{}"), "overlap"),
    (("table", "17a", "--measure", "{}"), r"overlap $\uparrow$ & 0.5 "),
    (("figure", "17a", "--panel", "landscape", "--measure", "{}"), "overlap"),
    (("behaviour", "{}", "--up-to", "3"), "overlap: "),
    (("disagree", "{}", "hF", "--question", "differ", "--up-to", "3", "--most", "1"), "overlap"),
    (("disagree", "hF", "{}", "--question", "differ", "--up-to", "3", "--most", "1"), "overlap"),
    (("benchmark", "hF", "{}"), "overlap"),
    (("check", "--measure", "{}"), "overlap"),
]


@each("args, text", EVERYWHERE)
def test_a_measure_of_a_file_in_every_command(capsys, my_file, args, text):
    out = shown(capsys, *(arg.format(f"{my_file}:overlap") for arg in args), status=args[0] == "check")
    assert text in out
    assert "raises" not in out


@each("args, text", EVERYWHERE)
def test_an_installed_measure_in_every_command(capsys, installed, args, text):
    assert text in shown(capsys, *(arg.format("overlap") for arg in args), status=args[0] == "check")


def test_both_in_processes_of_their_own(capsys, installed, my_file, in_processes):
    for text in ("overlap", f"{my_file}:overlap"):
        assert json.loads(shown(capsys, "score", "17a", "--measure", text, "--json"))[0]["value"] == 0.5


@each("args", [args for args, _ in EVERYWHERE])
def test_what_is_no_measure_is_a_sentence_in_every_command(capsys, installed, my_file, args):
    for name, told in (
        (f"{my_file}:overlaps", "'overlaps' is not among overlap, lost, raises; did you mean 'overlap'?"),
        ("overlaps", "measure 'overlaps' is not known"),
        ("lacking", "the entry point 'lacking' cannot be loaded: AttributeError"),
        ("missing.py", "'missing.py' cannot be read"),
        ("missing.py:overlap", "'missing.py' cannot be read"),
    ):
        err = refused(capsys, *(arg.format(name) for arg in args))
        assert told in err
        assert name != "overlaps" or err.endswith("installed packages offer 'hF', 'lacking', 'lost', 'overlap'")


def test_a_file_stands_for_all_that_it_holds(capsys, my_file):
    out = shown(capsys, "score", "17a", "--measure", my_file, "--measure", "GIE", "--json")
    rows = {row["measure"]: row for row in json.loads(out)}
    assert list(rows) == ["overlap", "lost", "raises", "GIE"]
    assert (rows["overlap"]["value"], rows["lost"]["value"]) == (0.5, 1)
    assert rows["raises"]["value"] is None
    assert "ZeroDivisionError" in rows["raises"]["notes"][-1]
    assert main(["table", "15", "12a", "--measure", my_file, "--format", "csv"]) == 0
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert "raises failed on this case: it raised ZeroDivisionError" in err
    assert [line.split(",")[0] for line in out.splitlines()[1:]] == ["overlap", "lost", "raises"]
    told = refused(capsys, "figure", "15", "--measure", my_file)
    assert f"holds overlap, lost, raises; name one, as in {my_file}:overlap" in told


@pytest.mark.whole
def test_what_a_measure_lacks(capsys, my_file, installed):
    out = shown(capsys, "check", "--measure", my_file, "--measure", "overlap", "--measure", "hF", status=1)
    told = out.splitlines()
    assert told[0] == "overlap:"
    assert told[1] == "  overlap has no docstring; its first line becomes the title"
    once = "  on a right prediction (A>B, A>C, B>D; true D; predicted D) and "
    assert once in out
    assert out.count("it raises ZeroDivisionError: division") == 1
    assert told[-1] == "hF: nothing is missing"
    assert shown(capsys, "check", "--measure", "GIE") == "GIE: nothing is missing\n"


def test_a_part_of_a_measure_of_a_file(capsys, tmp_path):
    path = tmp_path / "parts.py"
    example = GUIDE.partition(">>> from dataclasses import dataclass\n")[2].partition(">>> hierview.evaluate")[0]
    lines = [line[4:] for line in ("    from dataclasses import dataclass\n" + example).splitlines()]
    path.write_text("\n".join(line for line in lines if line != "@register"))
    for text in (f"{path}:CommonDepth.below", f"{path}.below"):
        out = shown(capsys, "table", "17a", "--measure", text, "--format", "markdown")
        assert out.splitlines()[2].replace(" ", "") == "|CommonDepthbelow|1|"
    told = refused(capsys, "table", "17a", "--measure", f"{path}:CommonDepth.above")
    assert told.endswith("CommonDepth has no part 'above' here; it has below, predicted")
