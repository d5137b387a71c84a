"""Curves and training on the page of studies, without a browser."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import pytest

from hierview.classify.corpora.generated import make
from hierview.classify.experiment import Experiment, LearningMaterial, train_example
from hierview.classify.ui import curves, learning
from hierview.formats.link import unpack_draft
from hierview.jobs.task import Progress
from tests.study.test_study_page import Visit, temporary

pytestmark = pytest.mark.slow

__all__ = ["temporary"]  # a shelf of each test's own


def shelved(shelf) -> str:
    """The address of a small study with what its systems learnt."""
    key = shelf.make_folder("small")
    made = make(3, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=200, test=60)
    study = Experiment(LearningMaterial.of_generated(made), folder=shelf.folder(key)).run(
        ["flat", "cascade", "p_path", "knn"]
    )
    study.score(["hF", "TIE"])
    return f"~{key}"


def views(visit: Visit) -> list[str]:
    """The views that are offered."""
    (box,) = [group for group in visit.at.get("button_group") if "study-view" in (group.key or "")]
    return [option.content for option in box.proto.options]


def test_a_study_with_scores_has_curves_whose_points_choose_a_threshold(temporary, monkeypatch):
    visit, name = Visit(), shelved(temporary)
    visit.visit(study=name, v="curves", a="p_path", b="flat", t="0.3", curves="hF")
    visit.until("studyfacts")
    shown = visit.until("curves")
    assert "At threshold 0.3" in shown["atthreshold"]
    assert shown["bythreshold"].index("likelier than their parent") < shown["bythreshold"].index("By threshold")
    assert len(re.findall('data-pick="t ', shown["bythreshold"])) == 2 * 51
    links = [link.proto for link in visit.at.get("page_link")]
    assert sum("up to the threshold" in link.label for link in links) == 6
    assert "Curves" in str(views(visit))
    picks, thresholds = {}, []
    monkeypatch.setattr(curves, "viewer", lambda markup, key, on_pick=None: picks.update({key: on_pick}))
    monkeypatch.setattr(curves, "choose", lambda **chosen: thresholds.append(chosen))
    visit.run()
    for pick in ("t 0.45", "branch 3"):
        picks["bythreshold"](pick)
    assert thresholds == [{"threshold": "0.45"}]


@pytest.mark.parametrize("study", ["k15/15", "example"])
def test_without_scores_there_is_no_such_view(study):
    assert "curves" not in learning.views(learning.StudyState(study))
    assert "curves" in learning.views(learning.StudyState(study, "curves"))


def test_curves_of_what_was_printed_say_what_they_need():
    assert "needs them" in Visit().visit(study="k15/15", v="curves")["needed"]


def test_without_scikit_learn_there_is_a_sentence(monkeypatch):
    monkeypatch.setattr(learning, "find_spec", lambda name: None)
    assert "pip install &#x27;hierview[classifiers]&#x27;" in Visit().visit(study="new")["nosklearn"]


def test_an_example_is_trained_and_told_as_it_goes(tmp_path):
    told: list[object] = []
    train_example(told.append, str(tmp_path), "digits", ("flat", "p_path"), ("hF",))
    shares = [one.done for one in told if isinstance(one, Progress)]
    assert shares == sorted(shares)
    assert any("p_path learns" in one.doing for one in told if isinstance(one, Progress))
    (scored,) = told[-1]
    assert scored.instances == 898
    assert (tmp_path / "learnt" / "scores.json").is_file()
    train_example(told.append, str(tmp_path), "digits", ("nothing",), ("hF",))
    assert "'nothing' is not known" in str(told[-1][0])


@pytest.mark.whole
def test_every_instance_opens_with_what_its_classifiers_said(temporary):
    visit, name = Visit(), shelved(temporary)
    for system, kinds in (("p_path", {"probabilities", "neighbours"}), ("knn", {"probabilities", "neighbours"})):
        visit.visit(study=name, v="instances", open=f"case 7 {system}")
        visit.until(f"studycase-{system}")
        (link,) = [one.proto for one in visit.at.get("page_link") if one.proto.label == "Open with its probabilities"]
        asked = dict(parse_qsl(link.query_string))
        case = unpack_draft(asked["c"].removeprefix("~"))
        assert {kind for kind in ("probabilities", "neighbours", "scores") if getattr(case.extra, kind)} == kinds
        assert (case.name, asked["p"]) == (f"Document 8, {system}", "as=numbers")
    (place,) = temporary.folder(name[1:]).glob("learnt/flat-*.npz")
    place.write_bytes(b"PK")
    visit.visit(study=name, v="instances", open="case 7 flat")
    assert "is no file of a classifier" in visit.until("studycase-flat")["numbers-refused-7"]
