"""Measures of a ranking: equal to the original programs on the golden sets, and to worked examples."""

from statistics import fmean
from typing import Any

import pytest

from hierview import Case, Hierarchy, evaluate, parse_measure
from hierview.measures.vary.sensitivity import quantities, sensitivity
from hierview.model.extra import Extra
from tests.study.test_by_level import SETS, golden, said

ARTS = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")])


def ranked(true: str, *ranking: str, h: Hierarchy = ARTS, **extra: Any) -> Case:
    return Case(h, frozenset([true]), frozenset(ranking[:1]), extra=Extra.of(h, ranking=ranking, **extra))


def values(data: dict[str, Any], text: str) -> list[float | None]:
    h = Hierarchy.from_edges(data["edges"])
    return [evaluate(ranked(*row["true"], *row["ranking"], h=h), text).value for row in data["instances"]]


def mean(data: dict[str, Any], text: str) -> float:
    """Over the instances where it is defined."""
    return fmean(value for value in values(data, text) if value is not None)


RANKED = [name for name in SETS if name.startswith("p")]
BETTER = {"avg/": "AHD", "top/": "Closest", "mistakes/avg": "Severity"}


@pytest.mark.parametrize("name", RANKED)
def test_heights_are_those_of_making_better_mistakes(name: str):
    """Its precision@k and mAP divide by sums over other classes, so that they pass 1: they are not offered."""
    data = golden(name)
    (value,) = said(data, "making-better-mistakes", "run (summary)")
    for key, theirs in value["value"].items():
        for start, measure in BETTER.items():
            if key.startswith(f"ilsvrc_dist_{start}"):
                assert mean(data, f"{measure}({int(key[-2:])})") == pytest.approx(theirs, abs=1e-9), key
        if key.startswith("accuracy_top/"):
            assert fmean(v == 0 for v in values(data, f"Closest({int(key[-2:])})")) == pytest.approx(theirs)


@pytest.mark.parametrize("name", RANKED)
def test_similarities_are_those_of_semantic_embeddings(name: str):
    data = golden(name)
    sims = {"LCS_HEIGHT": "height", "WUP": "WP"}
    compared = 0
    for value in said(data, "semantic-embeddings", "hierarchical_precision"):
        for key, theirs in value["value"].items():
            for theirs_sim, sim in sims.items():
                if key == f"P@{value['options']['k']} ({theirs_sim})":
                    ours = mean(data, f'HP({value["options"]["k"]}, sim="{sim}")')
                    assert ours == pytest.approx(theirs, abs=1e-9), key
                    compared += 1
    first = {"1 - lcs_height (hierarchical accuracy)": "height", "wup_similarity": "WP"}
    for call, sim in first.items():
        (value,) = said(data, "semantic-embeddings", call)
        assert mean(data, f'HP(1, sim="{sim}")') == pytest.approx(value["value"], abs=1e-9), call
    assert compared >= 8


@pytest.mark.parametrize("name", RANKED)
def test_hops_is_that_of_the_notebook_of_its_authors(name: str):
    data = golden(name)
    found = said(data, "Hier-COS notebook", "HOPS per instance")
    for value in found:
        text = "HOPS" if value["options"]["k"] is None else f"HOPS({value['options']['k']})"
        assert values(data, text) == pytest.approx(value["value"], abs=1e-9), text
    assert len(found) >= 4


WORKED = {
    ("Pop", "Rock", "Pop", "Theater"): {
        "AHD(1)": 1,
        "AHD(2)": 0.5,
        "AHD(3)": 1,
        "Severity(2)": 0.5,
        "Closest(2)": 0,
        "HOPS": 0.4,
        "HOPS(2)": 0,
    },
    ("Pop", "Pop", "Theater", "Rock"): {"HOPS": 0.7, "Severity(2)": None, "HP(2)": 2 / 3, 'HP(2, sim="WP")': 0.84},
    ("Rock", "Theater", "Rock", "Pop"): {"HOPS": 0, "HOPS(1)": 0, "AHD(9)": 1},
    ("Music", "Music", "Pop", "Rock", "Theater"): {"AHD(2)": 0.5, "HOPS": 1},
    ("Music", "Pop", "Rock", "Theater"): {"AHD(1)": None, "HOPS": None},
    ("Pop", "Rock", "Theater"): {"AHD(3)": None, "AHD(2)": 1.5, "HOPS": None, "HOPS(1)": 0},
}


@pytest.mark.parametrize("case", WORKED)
def test_worked_examples(case: tuple[str, ...]):
    for text, expected in WORKED[case].items():
        result = evaluate(ranked(*case), text)
        assert result.value == (expected if expected is None else pytest.approx(expected)), text
        assert (result.value is None) == ("Undefined" in " ".join(result.notes))


def test_scores_of_leaves_are_a_ranking_where_none_is_told():
    case = Case(
        ARTS, frozenset(["Pop"]), extra=Extra.of(ARTS, scores={"Rock": 0.4, "Pop": 0.4, "Music": 1, "Theater": 0})
    )
    assert evaluate(case, "HOPS").value == 1
    assert evaluate(case, "HOPS").notes[-1] == "The leaves are ranked by their scores, equal ones by name."


def test_ranks_may_stand_without_their_name_and_leave_no_choice_of_average():
    assert str(parse_measure("AHD(5)")) == "AHD(k=5)" == str(parse_measure('AHD(k=5, average="BMA")'))
    assert parse_measure("HP(3)") == parse_measure("HP(k=3)")
    assert parse_measure("AHD(5)").label() == "AHD (k = 5)"
    assert parse_measure("Severity(5)").title() == "The same where the first rank is wrong"
    told, untold = ranked("Pop", "Rock", "Pop"), Case(ARTS, frozenset(["Pop"]), frozenset(["Rock"]))
    offered = [parse_measure(text).offered(case) for text in ("AHD", "AHD(2)") for case in (told, untold)]
    assert offered == [("k", "average"), ("average",), ("k",), ("k",)]


def test_a_measure_of_ranks_is_plotted_against_its_own_k():
    case = ranked("Pop", "Rock", "Pop", "Theater")
    assert [q.name for q in quantities(case, parse_measure("Closest"))] == ["k", "above"]
    assert sensitivity(case, parse_measure("AHD(2)"), "k").points[:3] == ((1, 1.0), (2, 0.5), (3, 1.0))
