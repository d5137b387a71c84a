"""The command line: `score`, and mistakes as sentences. (`check` is with the presets.)"""

import io
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hierview import Case, __version__, evaluate, load_case, write_case
from hierview.answers.answers import HEADLINE
from hierview.cli import COMMANDS, main
from hierview.flats import flats
from hierview.formats import case_from_edges
from tests.each import each
from tests.samples import GERMEVAL, PRESETS, ROOT, with_germeval
from tests.shell import HEAVY, left_with, python, refused, shown


def scored(capsys, *arguments: str) -> list[dict]:
    return json.loads(shown(capsys, "score", "--json", *arguments))


# score


def test_score_prints_a_table(capsys):
    lines = shown(capsys, "score", "15").splitlines()
    assert lines[0] == "Pairing and alternative paths"
    assert lines[1] == "True: Drama.  Predicted: Opera, Rock."
    assert lines[3].split() == ["measure", "meaning", "value", "better", "printed"]
    gie = next(line for line in lines if line.startswith("GIE"))
    assert gie.split()[-5:] == ["7", "of", "15", "lower", "7"]
    assert "Printed: Kosmopoulos et al. 2015, Table 7; the hierarchy is rebuilt." in lines
    assert all(line == line.rstrip() for line in lines)


def test_names_that_hold_commas_are_parted_by_semicolons(capsys, tmp_path: Path):
    edges = tmp_path / "h.tsv"
    edges.write_text("Any\tTuberculosis, confirmed\nAny\tPneumonia\n")
    out = shown(capsys, "score", "--edges", str(edges), "--true", "Tuberculosis, confirmed|Pneumonia")
    assert "True: Pneumonia; Tuberculosis, confirmed.  Predicted: –." in out


def test_score_tells_why_a_printed_value_differs(capsys):
    out = shown(capsys, "score", "18a")
    assert "≠ 0.2 [1]" in out
    assert "\n[1] The printed value comes from an error of 12" in out


def test_score_prints_notes_and_an_empty_side(capsys, tmp_path: Path):
    edges = tmp_path / "h.tsv"
    edges.write_text("A\tB\n")
    out = shown(capsys, "score", "--edges", str(edges), "--true", "B", "--measure", "GIE", "--measure", "TIE")
    assert "True: B.  Predicted: –." in out
    assert "GIE: No predicted class: the value follows the convention for an empty side." in out
    assert "TIE: Undefined: it compares one true with one predicted class, and here are 1 true and 0 predicted." in out


@each("name", PRESETS)
def test_score_as_json(capsys, name: str):
    case = load_case(name)
    rows = scored(capsys, name)
    assert [row["measure"] for row in rows] == list(case.measures or HEADLINE)
    for row in rows:
        assert list(row) == ["measure", "value", "parts", "notes"]
        result = evaluate(case, row["measure"])
        assert row["value"] == result.value
        assert row["parts"] == result.parts
        assert row["notes"] == list(result.notes)


def test_score_as_json_holds_exact_numbers(capsys):
    (row,) = scored(capsys, "12a", "--measure", "MGIA")
    assert row == {
        "measure": "MGIA",
        "value": 11 / 15,
        "parts": {"f_error": 4, "symmetric_difference": 3, "default_cost": 5},
        "notes": [],
    }
    (row,) = scored(capsys, "12a", "--measure", "TIE")
    assert row["value"] is None
    assert row["notes"][0].startswith("Undefined")


def test_a_case_file_and_an_edge_list_say_the_same(capsys, tmp_path: Path):
    case = load_case("15")
    path, edges = tmp_path / "15.json", tmp_path / "15.tsv"
    path.write_text(write_case(case), encoding="utf-8")
    edges.write_text("".join(f"{p}\t{c}\n" for p, c in case.hierarchy.edges), encoding="utf-8")
    marks = ["--true", "|".join(case.true), "--predicted", "|".join(case.predicted)]
    assert scored(capsys, str(path)) == scored(capsys, "--edges", str(edges), *marks) == scored(capsys, "15")


@with_germeval
def test_an_instance_of_a_real_data_set(capsys):
    """GermEval 2019 Task 1b: 343 genres of German books under 8 top classes."""
    hierarchy = GERMEVAL / "hierarchy.tsv"
    with (GERMEVAL / "gold.tsv").open(encoding="utf-8") as file:
        gold = [line.rstrip("\n").split("\t") for line in file][:20]
    for (_, true), (_, predicted) in itertools.pairwise(gold):
        rows = scored(capsys, "--edges", str(hierarchy), "--true", true, "--predicted", predicted)
        case = case_from_edges(hierarchy.read_bytes(), true, predicted)
        assert [row["value"] for row in rows] == [evaluate(case, row["measure"]).value for row in rows]
        assert all(row["value"] is not None for row in rows)
        (same,) = scored(capsys, "--edges", str(hierarchy), "--true", true, "--predicted", true, "--measure", "LCaF")
        assert same["value"] == 1
    message = refused(capsys, "score", "--edges", str(hierarchy), "--true", "Romane & Erzählung")
    assert "is not in the hierarchy; did you mean 'Romane & Erzählungen'" in message


# Mistakes


@each(
    "arguments, sentence",
    [
        (["score"], "name a case: a case file or a preset such as 11a, or --edges with --true and --predicted"),
        (["score", "11c"], "'11c' is neither a file nor a preset; did you mean '1"),
        (["score", "nowhere.json"], "'nowhere.json' cannot be read: No such file or directory"),
        (["score", "x" * 5_000], "'xxx"),
        (["score", "\udcff.json"], "cannot be read"),
        (["score", "."], "'.' cannot be read: Is a directory"),
        (["score", "11a", "--measure", "hf"], "measure 'hf' is not known; did you mean 'hF'?"),
        (["score", "11a", "--measure", '__import__("os")'], "cannot be read; write a name"),
        (["score", "11a", "--measure", "GIE(default_cost=0)"], "GIE: default_cost=0 is not accepted; a number above 0"),
        (["score", "11a", "--true", "Pop"], "--true and --predicted go with --edges"),
        (["score", "11a", "--edges", "x.tsv"], "give either a case or --edges with --true and --predicted, not both"),
        (["score", "--edges", "nowhere.tsv", "--true", "A"], "'nowhere.tsv' cannot be read: No such file"),
        (["check", "nowhere.json"], "'nowhere.json' cannot be read: No such file or directory"),
        (["check", "nowhere.json", "--measure", "hF"], "give either case files or --measure, not both"),
    ],
)
def test_mistakes_are_told_in_a_sentence(capsys, arguments: list[str], sentence: str):
    assert sentence in refused(capsys, *arguments)


@pytest.mark.parametrize("field", ["measures", "published"])
def test_a_case_file_that_names_no_measure(capsys, tmp_path: Path, field: str):
    path = tmp_path / "pop.json"
    named = {"measures": ["Popp"], "published": {"Popp": "1"}}[field]
    path.write_text(json.dumps(json.loads(write_case(load_case("2a"))) | {field: named}))
    assert refused(capsys, "score", str(path)).startswith(f"{path}: {field}: measure 'Popp' is not known; known are")


def test_mistakes_in_an_edge_list_name_the_line(capsys, tmp_path: Path):
    path = tmp_path / "h.tsv"
    path.write_text("A\tB\nB\tA\n")
    message = refused(capsys, "score", "--edges", str(path), "--true", "A")
    assert message.startswith(f"{path}: the edges make a cycle: 'A' > 'B' > 'A'; no class may be its own ancestor")
    path.write_text("A\tB\n")
    message = refused(capsys, "score", "--edges", str(path), "--true", "A|C")
    assert message.endswith("true class 'C' is not in the hierarchy")


def test_version(capsys):
    assert left_with(capsys, "--version") == f"hierview {__version__}\n"


# Help


@pytest.mark.parametrize("command", [*COMMANDS, *(name for flat in flats() for name in flat.commands)])
def test_help_shows_what_may_be_typed(capsys, monkeypatch, command: str):
    monkeypatch.setenv("COLUMNS", "100")
    told = left_with(capsys, command, "--help")
    assert all(len(line) <= 100 for line in told.splitlines())
    examples = told.partition("examples:\n")[2].splitlines()
    assert examples
    for line in examples:
        name, first, *rest = shlex.split(line)
        assert (name, first) == ("hierview", command)
        left_with(capsys, first, *rest, "--help")


def test_help_says_what_the_measures_and_rules_accept(capsys):
    for command, lines in (
        ("figure", ["  pairs, GIE and MGIA, flow network: GIE, MGIA", "  graphs: LCaF, LCaP, LCaR"]),
        ("score", ["  Threshold         probabilities  t: a number from 0 to 1"]),
    ):
        assert set(lines) <= set(left_with(capsys, command, "--help").splitlines())


def test_a_rule_that_a_case_cannot_feed_names_those_that_it_can(capsys):
    told = refused(capsys, "score", "t4", "--rule", "BestLeaf")
    assert told.startswith("the rule BestLeaf needs scores, and the case has none; from what it has, ")
    assert "Threshold or LocalAndSubtree or Pareto can decide" in told


def test_every_command_is_a_file():
    files = {path.stem for path in (ROOT / "hierview" / "cli").glob("*.py")}
    assert files == {*(command.replace("-", "_") for command in COMMANDS), "__init__"}


# What a score needs not.
COSTLY = HEAVY | {"streamlit", "pypdfium2", "fontTools", "markdown_it"}


def test_score_loads_nothing_that_it_does_not_need():
    code = (
        "import sys; from hierview.cli import main; main(['score', '15', '--measure', 'GIE'])\n"
        "print(*{name.split('.')[0] for name in sys.modules}, 'hierview.draw' in sys.modules)"
    )
    loaded = python(code).splitlines()[-1].split()
    assert not COSTLY & set(loaded)
    assert loaded[-1] == "False"


def test_the_package_loads_without_what_only_a_flow_or_a_drawing_needs():
    code = "import sys, hierview; print(*{name.split('.')[0] for name in sys.modules})"
    assert not ({"networkx"} | COSTLY) & set(python(code).split())


# As a program


def test_the_program_ends_with_the_status_of_the_command():
    program = [sys.executable, "-m", "hierview", "score"]
    done = subprocess.run([*program, "11a", "--json"], cwd=ROOT, capture_output=True, timeout=600)
    assert json.loads(done.stdout)[0]["measure"] == "GIE"
    assert (done.returncode, done.stderr) == (0, b"")
    done = subprocess.run([*program, "11aa"], cwd=ROOT, capture_output=True, timeout=600)
    assert done.stderr.startswith(b"hierview: '11aa' is neither")
    assert (done.returncode, done.stdout) == (2, b"")


LACKING = (["score", "18a"], ["score", "7a"], ["check"], ["score", "日本.json"])


@each("encoding, arguments", itertools.product(["ascii", "cp1252", "utf-8"], LACKING))
def test_a_terminal_that_lacks_characters_is_shown_their_numbers(monkeypatch, encoding: str, arguments: list[str]):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict") for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", err)
        status = main(arguments)
        err.flush()
    missing = ".json" in arguments[-1]
    assert status == (2 if missing else 0)
    assert bool(out.buffer.getvalue()) != missing  # type: ignore[attr-defined]
    assert bool(err.buffer.getvalue()) == missing  # type: ignore[attr-defined]


WRITES = (
    *("score 15", "score 15 --all --json", "check --verbose", "table 11a", "figure 15 --format png", "benchmark hF"),
    *("behaviour GIE --up-to 1", "disagree GIE hF --up-to 2 --most 1", "score --help", "--version"),
)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@each("command, at_once", itertools.product(WRITES, [True, False]))
@pytest.mark.slow
def test_a_full_disk_behind_the_screen_is_a_sentence(monkeypatch, command: str, at_once: bool):
    """Whether Python notices at the first line or at the end."""
    told = io.StringIO()
    told.reconfigure = lambda **given: None  # type: ignore[attr-defined]
    with Path("/dev/full").open("wb", buffering=0 if at_once else -1) as full, monkeypatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(full, encoding="utf-8", write_through=at_once))
        patch.setattr("sys.stderr", told)
        status = main(command.split())
        # What was left goes nowhere: it is no mistake any more.
    assert told.getvalue() == "hierview: the output cannot be written: No space left on device\n"
    assert status == 2


@pytest.mark.whole
def test_a_disk_that_fills_up_leaves_no_half_file(tmp_path: Path):
    """Here a process may write only so many bytes to a file, which is noticed in the middle of one."""
    (tmp_path / "fig.pdf").write_text("before")
    for arguments in ("figure 15 -o fig.pdf", "figure 15 --format png -o new.png", "paper -o paper"):
        line = f"ulimit -f 4; PYTHONPATH={ROOT} {sys.executable} -m hierview {arguments}"
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, timeout=600)
        assert done.returncode == 2
        assert b"cannot be written: File too large\n" in done.stderr
        assert b"Traceback" not in done.stderr
    assert (tmp_path / "fig.pdf").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fig.pdf", "paper"]
    assert not list(tmp_path.rglob(".*"))


def test_a_reader_that_has_seen_enough_is_no_mistake():
    command = f"{sys.executable} -m hierview check --verbose | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, timeout=600)
    assert done.stdout.startswith(b"11a")
    assert not done.stderr


@pytest.mark.whole
def test_a_figure_that_does_not_fit_says_what_makes_it_fit(capsys, tmp_path: Path):
    given = tmp_path / "case.json"
    edges = [("Root", f"Branch number {i}") for i in range(6)]
    edges += [(f"Branch number {i}", f"Leaf {i} of a long name {k}") for i in range(6) for k in range(10)]
    given.write_text(write_case(Case.of(edges, ["Leaf 0 of a long name 0"], ["Leaf 5 of a long name 7"])), "utf-8")
    told = []
    for more in ([], ["--direction", "down"], ["--fold"], ["--panel", "graphs", "--measure", "LCaF", "--width", "30"]):
        assert main(["figure", str(given), "-o", str(tmp_path / "out.svg"), "--panel", "hierarchy", *more]) == 0
        told.append(capsys.readouterr().err.strip())
    assert told[0].endswith(" With --fold it fits.")
    assert told[1].endswith("From left to right it would be narrower. With --fold it fits.")
    assert told[2] == ""
    assert re.search(r" With --width 174 [^.]*it fits\. Each picture as a figure of its own fits", told[3])
