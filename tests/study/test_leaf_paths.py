"""CoPHE, PathF1, ConstrainedF1, ICMNorm and TIE in a study: equal to the original programs on the golden sets."""

from statistics import fmean
from typing import Any

import pytest

from hierview import Case, Hierarchy, evaluate, parse_measure
from hierview.measures.leaf_paths.path_shares import hierverb_penalty
from hierview.study import Study, from_lists
from tests.study.test_by_level import SETS, golden, study_of


def average(study: Study, text: str, how: Any = "mean") -> float:
    measure = parse_measure(text)
    return float(study.score(measure).averages(str(measure), how)[0])


def pooled(study: Study, text: str) -> float:
    return average(study, text, "pooled")


def values_of(data: dict[str, Any], *tools: str) -> list[dict[str, Any]]:
    return [v for v in data["values"] if v["tool"] in tools and "value" in v and "instance" not in v]


@pytest.mark.parametrize("name", SETS)
def test_leaves_are_counted_as_cophe_counts_them(name: str):
    data = golden(name)
    for value in values_of(data, "CoPHE"):
        study, most = study_of(data), value["options"]["max_layer"]
        for key, sets in (("all", ""), ("all, as sets", ", sets=True")):
            for of, theirs in value["value"][key].items():
                text = f'CoPHE(max_layer={most}{sets}, of="{"F1" if of == "F1" else of[0]}")'
                assert pooled(study, text) == pytest.approx(theirs, abs=1e-9), (text, value)


PRF = (("P", "precision"), ("R", "recall"), ("F1", "micro_f1"))


@pytest.mark.parametrize("name", SETS)
def test_paths_are_those_of_hierverb(name: str):
    """Its macro averages are over classes, and over paths with the penalty of all: a study averages instances."""
    data = golden(name)
    for value in values_of(data, "HierVerb"):
        study, theirs = study_of(data), value["value"]
        answers = f'answers="{"given" if "as given" in value["as"] else "ancestors"}"'
        for of, key in PRF:
            path = theirs["p_ori_micro_f1" if of == "F1" else f"p_{key}"]
            assert pooled(study, f'PathF1({answers}, of="{of}")') == pytest.approx(path, abs=1e-9), value
            constrained = pooled(study, f'ConstrainedF1({answers}, of="{of}")')
            assert constrained == pytest.approx(theirs[f"c_{key}"], abs=1e-9), value
        h, beside, size = Hierarchy.from_edges(data["edges"]), 0, 0
        for row in data["instances"]:
            if row["true"] or row["predicted"]:
                told = evaluate(Case.of(h, row["true"], row["predicted"]), f"PathF1({answers})").witness.told
                beside, size = beside + told[1], size + told[2]
        by_penalty = theirs["p_ori_micro_f1"] * hierverb_penalty(beside, size)
        assert by_penalty == pytest.approx(theirs["p_micro_f1"], abs=1e-9), value


@pytest.mark.parametrize("name", SETS)
def test_contrast_is_normed_as_pyevall_norms_averages(name: str):
    data = golden(name)
    for value in values_of(data, "PyEvALL"):
        if value["call"] == "ICMNorm":
            # Instances without a prediction count, also where they are not in its file.
            ours = pooled(study_of(data), 'ICMNorm(content="gold")')
            assert ours == pytest.approx(value["value"], abs=1e-9), value


@pytest.mark.parametrize("name", SETS)
def test_distances_are_those_of_hiereval(name: str):
    """No answer costs the depth of the true class there, 1 more where paths hold the root; macro: by true classes."""
    data = golden(name)
    h = Hierarchy.from_edges(data["edges"])
    for value in values_of(data, "hiereval"):
        if value["call"] == "mean_taxonomic_distance" and value["as"].startswith("paths"):
            by_true: dict[str, list[float]] = {}
            for row in data["instances"]:
                (true,) = row["true"]
                price = f"TIE(price={h.distance(true, h.roots[0]) + ('with root' in value['as'])})"
                distance = evaluate(Case.of(h, row["true"], row["predicted"]), price).value
                by_true.setdefault(true, []).append(distance)
            means = [fmean(row) for row in by_true.values()]
            every = [d for row in by_true.values() for d in row]
            ours = fmean(means if value["options"]["average"] == "macro" else every)
            assert ours == pytest.approx(value["value"], abs=1e-9), value


def test_a_study_knows_what_no_answer_costs_and_what_classes_tell():
    data = golden("e02")
    h = Hierarchy.from_edges(data["edges"])
    study = Study.read(h, from_lists([["Pop"], ["Pop"]]), {"run": from_lists([["Rock"], []])})
    for text, mean in (("TIE(price=4)", 3), ('TIE(price="diameter")', 3), ("TIE", 2)):
        assert average(study, text) == mean
    assert pooled(study_of(data), 'ICMNorm(content="gold")') == pytest.approx(0.270426, abs=1e-6)
    by_hand = Case.of(h, ["Pop"], ["Rock"])
    assert "Undefined" in evaluate(by_hand, 'ICMNorm(content="gold")').notes[0]
