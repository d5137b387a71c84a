"""Studies: scores of whole systems, kept in a folder, opened again."""

import json
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet
import pytest

from hierview import Hierarchy
from hierview.errors import StudyError
from hierview.formats.casefile import read_case, write_case
from hierview.study.inputs.labels import from_lists
from hierview.study.markup.ranking import ranking as draw_ranking
from hierview.study.results import tables
from hierview.study.results.pictures import ranking_picture
from hierview.study.results.scores import Scores
from hierview.study.results.standings import of_scores
from hierview.study.scoring.engine import Scoring
from hierview.study.scoring.plan import Values
from hierview.study.study import Study
from tests.each import each
from tests.processes import until
from tests.samples import ROOT

MEASURES = ("hF", "LCaF", "GIE", "HCM", "WP", "HLoss", 'LCaF(variant="extended")', "TIE")


def small(n: int = 60, folder: Path | None = None, seed: int = 3) -> Study:
    """Two systems on a tree of thirty classes, one of them nearer to the truth."""
    rng = random.Random(seed)
    classes = [f"c{i:02}" for i in range(30)]
    h = Hierarchy.from_edges([[classes[rng.randrange(i)], classes[i]] for i in range(1, 30)])
    true = [rng.sample(classes, rng.randint(1, 3)) for _ in range(n)]
    near = [[c if rng.random() < 0.7 else rng.choice(classes) for c in row] for row in true]
    far = [rng.sample(classes, rng.randint(0, 3)) for _ in true]
    runs = {"near": from_lists(map(set, near)), "far": from_lists(far)}
    return Study.read(h, from_lists(true), runs, folder=folder)


def same(a: Values, b: Values) -> bool:
    parts = a.parts.keys() == b.parts.keys() and all(np.array_equal(a.parts[k], b.parts[k], True) for k in a.parts)
    return parts and np.array_equal(a.value, b.value, equal_nan=True)


def alike(a: Scores, b: Scores) -> bool:
    return all(map(same, (v for s in a.systems for v in a.values[s]), (v for s in b.systems for v in b.values[s])))


def test_every_value_is_that_of_its_case():
    study = small(20)
    scores = study.score(MEASURES)
    for row in scores.frame.itertuples(index=False):
        case = study.case(row.instance, row.system)
        for text, value in zip(scores.texts, row[2:], strict=True):
            result = scores.measures[scores.texts.index(text)].evaluate(case)
            assert value == result.value or (np.isnan(value) and result.value is None), (row, text)


def test_an_instance_without_any_class_is_undefined_and_counted():
    h = Hierarchy.from_edges([["r", "a"], ["r", "b"], ["a", "c"], ["b", "c"]])
    texts = [*MEASURES, "hF(zero=0)", "MGIA", "Accuracy", "SDL", 'HCM(report="TN")']
    study = Study.read(h, from_lists([["a"], [], ["c"]]), {"run": from_lists([["a"], [], ["b"]])})
    scores = study.score(texts)
    for text in scores.texts:
        assert np.isnan(scores.column(text)[:, 0]).tolist()[1], text
        assert not np.isnan(scores.column(text)[:, 0]).tolist()[0], text
    table = scores.summary().set_index("measure")
    assert set(table["n"]) == {2}
    assert set(table["undefined"]) == {1}
    assert table.loc["HCM", "pooled"] == pytest.approx(2 * 2 / (2 * 2 + 1))
    with pytest.raises(StudyError, match="'2' has no true class, and run predicts none"):
        study.case("2", "run")


def test_the_confusion_matrix_follows_the_order_of_the_true_classes():
    h = Hierarchy.from_edges([["r", "a"], ["r", "b"], ["a", "c"], ["a", "d"], ["b", "e"], ["e", "c"], ["e", "d"]])
    truth = from_lists([["c", "d"], ["d", "c"], ["d", "c"]])
    study = Study.read(h, truth, {"run": from_lists([["a", "c"], ["a", "c"], ["e"]])})
    scores = study.score(["HCM", "HCM(reduce=True)"])
    for i, instance in enumerate(study.data.ids):
        case = study.case(instance, "run")
        assert case.extra.order == (() if i == 0 else ("d", "c"))
        for k, measure in enumerate(scores.measures):
            result = measure.evaluate(case)
            assert result.value == scores.values["run"][k].value[i]
            assert result.parts == {name: part[i] for name, part in scores.values["run"][k].parts.items()}
            assert measure.evaluate(read_case(write_case(case)).case()).parts == result.parts


def test_the_executor_and_the_chunks_change_nothing(monkeypatch):
    expected = small(100).score(MEASURES)
    with ProcessPoolExecutor(2) as executor:
        assert alike(expected, small(100).score(MEASURES, executor))
    monkeypatch.setattr("hierview.study.scoring.engine.CHUNK", 7)
    monkeypatch.setattr("hierview.study.scoring.engine.FEW", 3)
    told: list[int] = []
    assert alike(expected, small(100).score(MEASURES, progress=told.append))
    assert sum(told) == len(MEASURES) * 100 * len(expected.systems)


def test_measures_together_and_systems_with_the_same_pairs_change_nothing(monkeypatch):
    """Of 44 instances the last four are like the first, and each pair of sets is evaluated once."""
    h, first = small(40).hierarchy, range(40)
    truth, run, other = (
        from_lists([f"c{of(i):02}" for i in (*first, *first[:4])])
        for of in (lambda i: i % 30, lambda i: i % 7, lambda i: (i if i % 2 else i + 3) % 7)
    )
    texts = ["HLoss", "CSF", "hF(zero=None)", "S"]
    expected = {s: Study.read(h, truth, {s: r}).score(texts).values[s] for s, r in (("a", run), ("b", other))}
    asked: list[int] = []
    known = Scoring.evaluated_values
    monkeypatch.setattr(
        Scoring, "evaluated_values", lambda self, k, rows: asked.append(len(rows.true)) or known(self, k, rows)
    )
    monkeypatch.setattr("hierview.study.scoring.engine.FEW", 16)
    found = Study.read(h, truth, {"a": run, "a again": run, "b": other}).score(texts)
    assert sum(asked) == 3 * (40 + 20), "the second finds all that the first has, the third the half of it"
    for system, values in found.values.items():
        assert all(map(same, values, expected[system[0]]))


def broken(executor: ProcessPoolExecutor) -> bool:
    try:
        executor.submit(int)
    except BrokenProcessPool:
        return True
    return False


def test_a_lost_worker_costs_nothing(monkeypatch):
    expected = small(30).score(["hF", "HLoss"])
    with ProcessPoolExecutor(1) as executor:
        executor.submit(os.kill, executor.submit(os.getpid).result(), signal.SIGKILL)
        assert until(lambda: broken(executor))
        assert alike(expected, small(30).score(["hF", "HLoss"], executor))


# In a folder


def test_a_study_opens_again_and_scores_nothing_twice(tmp_path, monkeypatch):
    study = small(folder=tmp_path / "study")
    scores = study.score(MEASURES)
    again = Study.open(tmp_path / "study")
    assert again.hierarchy == study.hierarchy
    assert again.data.ids == study.data.ids
    monkeypatch.setattr("hierview.study.study.fast_values", None)
    monkeypatch.setattr("hierview.study.study.slow_values", None)
    with pytest.raises(TypeError):
        again.score(["AllPairs"])
    found = again.score(MEASURES)
    assert all(same(a, b) for s in scores.systems for a, b in zip(scores.values[s], found.values[s], strict=True))


def test_what_no_longer_fits_is_computed_again(tmp_path):
    small(folder=tmp_path / "study").score(["hF"])
    other = small(folder=tmp_path / "study", seed=4)
    assert same(other.score(["hF"]).values["near"][0], small(seed=4).score(["hF"]).values["near"][0])


def test_a_damaged_or_changed_file_is_refused(tmp_path):
    study = small(folder=tmp_path)
    study.score(["hF"])
    (path,) = (tmp_path / "scores" / "near").glob("*.parquet")
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with pytest.raises(StudyError, match="is damaged; delete it, and it is computed again"):
        study.score(["hF"])
    table = pyarrow.parquet.read_table(tmp_path / "truth.parquet")
    pyarrow.parquet.write_table(table.slice(1), tmp_path / "truth.parquet")
    with pytest.raises(StudyError, match="was changed after it was written"):
        Study.open(tmp_path)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(StudyError, match="is damaged"):
        Study.open(tmp_path)
    with pytest.raises(StudyError, match="holds no study"):
        Study.open(tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("study", {"reads": ["x"]}),
        ("study", {"systems": []}),
        ("study", {"cluster": "\ud800"}),
        ("truth", {"id": [b"0"] * 60}),
        ("truth", {"classes": [True] * 60}),
        ("scores/near/hF", {"value": ["x"] * 60}),
        ("scores/near/hF", {"part both": ["x"] * 60}),
    ],
)
def test_a_folder_that_holds_something_else_is_one_sentence(tmp_path, name, columns):
    study = small(folder=tmp_path)
    study.score(["hF"])
    if name == "study":
        path = tmp_path / "study.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | columns))
    else:
        before, about = study.store.read_table(name)
        kept = before | columns
        if isinstance(kept.get("id", [""])[0], bytes):
            pyarrow.parquet.write_table(pyarrow.table(kept), tmp_path / f"{name}.parquet")
        else:
            study.store.write_table(name, kept, {"signature": about.get("signature", "")})
    with pytest.raises(StudyError, match="damaged|holds no numbers"):
        Study.open(tmp_path).score(["hF"])


@pytest.mark.whole
def test_two_processes_do_not_write_one_study(tmp_path):
    study = small(folder=tmp_path)
    program = "import sys; from hierview.study.study import Study; Study.open(sys.argv[1]).score(['hF'])"
    with study.store.locked():
        done = subprocess.run([sys.executable, "-c", program, tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert "another process is writing this study" in done.stderr
    assert subprocess.run([sys.executable, "-c", program, tmp_path], cwd=ROOT, check=False).returncode == 0


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="the study cannot be written"):
        small(folder=tmp_path / "file" / "study")


# What is made of the scores


def test_summary_ranking_and_differences():
    scores = small(200).score(["hF", "GIE", "TIE"])
    table = scores.summary().set_index(["system", "measure"])
    assert table.loc[("near", "hF"), "mean"] == pytest.approx(np.nanmean(scores.column("hF")[:, 0]))
    parts = scores.values["near"][0].parts
    assert table.loc[("near", "hF"), "pooled"] == pytest.approx(
        2 * parts["intersection"].sum() / (parts["true"].sum() + parts["predicted"].sum())
    )
    assert table.loc[("far", "TIE"), "n"] + table.loc[("far", "TIE"), "undefined"] == 200
    for measure in ("hF", "GIE"):
        ranking = scores.ranking(measure)
        assert ranking["system"].tolist() == ["near", "far"]
        assert ranking["place"].tolist() == ranking["shared place"].tolist() == [1, 2]
    (found,) = scores.compare("near", "far", ["GIE"])
    assert found.interval.high < 0
    assert (found.n, found.wins + found.ties + found.losses) == (200, 200)
    assert found.wins > found.losses
    with pytest.raises(StudyError, match="'hf' was not scored; did you mean 'hF'"):
        scores.column("hf")
    with pytest.raises(StudyError, match="'nah' is no system of this study"):
        scores.compare("nah", "far")


def test_means_over_different_instances_are_marked_wherever_they_are_ranked():
    scores = small(200).score(["hF", "TIE"])
    assert (scores.mark("hF"), scores.mark("TIE"), scores.mark("TIE", "pooled")) == ("", "*", "")
    ranked = tables.ranking_table(scores, "TIE")
    heads = [column.name for column in tables.summary_table(scores).columns]
    assert (heads, ranked.columns[0].name, ranked.title) == (["hF", "TIE*"], "TIE*", "Ranking by TIE")
    assert ranking_picture(scores, "TIE").x == "TIE, mean*; less is better"
    assert tables.slice_table(scores, ["all"] * 200, "part", "TIE").title == "TIE* by part"
    assert f"TIE*: {tables.UNEVEN}." in ranked.says
    assert set(scores.ranking("TIE")["n"]) == set(scores.summary().query("measure == 'TIE'")["n"]) != {200}
    shown = draw_ranking(of_scores(scores), 0)
    assert "TIE*" in shown
    assert f"<b>*</b> {tables.UNEVEN}" in shown
    assert "*" not in draw_ranking(of_scores(small(200).score(["hF"])), 0)


def test_another_system_changes_no_interval_or_the_table_says_so():
    def ends(n: int, systems: list[str]) -> tuple[tuple[float, float], str]:
        study = small(n)
        runs = {name: study.data.runs[name] for name in systems}
        scores = Study(study.hierarchy, replace(study.data, runs=runs)).score(["hF"])
        return (scores.intervals("hF")[0].low, scores.intervals("hF")[0].high), tables.intervals_sentence(scores)

    (few, says), (same, _) = ends(300, ["near", "far"]), ends(300, ["near"])
    assert few == same
    assert "together" not in says
    (many, says), (other, _) = ends(1200, ["near", "far"]), ends(1200, ["near"])
    assert many != other
    assert many == pytest.approx(other, abs=0.001)
    assert "another one moves an end by hundredths of a standard error" in says


def test_slices_are_corrected_together():
    scores = small(90).score(["hF"])
    parts = ["long" if i % 3 else "short" for i in range(90)]
    table = scores.slices(parts, "near", "far")
    assert dict(zip(table["part"], table["n"], strict=True)) == {"short": 30, "long": 60}
    assert (table["corrected p"] >= table["p"]).all()
    assert set(table["family"]) == {2}


@each("true", [{"i": "Pop", "j": "Rock"}, pd.Series(["Pop", "Rock"], index=["i", "j"])])
def test_a_study_is_read_of_plain_data_as_of_files(true):
    h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")])
    run = ["Pop", "Theater"] if isinstance(true, pd.Series) else {"j": "Theater", "i": "Pop"}
    assert Study.read(h, true, {"a": run}).score(["hF"]).frame["hF"].tolist() == [1, pytest.approx(0.4)]


@each("runs", [[{"i": "Pop"}], 7, "a.tsv", {"a": 7}, {"a": None}])
def test_what_is_no_run_is_a_sentence(runs):
    h = Hierarchy.from_edges([("Music", "Pop")])
    with pytest.raises(StudyError, match="runs are files in a list, or a dict|is no list of classes"):
        Study.read(h, {"i": "Pop"}, runs)


def test_scores_are_read_of_a_table_and_of_nothing_else():
    h = Hierarchy.from_edges([("Music", "Pop"), ("Music", "Rock")])
    scores = pd.DataFrame({"Pop": [0.9, 0.2], "Rock": [0.1, 0.8]}, index=["i", "j"])
    study = Study.read(h, {"i": "Pop", "j": "Rock"}, scores={"a": scores}, rules=["BestLeaf"])
    assert study.score(["Accuracy"]).frame["Accuracy"].tolist() == [1, 1]
    for wrong in (scores.to_numpy(), 7, scores.astype(object).replace(0.9, "x")):
        with pytest.raises(StudyError, match="^a: .*is accepted"):
            Study.read(h, {"i": "Pop"}, scores={"a": wrong})
