"""Files for a study: which is which, what is read, what is said, what is kept, and who finds it again."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

from hierview.errors import HierviewError, StudyError
from hierview.jobs.task import Progress
from hierview.study import Study, tasks
from hierview.study.inputs.roles import GivenFile, Policy, file_report, guess_roles, study_of_files, system_name
from hierview.study.storage.standings_file import read_standings
from hierview.study.ui import shelves
from hierview.study.ui.shelves import Shelf, temporary_root

H = b"Arts\tMusic\nArts\tDrama\nMusic\tPop\nMusic\tRock\n"
GOLD = b"1\tPop\n2\tRock\n3\tDrama\n"
NEAR = b"1\tPop\n2\tPop\n3\tDrama\n"
FAR = b"1\tDrama\n2\tPop\n"
FILES = (
    GivenFile("h.tsv", H, "hierarchy"),
    GivenFile("gold.tsv", GOLD, "truth"),
    GivenFile("near.tsv", NEAR, "run", "near"),
    GivenFile("far.tsv", FAR, "run", "far"),
)


def told(task, *given) -> tuple[list[Progress], object]:
    """Progress and the result of a task."""
    said: list = []
    task(said.append, *given)
    (result,) = said[-1]
    return [one for one in said if isinstance(one, Progress)], result


def test_files_are_told_apart_by_their_names_and_by_what_they_share():
    assert guess_roles([("near.tsv", NEAR), ("hierarchy.tsv", H), ("gold.tsv", GOLD)]) == ["run", "hierarchy", "truth"]
    assert guess_roles([("x.tsv", GOLD), ("y.tsv", NEAR), ("z.tsv", H)]) == ["truth", "run", "hierarchy"]
    assert guess_roles([("go.obo", b""), ("true.tsv", GOLD), ("truth2.tsv", GOLD)]) == ["hierarchy", "truth", "run"]
    assert guess_roles([]) == []
    assert system_name("a/near.tsv", ["near"]) == "near 2"


def test_what_was_read_is_reported_before_anything_is_decided():
    found, _ = file_report(FILES)
    assert found.hierarchy.startswith("read as")
    assert "5 classes, 4 edges" in found.hierarchy
    assert [read.name for read in found.reads] == ["truth", "near", "far"]
    assert (found.instances, found.missing_count, found.unknown_count) == (3, 1, 0)
    strange = GivenFile("odd.tsv", b"1\tPop\n2\tNothing\n3\tDrama\n", "run", "odd")
    assert file_report((*FILES[:3], strange))[0].unknown_count == 1


def test_what_was_decided_is_done(tmp_path):
    empty = study_of_files(FILES, Policy("empty"), tmp_path / "empty")
    assert len(empty.data) == 3
    dropped = study_of_files(FILES, Policy("drop"), tmp_path / "drop")
    assert dropped.data.dropped == (("3", "far has no row"),)
    assert Study.open(tmp_path / "drop").data.ids == ("1", "2")


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("gold.tsv", b"1\tPop\n1\tRock|Pop\n", "gold.tsv: line 2: instance '1' stands in line 1 already"),
        ("gold.tsv", b"1\t\x81\n", "gold.tsv: line 1: this is not UTF-8"),
        ("gold.tsv", b"1\tPap\tmore\tstill more\n", "gold.tsv: no column holds classes of the hierarchy"),
    ],
)
def test_what_cannot_be_read_is_told_with_file_and_line(name, data, says):
    files = tuple(GivenFile(name, data, "truth") if file.role == "truth" else file for file in FILES)
    _, result = told(tasks.read_given_files, files)
    assert isinstance(result, HierviewError)
    assert str(result).startswith(says)


def test_scoring_tells_how_far_it_is_and_keeps_what_came_of_it(tmp_path):
    progress, result = told(tasks.score_given_files, str(tmp_path), FILES, Policy(), ("hF", "GIE"))
    assert progress[0].doing == "Reading"
    assert any(re.match(r"Scoring: \d+ %", one.doing) for one in progress)
    assert all(0 <= one.done <= 1 for one in progress)
    assert [measure.text for measure in dict(result.standings)["mean"].measures] == ["hF", "GIE"]
    said: list = []
    tasks.score_kept_study(said.append, str(tmp_path))
    (at_once,), (whole,) = (message for message in said if isinstance(message, tuple))
    assert whole == result
    for kind, found in at_once.standings:  # values and places are told before intervals and tests
        assert [[one.value for one in row] for row in found.rows] == [
            [one.value for one in row] for row in dict(whole.standings)[kind].rows
        ]
        assert {one.low for row in found.rows for one in row} == {None}
    assert dict(result.standings)["pooled"].measures[0].average == "pooled"
    _, more = told(tasks.score_kept_study, str(tmp_path), ("LCaF", "hF"))
    assert [measure.text for measure in dict(more.standings)["mean"].measures] == ["hF", "GIE", "LCaF"]
    assert (more.instances, more.classes, more.fingerprint) == (3, 5, result.fingerprint)
    _, none = told(tasks.score_kept_study, str(tmp_path / "nothing"))
    assert isinstance(none, StudyError)


# Shelves


def test_an_id_on_a_temporary_shelf_is_a_secret_that_leads_to_nothing_else(tmp_path):
    kept = Shelf(tmp_path, temporary=True)
    key = kept.make_folder("GermEval")
    assert re.fullmatch(r"[0-9a-f]{32}", key)
    assert kept.make_folder("GermEval") != key
    assert (kept.title(key), kept.folder(key)) == ("GermEval", tmp_path / key)
    assert kept.finished_ids() == []
    (tmp_path / "mine").mkdir()
    os.symlink("/etc", tmp_path / ("a" * 32))
    for wrong in ("", ".", "..", "../x", f"{key}/../{key}", f"../{tmp_path.name}/{key}", "mine", "a" * 32):
        assert wrong not in kept
        with pytest.raises(StudyError, match="gone after 24 hours"):
            kept.folder(wrong)


def test_a_folder_of_ones_own_is_listed_by_name_and_never_swept(tmp_path, monkeypatch):
    kept = Shelf(tmp_path, temporary=False)
    first, second = kept.make_folder("My data"), kept.make_folder("My data")
    assert len({first, second}) == 2
    assert kept.finished_ids() == []
    study_of_files(FILES, Policy(), tmp_path / first)
    assert kept.finished_ids() == [first]
    monkeypatch.setattr(shelves, "MOST_BYTES", 0)
    kept.sweep(10**12)
    assert first in kept
    with pytest.raises(StudyError, match="is no study that is kept here$"):
        kept.folder("..")


def test_the_temporary_folder_is_nobody_elses(tmp_path, monkeypatch):
    monkeypatch.setattr(shelves.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(shelves.tempfile, "tempdir", str(tmp_path))
    root = temporary_root()
    assert root == temporary_root()
    assert root.stat().st_mode & 0o077 == 0
    root.chmod(0o755)
    other = temporary_root()
    assert other != root
    assert Path(other).stat().st_mode & 0o077 == 0


# What is remembered


def test_standings_are_remembered_until_anything_changes(tmp_path):
    _, scored = told(tasks.score_given_files, str(tmp_path), FILES, Policy(), ("hF", "GIE"))
    assert read_standings(tmp_path) == scored
    path = tmp_path / "standings.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"drawn": 2, ', ""), encoding="utf-8")
    assert "drawn before" in read_standings(tmp_path).standings[0][1].says[-1]
    study_of_files(FILES, Policy("drop"), tmp_path)
    assert read_standings(tmp_path) is None
    _, again = told(tasks.score_kept_study, str(tmp_path))
    assert again != scored
    assert read_standings(tmp_path) == again


def test_what_is_old_or_too_much_is_removed(tmp_path, monkeypatch):
    kept = Shelf(tmp_path, temporary=True)
    old, fresh, newest = (kept.make_folder(name) for name in ("old", "fresh", "newest"))
    day = shelves.HOURS * 3600
    for key, age in ((old, day + 10), (fresh, 100), (newest, 10)):
        os.utime(tmp_path / key / "made.txt", (10**9 - age,) * 2)
        (tmp_path / key / "truth.parquet").write_bytes(b"x" * 1000)
    kept.sweep(10**9)
    assert old not in kept
    assert fresh in kept
    monkeypatch.setattr(shelves, "MOST_BYTES", 1500)
    kept.sweep(10**9)
    assert fresh not in kept
    assert newest in kept
    kept.remove(newest)
    assert newest not in kept


TOP = b"id,top1,top2\n1,Pop,Rock\n2,Pop,Rock\n3,Drama,Pop\n"


def test_columns_of_ranks_are_scores_by_their_heads_and_labels_have_the_first_unless_told():
    tree, gold = GivenFile("h.tsv", H, "hierarchy"), GivenFile("gold.tsv", GOLD, "truth")
    assert guess_roles([("h.tsv", H), ("gold.tsv", GOLD), ("near.csv", TOP)]) == ["hierarchy", "truth", "scores"]
    _, ranked = file_report((tree, gold, GivenFile("near.csv", TOP, "scores", "near")))
    assert ranked.score("Closest(2)").values["near"][0].value.tolist() == [0, 0, 0]
    found, study = file_report((tree, gold, GivenFile("near.csv", TOP, "run", "near")))
    assert found.columns[2].roles == ("id", "label", "leave")
    assert "the first of a ranking" in found.reads[1].shape
    assert "read as scores, the others are ranks" in " ".join(found.reads[1].notes)
    assert np.diff(study.data.runs["near"].starts).tolist() == [1, 1, 1]
    told = GivenFile("near.csv", TOP, "run", "near", found.columns[2].choices_with_role(2, "label"))
    assert np.diff(file_report((tree, gold, told))[1].data.runs["near"].starts).tolist() == [2, 2, 2]


def test_ranks_may_stand_beside_the_truth_and_those_of_another_system():
    beside = TOP.replace(b"id,", b"id,true,").replace(b"1,Pop", b"1,Pop,Pop").replace(b"2,Pop", b"2,Rock,Pop")
    beside = beside.replace(b"3,Drama", b"3,Drama,Drama")
    tree = GivenFile("h.tsv", H, "hierarchy")
    _, study = file_report((tree, GivenFile("all.csv", beside, "scores", "all")))
    assert study.score("Closest(2)").values["all"][0].value.tolist() == [0, 0, 0]
    two = b"id,true,a_top1,a_top2,b_top1,b_top2\n1,Pop,Pop,Rock,Rock,Pop\n2,Rock,Drama,Rock,Rock,Pop\n"
    _, study = file_report((tree, GivenFile("all.csv", two, "truth")))
    assert {name: np.diff(run.starts).tolist() for name, run in study.data.runs.items()} == {"a": [1, 1], "b": [1, 1]}
