"""`hierview study`: made from files, opened again, shown as tables, stopped and gone on with."""

import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import hierview
from hierview.cli import main
from hierview.study import Study
from hierview.study.results import statistics
from hierview.study.storage.store import Store
from tests.processes import gone, until
from tests.samples import ROOT
from tests.shell import refused

pytestmark = pytest.mark.slow


def files(folder: Path, n: int = 60, systems: int = 2) -> list[str]:
    """The arguments of a study of random files: a tree of 30 classes, systems a, b, … that err more and more."""
    rng = random.Random(5)
    classes = [f"c{i:02}" for i in range(30)]
    edges = [f"{classes[rng.randrange(i)]}\t{classes[i]}\n" for i in range(1, 30)]
    (folder / "h.tsv").write_text("".join(edges))
    true = [rng.sample(classes, rng.randint(1, 3)) for _ in range(n)]
    given = [str(folder / "h.tsv"), "--true", str(folder / "gold.tsv")]
    runs = {"gold": true}
    for k in range(systems):
        right = 0.9 - 0.1 * k
        runs["abcdefghijklmnopqrstuvwxyz"[k]] = [
            sorted({c if rng.random() < right else rng.choice(classes) for c in row}) for row in true
        ]
    for name, rows in runs.items():
        lines = (f"id {i}\t{'|'.join(row)}\n" for i, row in enumerate(rows))
        (folder / f"{name}.tsv").write_text("".join(lines))
        given += ["--run", str(folder / f"{name}.tsv")] if name != "gold" else []
    return given


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["study", *args]) == 0
    return capsys.readouterr().out


def fault(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    return refused(capsys, "study", *args)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study of two systems, with columns."""
    folder = tmp_path_factory.mktemp("study")
    columns = "id\tlanguage\tauthor\n" + "".join(f"id {i}\t{'de' if i % 3 else 'fr'}\ta{i // 5}\n" for i in range(60))
    (folder / "columns.tsv").write_text(columns)
    given = [*files(folder), "--columns", str(folder / "columns.tsv"), "--cluster", "author"]
    assert main(["study", *given, "--measure", "hF", "--measure", "GIE", "-o", str(folder / "kept")]) == 0
    return folder / "kept"


def test_a_study_is_made_and_opens_again(kept: Path, capsys, monkeypatch):
    capsys.readouterr()
    study = Study.open(kept)
    assert study.measures == ("hF", "GIE")
    monkeypatch.setattr("hierview.study.study.fast_values", None)
    scores = study.score(study.measures)
    assert len(set(scores.clusters)) == 12
    averages = told(capsys, str(kept), "table", "--digits", "6")
    for i, system in enumerate(scores.systems):
        assert f"{scores.averages('hF')[i]:.6f}" in averages
        assert system in averages
    assert "resamples of whole clusters" in averages


def test_ranking_and_differences(kept: Path, capsys):
    capsys.readouterr()
    rows = told(capsys, str(kept), "rank", "--measure", "hF").splitlines()
    assert [row.split()[0] for row in rows[3:5]] == ["a", "b"]
    two = told(capsys, str(kept), "compare", "a", "b")
    every = told(capsys, str(kept), "compare", "--measure", "hF")
    found = Study.open(kept).score(["hF"]).compare("a", "b")[0]
    p = f"{found.tests['randomization'].p:.4f}"
    assert p in two
    assert p in every  # an instance turns the same way whatever else is asked
    assert "not whether the mean difference is 0" in two
    assert "two systems are compared" in fault(capsys, str(kept), "compare", "a")


def test_pooled_values_are_compared_and_tested(kept: Path, capsys):
    capsys.readouterr()
    hf, gie = Study.open(kept).score(["hF", "GIE"]).compare("a", "b", average="pooled")
    two = told(capsys, str(kept), "compare", "a", "b", "--average", "pooled", "--digits", "6")
    lines = {line.split()[0]: line for line in two.splitlines() if line}
    assert f"{hf.interval.value:.6f} [{hf.interval.low:.6f}, {hf.interval.high:.6f}]" in lines["hF"].replace("−", "-")
    assert lines["hF"].split()[-1] == f"{hf.tests['randomization'].p:.4f}"
    assert "GIE (mean)" in two
    assert gie.average == "mean"
    assert "either system had either's answer" in two
    every = told(capsys, str(kept), "compare", "--measure", "hF", "--average", "pooled")
    assert every.startswith("Differences under hF, pooled")


def test_nothing_is_resampled_where_no_intervals_are_wanted(kept: Path, capsys, monkeypatch):
    capsys.readouterr()
    monkeypatch.setattr(statistics, "draw_counts", lambda n, resamples, seed: pytest.fail("drawn") if resamples else ())
    for action in ("table", "rank", "compare", "slices depth", "figure ranking", "report"):
        told(capsys, str(kept), "--no-intervals", *action.split())
    out = told(capsys, str(kept), "--no-intervals", "table")
    assert "[" not in out
    assert "Nothing was resampled" in out


def test_slices_by_depth_size_and_a_column(kept: Path, capsys):
    capsys.readouterr()
    for column, parts in (("language", {"de", "fr"}), ("size", {"1", "2", "3"}), ("depth", set("0123456789"))):
        rows = told(capsys, str(kept), "slices", column).split("\n\n")[1].splitlines()[1:]
        assert {row.split()[0] for row in rows} <= parts
        assert sum(int(row.split()[1]) for row in rows) == 60
    assert "corrected over 2 parts" in told(capsys, str(kept), "slices", "language", "--between", "a", "b")
    assert "there are depth, top, size, language, author" in fault(capsys, str(kept), "slices", "langage")


def test_instances_of_a_class_and_a_part(kept: Path, capsys):
    study = Study.open(kept)
    by = ["instances", "--by", "a.hF", "--most", "60"]

    def ids(*more: str) -> set[str]:
        table = told(capsys, str(kept), *by, *more).split("\n\n")[1]
        return {" ".join(line.split()[:2]) for line in table.splitlines()}

    below = study.hierarchy.downward_closure(["c02"])
    for more, wanted in ((("--class", "c02"), below), (("--class", "c02", "--exact"), {"c02"})):
        cases = {i: [study.case(i, s) for s in ("a", "b")] for i in study.data.ids}
        found = {i for i, each in cases.items() if any((case.true | case.predicted) & wanted for case in each)}
        assert ids(*more) - {"instance a.hF"} == found
    french = {i for i, part in zip(study.data.ids, study.parts("language"), strict=True) if part == "fr"}
    assert ids("--part", "language=fr") - {"instance a.hF"} == french
    assert "a column, = and one of its parts" in fault(capsys, str(kept), *by, "--part", "language")
    assert "did you mean 'language'" in fault(capsys, str(kept), *by, "--part", "langage=fr")


def test_levels_and_confusions(kept: Path, tmp_path: Path, capsys):
    shown = told(capsys, str(kept), "levels")
    assert shown.splitlines()[2].split() == [
        "level",
        "system",
        "classes",
        "n",
        "accuracy",
        "↑",
        "precision",
        "↑",
        "recall",
        "↑",
        "F1",
        "↑",
    ]
    assert "level 1" in shown
    assert "wAP" in shown
    one = told(capsys, str(kept), "levels", "a", "--level", "2", "--absent", "carry", "--average", "micro")
    assert "level 1" not in one
    assert "its last class stands for it" in one
    assert "TICE" in told(capsys, str(kept), "levels", "--given")
    ranks = tmp_path / "ranks.tsv"
    ranks.write_text("class\trank\n" + "".join(f"c{i:02}\t{'genus' if i % 2 else 'species'}\n" for i in range(30)))
    named = told(capsys, str(kept), "levels", "a", "--ranks", str(ranks))
    assert [line.split()[0] for line in named.splitlines()[3:5]] == ["species", "genus"]
    matrix = told(capsys, str(kept), "confusions", "a", "--level", "2", "--most", "4")
    assert "others" in matrix
    assert "true \\ predicted" in matrix
    assert "− b" in told(capsys, str(kept), "confusions", "a", "b", "--share", "row")
    told(capsys, str(kept), "figure", "confusions", "a", "-o", str(tmp_path / "m.tex"))
    assert r"\begin{tikzpicture}" in (tmp_path / "m.tex").read_text()
    for wrong, says in (
        (("levels", "--level", "99"), "there is no level 99"),
        (("levels", "nobody"), "is no system"),
        (("levels", "--ranks", str(ranks), "--by", "shortest"), "one of them is accepted"),
        (("confusions",), "name a system: a, b"),
        (("confusions", "a", "--open", "c99"), "is not in the hierarchy"),
        (("confusions", "a", "--most", "1"), "--most 1 is not accepted"),
    ):
        assert says in fault(capsys, str(kept), *wrong)


def test_classes_and_flows(kept: Path, tmp_path: Path, capsys):
    shown = told(capsys, str(kept), "classes", "a", "--by", "flat", "--by", "distance", "--order", "recall distance")
    assert "precision distance" in shown
    assert shown.count("\nmicro") == 2
    assert "name a system: a, b" in fault(capsys, str(kept), "classes")
    assert "is no column" in fault(capsys, str(kept), "classes", "a", "--order", "recal")
    assert "--most 0 is not accepted" in fault(capsys, str(kept), "classes", "a", "--most", "0")
    rows = told(capsys, str(kept), "flows", "b").split("\n\n")[1].splitlines()
    assert rows[1].split()[:2] == ["c00", "60"]
    path = tmp_path / "flows.tex"
    assert told(capsys, str(kept), "figure", "flows", "b", "--under", "c01", "-o", str(path)) == ""
    assert "true here" in path.read_text()
    assert "name one system" in fault(capsys, str(kept), "figure", "flows", "a", "b")


def test_a_case_opens_with_the_same_numbers(kept: Path, capsys, tmp_path):
    capsys.readouterr()
    out = told(capsys, str(kept), "case", "id 7", "b", "-o", str(tmp_path / "case.json"))
    case = hierview.load_case(tmp_path / "case.json")
    scores = Study.open(kept).score(["hF", "GIE"])
    for text in ("hF", "GIE"):
        value = scores.column(text)[7, 1]
        assert hierview.evaluate(case, text).value == value
        assert case.measures == ("hF", "GIE")
    assert "True: " in out
    assert "name a system after the instance: a, b" in fault(capsys, str(kept), "case", "id 7")
    assert "did you mean 'id 7'" in fault(capsys, str(kept), "case", "id7", "a")


def test_faults_are_sentences_with_file_and_line(tmp_path, capsys):
    given = files(tmp_path)
    folder = str(tmp_path)
    assert "one column alone holds classes" in fault(capsys, given[0], "--true", given[2])
    assert "holds no study" in fault(capsys, folder, "rank")
    assert "--true FILE and --run FILE makes a study" in fault(capsys, given[0])
    assert "cannot be read" in fault(capsys, f"{folder}/none.tsv", *given[1:])
    (tmp_path / "a.tsv").write_text("id 1\tc01|c02\nid 1\tc02\n")
    assert "line 2: " in fault(capsys, *given)
    (tmp_path / "a.tsv").write_text("id 1\tc01\n")
    assert "59 instances of the truth have no row" in fault(capsys, *given)
    assert "--missing empty)" in fault(capsys, *given)
    assert main(["study", *given, "--missing", "empty", "--measure", "hF"]) == 0
    assert "59 instances of the truth have no row.\n" in capsys.readouterr().err, "the ids stood in the error"
    assert "left out: 59 because a has no row" in told(capsys, *given, "--missing", "drop", "--measure", "hF")
    (tmp_path / "columns.tsv").write_text("id\tlanguage\nid 1\tde\tx\n")
    assert "columns.tsv: line 2: 3 cells" in fault(
        capsys, *given, "--missing", "empty", "--columns", f"{folder}/columns.tsv"
    )
    assert "'my.py' cannot be read" in fault(capsys, *given, "--measure", "my.py:x")
    assert "cannot be read; write a name" in fault(capsys, *given, "--measure", 'Formula("both / P")')
    assert "is not accepted; a whole number" in fault(capsys, *given, "--threads", "0")


def test_ctrl_c_keeps_what_is_done(tmp_path, capsys, monkeypatch):
    given = ["study", *files(tmp_path, 700, 1), "--measure", "HLoss", "-o", str(tmp_path / "kept")]
    known = Store.write_values

    def keep(self: Store, *args) -> None:
        known(self, *args)
        raise KeyboardInterrupt

    monkeypatch.setattr("hierview.study.study.SAVED", 0.0)
    monkeypatch.setattr(Store, "write_values", keep)
    assert main(given) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    (piece,) = (tmp_path / "kept").glob("scores/*/HLoss.*-*.parquet")
    done = int(piece.name.split(".")[1].split("-")[1])
    monkeypatch.undo()
    assert main(given) == 0
    assert f"{done:,} of 700 values were kept from before" in capsys.readouterr().err
    assert not list((tmp_path / "kept").glob("scores/*/HLoss.*-*.parquet"))
    once, twice = Study.read(given[1], given[3], [given[5]]), Study.open(tmp_path / "kept")
    assert once.score(["HLoss"]).frame.equals(twice.score(["HLoss"]).frame)


KILLED = """
import multiprocessing, os, signal, sys
from hierview.cli import main
from hierview.study.cli.meter import TerminalMeter
def kill(self, more):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
TerminalMeter.add = kill
main(sys.argv[1:])
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
@pytest.mark.whole
def test_the_processes_of_a_killed_study_end_and_keep_nobody_from_it(tmp_path, capsys):
    given = [*files(tmp_path), "--measure", "HLoss", "-o", str(tmp_path / "kept")]
    with (tmp_path / "pids").open("w") as out:
        command = [sys.executable, "-c", KILLED, "study", *given, "--processes", "2"]
        assert subprocess.run(command, cwd=ROOT, stdout=out, check=False).returncode == -9
    pids = list(map(int, (tmp_path / "pids").read_text().split()))
    assert len(pids) == 2
    try:
        assert "HLoss" in told(capsys, *given)
        assert until(lambda: all(map(gone, pids)))
    finally:
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, 9)


READ_ONLY = """
import errno, os, sys
from hierview.cli import main
from hierview.study.tasks import score_kept_study
folder, report = sys.argv[1:]
def refuse(event, given):
    writes = event in ("os.mkdir", "os.rename", "os.remove")
    writes |= event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) != 0
    if writes and str(given[0]).startswith(folder):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), given[0])
sys.addaudithook(refuse)
for action in ["rank", "table", "compare a b", "instances --by a.hF", "classes a", f"report -o {report}"]:
    assert main(["study", folder, *action.split()]) == 0, action
found = []
score_kept_study(found.append, folder)
print(found[-1][0].instances, main(["study", folder, "rank", "--measure", "LCaF"]))
"""


@pytest.mark.whole
def test_a_scored_study_is_looked_at_where_nothing_can_be_written(kept: Path, tmp_path):
    command = [sys.executable, "-c", READ_ONLY, str(kept), str(tmp_path / "report.html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("\n60 2\n"), done.stderr
    assert "the study cannot be written (Read-only file system)" in done.stderr
    assert (tmp_path / "report.html").stat().st_size > 1000
