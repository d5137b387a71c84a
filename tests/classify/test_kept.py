"""What classifiers left beside a study: curves of it, documents with their probabilities, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from hierview.classify import study_scores
from hierview.classify.corpora.generated import make
from hierview.classify.curves import rejection_rows
from hierview.classify.experiment import Experiment, LearningMaterial
from hierview.classify.study_scores import document_draft, stored_numbers, stored_scores, system_curves, tell_curves
from hierview.errors import LearningError
from hierview.measures import parse_measure
from hierview.model.hierarchy import Hierarchy
from hierview.rules import parse_rule, with_decision
from hierview.study.inputs.labels import from_lists
from hierview.study.plain import score
from hierview.study.storage.learnt_files import decision_files
from hierview.study.study import Study

MEASURES = [parse_measure("hF"), parse_measure("TIE")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A study with what its systems learnt."""
    made = make(3, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=200, test=60)
    place = tmp_path_factory.mktemp("kept")
    Experiment(LearningMaterial.of_generated(made), folder=place).run(["flat", "cascade", "p_path", "knn"])
    return place


def test_curves_are_of_the_answers_at_each_threshold(folder):
    study = Study.open(folder)
    one = system_curves(study, folder, "p_path", MEASURES)
    scores = stored_scores(study, folder, "p_path")
    for t in (0.05, 0.31, 0.5, 0.9, 1.0):
        given = [{"": scores.nodes[0]} for _ in study.data.ids]
        for i, _, after, at in reversed(one.changes.nearest_changes(1, len(one.changes.thresholds))):
            if at >= t and not given[i].get("done"):
                given[i] = {"": after, "done": "yes"}
        frame = score(study.hierarchy, study.sets(), [{one[""]} for one in given], MEASURES)
        for k, operating in enumerate(one.measures):
            assert operating.curve.value_at(t) == pytest.approx(float(frame.iloc[:, k].mean()))
        assert one.answered.value_at(t) == np.mean([one[""] != scores.nodes[0] for one in given])
    assert [depth for depth, _ in one.calibration] == [1, 2]
    assert one.coherence.child_above_parent == 0


def test_blocking_is_drawn_where_classifiers_stand_above_others(folder):
    study = Study.open(folder)
    scores = stored_scores(study, folder, "cascade")
    drawn = system_curves(study, folder, "cascade", MEASURES).blocking
    assert drawn is not None
    rows = rejection_rows(scores, study.sets(), ids=study.data.ids)
    assert sum(branch.here for branch in drawn.branches) == len(rows) > 0
    assert drawn.branches[0].amount == len(study.data)
    assert system_curves(study, folder, "flat", MEASURES).blocking is None


def test_the_whole_risk_is_what_the_study_says(folder):
    study = Study.open(folder)
    averages = dict(zip(study.data.runs, study.score(["hF"]).averages("hF"), strict=True))
    for name in ("flat", "cascade", "p_path"):
        risk = system_curves(study, folder, name, MEASURES).risk
        assert risk.risk[-1] == pytest.approx(1 - averages[name])
        assert risk.excess >= 0


def test_systems_that_share_probabilities_share_their_curves(folder):
    study = Study.open(folder)
    told: list[object] = []
    tell_curves(told.append, str(folder), ("cascade", "p_path", "flat"), ("hF",))
    ((a, b, c),) = told[-1]
    assert a.scores == b.scores != c.scores
    assert np.array_equal(a.measures[0].curve.values, b.measures[0].curve.values)
    assert c.calibration[0][0] == 2
    assert set(decision_files(folder)) == {"flat", "cascade", "p_path"} < set(study.data.runs)


def test_a_document_opens_with_its_probabilities(folder):
    study = Study.open(folder)
    case = document_draft(study, stored_numbers(study, folder, "p_path"), "p_path", 7)
    assert case.true == study.sets()[7]
    assert case.predicted == study.sets("p_path")[7]
    assert case.extra.probabilities
    assert case.name == "Document 8, p_path"
    assert document_draft(study, stored_numbers(study, folder, "flat"), "flat", 7).extra.scores
    with pytest.raises(LearningError, match="below 60"):
        document_draft(study, stored_numbers(study, folder, "flat"), "flat", 60)


def test_every_rule_says_of_an_opened_document_what_its_system_answered(folder, monkeypatch):
    """Of a cut case too: nothing is left out that cascade, path or neighbours decide by."""
    monkeypatch.setattr(study_scores, "CUTS", (6, 2))
    study = Study.open(folder)
    found = stored_numbers(study, folder, "cascade")
    rules = {"cascade": "Cascade", "p_path": "MostProbablePath", "knn": "Neighbours"}
    for i in range(len(study.data)):
        for fits in (lambda case: True, lambda case: len(case.hierarchy) <= 5):
            case = document_draft(study, found, "cascade", i, fits)
            for system, rule in rules.items():
                assert with_decision(case, parse_rule(rule)).predicted - {"root"} == study.sets(system)[i]
    assert len(case.hierarchy) < 13
    assert case.note == f"Cut to the likeliest {len(case.extra.probabilities) + 1} of 13 classes."
    voted = document_draft(study, stored_numbers(study, folder, "knn"), "knn", 3)
    assert voted.extra.neighbours
    assert voted.extra.probabilities  # of the first system that has any


def test_a_document_of_neighbours_alone_has_no_probabilities(tmp_path):
    made = make(4, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=100, test=20)
    Experiment(LearningMaterial.of_generated(made), folder=tmp_path).run(["knn1"])
    study = Study.open(tmp_path)
    case = document_draft(study, stored_numbers(study, tmp_path, "knn1"), "knn1", 3)
    rule = parse_rule('Neighbours(expanded="parents and children")')
    assert with_decision(case, rule).predicted - {"root"} == study.sets("knn1")[3]
    assert not case.extra.probabilities
    (place,) = (tmp_path / "learnt").glob("nearest-*.npz")
    place.write_bytes(b"PK")
    with pytest.raises(LearningError, match="is no file of a classifier"):
        stored_numbers(study, tmp_path, "knn1")


def test_what_has_no_scores_or_others_is_refused(folder, tmp_path):
    study = Study.open(folder)
    with pytest.raises(LearningError, match="'knn' has no scores here; flat, cascade, p_path has"):
        stored_scores(study, folder, "knn")
    told: list[object] = []
    tell_curves(told.append, str(folder), ("knn",), ("hF",))
    assert isinstance(told[-1][0], LearningError)
    other = make(4, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=100, test=20)
    Experiment(LearningMaterial.of_generated(other), folder=tmp_path).run(["p_path"])
    with pytest.raises(LearningError, match="of other documents"):
        stored_scores(study, tmp_path, "p_path")


def test_scores_that_came_in_a_file_have_curves_and_cases_too(tmp_path):
    h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")])
    rows = [("i1", "Pop", 0.9), ("i1", "Rock", 0.4), ("i2", "Rock", 0.6), ("i2", "Pop", 0.6), ("i3", "Theater", 0.2)]
    (tmp_path / "a.tsv").write_text("".join(f"{i}\t{c}\t{s}\n" for i, c, s in [*rows, ("i3", "Music", 0.3)]))
    truth = from_lists([["Pop"], ["Rock", "Theater"], ["Theater"]], ["i1", "i2", "i3"])
    place = tmp_path / "kept"
    Study.read(h, truth, scores={"a": tmp_path / "a.tsv"}, rules=["Threshold(t=0.5)", "BestLeaf"], folder=place)
    study = Study.open(place)
    assert {system: path.stem for system, path in decision_files(place).items()} == {
        "a by Threshold(t=0.5)": "a",
        "a by BestLeaf": "a",
    }
    one = system_curves(study, place, "a by BestLeaf", MEASURES)
    assert one.sets.fmax == study.thresholds("a").best("Fmax")
    assert (one.sets.smin.value, one.sets.area) == pytest.approx((0.513022, 0.7875), abs=5e-7)
    assert one.coherence.child_above_parent == 4 / 6  # Pop and Rock above a Music without a score
    assert one.changes.nearest_changes(0.9, 1) == [(0, "Arts", "Pop", 0.9)]
    case = document_draft(study, stored_numbers(study, place, "a by BestLeaf"), "a by BestLeaf", 0)
    assert {c: float(s) for c, s in case.extra.scores} == {"Arts": 1, "Music": 0.9, "Pop": 0.9, "Rock": 0.4}
    assert case.predicted == {"Pop"}
    (tmp_path / "r.jsonl").write_text('{"id": "i1", "ranking": ["Pop", "Rock"]}\n')
    ranked = {"scores": {"r": tmp_path / "r.jsonl"}, "missing": "empty", "folder": tmp_path / "ranked"}
    ordered = system_curves(Study.read(h, truth, **ranked), tmp_path / "ranked", "r", MEASURES)
    assert (ordered.calibration, ordered.branches, ordered.answers) == ((), (), None)
