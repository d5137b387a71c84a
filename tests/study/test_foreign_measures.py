"""Measures of somebody's own file in a study: in their own process, with what fails told, stopped and gone on with."""

import re
from pathlib import Path

import numpy as np
import pytest

from hierview.cli import main
from hierview.errors import MeasureError, StudyError
from hierview.measures.registry import parse_measure
from hierview.own.foreign import close_all
from hierview.own.loading import load_file
from hierview.study import Study
from hierview.study.cli.meter import Meter
from hierview.study.tasks import score_kept_study
from tests.study.test_shell import fault, files, told

pytestmark = pytest.mark.slow

OWN = """
import os

def overlap(hierarchy, true, predicted):
    "Share of the true classes that are predicted."
    return len(true & predicted) / len(true)

def picky(hierarchy, true, predicted):
    "The same, but not of everything."
    if len(predicted) > 2:
        raise ValueError("not so many")
    return overlap(hierarchy, true, predicted)

def leaves(hierarchy, true, predicted):
    "The same, until it goes."
    if "c11" in predicted and os.path.exists(__file__ + ".gone"):
        os._exit(3)
    return overlap(hierarchy, true, predicted)
"""


@pytest.fixture(autouse=True)
def _no_process_stays():
    yield
    close_all()


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "my.py").write_text(OWN)
    return str(tmp_path / "my.py")


def test_values_are_those_of_the_function(tmp_path, own):
    hierarchy, _, gold, _, run = files(tmp_path, systems=1)
    (measure,) = (m for m in load_file(own) if str(m) == "overlap")
    study = Study.read(hierarchy, gold, [run])
    (values,) = study.score([measure]).values["a"]
    rows, names = study.data.rows("a"), study._job.class_names
    for i in range(len(study.data)):
        true, predicted = ({names[c] for c in side.tolist()} for side in rows.sides(i))
        assert values.value[i] == len(true & predicted) / len(true)
    assert measure.measure_process.pid is None, "its process ends with the work"


@pytest.mark.whole
def test_a_folder_finds_the_file_again_and_what_changed_is_computed_again(tmp_path, own, capsys):
    given = [*files(tmp_path), "--measure", "hF", "--measure", f"{own}:picky", "-o", str(tmp_path / "kept")]
    told(capsys, *given)
    assert main(["study", str(tmp_path / "kept"), "rank", "--measure", "picky"]) == 0
    found = capsys.readouterr()
    assert "Ranking by picky" in found.out
    failed = re.search(
        r"picky failed on (\d+) instances of a, first 'id \d+': it raised ValueError: not so many", found.err
    )
    assert failed, found.err
    study = Study.open(tmp_path / "kept")
    assert study.measures == ("hF", f"{own}:picky")
    (picky,) = (m for m in load_file(own) if str(m) == "picky")
    scores = study.score([picky])
    assert len(scores.failed(picky, "a")) == int(failed[1]) == int(np.isnan(scores.column("picky")[:, 0]).sum())
    Path(own).write_text(OWN.replace("not so many", "never so many"))
    assert main(["study", str(tmp_path / "kept")]) == 0
    again = capsys.readouterr()
    assert "no longer fitted" in again.err
    assert "ValueError: never so many" in again.err


def test_a_measure_that_leaves_stops_the_study_which_goes_on_later(tmp_path, own, monkeypatch):
    monkeypatch.setattr("hierview.study.scoring.engine.FEW", 4)
    hierarchy, _, gold, _, run = files(tmp_path, systems=1)
    (measure,) = (m for m in load_file(own) if str(m) == "leaves")
    expected = Study.read(hierarchy, gold, [run]).score([measure]).values["a"][0]
    gone = tmp_path / "my.py.gone"
    gone.touch()
    study = Study.read(hierarchy, gold, [run], folder=tmp_path / "kept")
    with pytest.raises(MeasureError, match=r"leaves failed on an instance \(true .*'c11'.*its process ended"):
        study.score([measure])
    gone.unlink()
    kept: list[int] = []
    found = study.score([measure], kept=kept.append).values["a"][0]
    assert 0 < sum(kept) < len(study.data)
    assert np.array_equal(found.value, expected.value)


def test_stopped_in_the_middle_its_process_ends(tmp_path, own, monkeypatch, capsys):
    def stop(self: Meter, more: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Meter, "add", stop)
    given = [*files(tmp_path), "--measure", f"{own}:overlap", "-o", str(tmp_path / "kept")]
    assert main(["study", *given]) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    monkeypatch.undo()
    assert "overlap" in told(capsys, *given)


def test_names_and_files_that_cannot_be_meant(tmp_path, own, capsys):
    given = files(tmp_path)
    assert "is not among overlap, picky, leaves" in fault(capsys, *given, "--measure", f"{own}:x")
    (tmp_path / "other.py").write_text(OWN.replace("overlap", "hF"))
    study = Study.read(given[0], given[2], [given[4]])
    with pytest.raises(StudyError, match="two measures are called 'hF'"):
        study.score([parse_measure("hF"), *load_file(tmp_path / "other.py")])


def test_no_file_is_run_because_a_folder_names_it(tmp_path, own, capsys):
    told(capsys, *files(tmp_path), "--measure", "hF", "--measure", f"{own}:overlap", "-o", str(tmp_path / "kept"))
    found: list[object] = []
    score_kept_study(found.append, str(tmp_path / "kept"))
    (done,) = found[-1]
    assert [measure.text for measure in done.standings[0][1].measures] == ["hF"]
