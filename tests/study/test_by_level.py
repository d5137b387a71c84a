"""Scores by level: equal to the original programs on the golden sets, to `evaluate` instance by instance, and told."""

import json
import math
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from hierview import Hierarchy, parse_measure
from hierview.errors import StudyError
from hierview.model.extra import Extra
from hierview.study import Study, from_lists
from hierview.study.per_class.by_level import ABSENT, LevelConvention, LevelScores, level_scores, levels_table
from hierview.study.ui.state import EARLY
from tests.effort import sampled
from tests.samples import ROOT
from tests.study.test_flows import made

GOLDEN = ROOT / "tests" / "data" / "golden"
SETS = sorted(path.stem for path in GOLDEN.glob("*.json"))
LEVEL_OF_ROOT = {"paths with root": 1, "paths without root": 0, "levels": 0}


def golden(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(GOLDEN, f"{name}.json").read_text(encoding="utf-8"))
    return found


def study_of(data: dict[str, Any], told: bool = False) -> Study:
    """The study of a golden set. told: with the answers of the levels, where there are any, in place of predictions."""
    h = Hierarchy.from_edges(data["edges"])
    run = [[c for c in row["levels"] if c] if told else row["predicted"] for row in data["instances"]]
    return Study.read(h, from_lists([row["true"] for row in data["instances"]]), {"run": from_lists(map(set, run))})


def scores_of(data: dict[str, Any], told: bool = False, **choices: Any) -> LevelScores:
    convention = LevelConvention(answers="given" if told else "ancestors", **choices)
    return level_scores(study_of(data, told), "run", convention)


def said(data: dict[str, Any], tool: str, call: str) -> list[dict[str, Any]]:
    return [
        v for v in data["values"] if v["tool"] == tool and v["call"] == call and "instance" not in v and "value" in v
    ]


@pytest.mark.parametrize("name", sampled(SETS, 20))
def test_accuracy_and_f1_of_a_level_are_those_of_scikit_learn(name: str):
    data = golden(name)
    compared = 0
    for value in (*said(data, "scikit-learn", "accuracy_score"), *said(data, "scikit-learn", "f1_score")):
        if not value["as"].startswith("level "):
            continue
        level, absent = value["as"].removeprefix("level ").split(", absent=")
        row = scores_of(data, absent=absent).rows[int(level) - 1]
        ours = row.accuracy if value["call"] == "accuracy_score" else row.shares[value["options"]["average"]].f1
        assert ours == pytest.approx(value["value"], abs=1e-9), value
        compared += 1
    assert compared or data["labels"] == "multi" or data["shape"] == "dag" or name in ("e03", "r01")


@pytest.mark.parametrize("name", SETS)
def test_levels_paths_and_contradictions_are_those_of_hiereval(name: str):
    data = golden(name)
    for value in said(data, "hiereval", "per_level_scores"):
        shift, options = LEVEL_OF_ROOT[value["as"]], value["options"]
        level = options["level"] - shift
        missing = "drop" if options["ignore_unknown_predictions"] else "wrong"
        if level:  # with the root in the paths it is their level 1, and no level here
            row = scores_of(data, value["as"] == "levels", missing=missing).rows[level - 1]
            theirs = value["value"]
            assert row.instances == theirs["n_valid"], value
            if row.instances:
                ours = (row.accuracy, *row.shares["macro"])
                keys = ("accuracy", "precision_macro", "recall_macro", "f1_macro")
                assert ours == pytest.approx(tuple(theirs[key] for key in keys), abs=1e-9), value
    for value in said(data, "hiereval", "full_path_accuracy"):
        assert scores_of(data, value["as"] == "levels").full_path_accuracy == pytest.approx(value["value"], abs=1e-9), (
            value
        )
    for value in said(data, "hiereval", "inconsistency_rate"):
        seen = "seen" if value["options"]["taxonomy"] == "from the true paths" else "hierarchy"
        ours = scores_of(data, value["as"] == "levels", taxonomy=seen).inconsistent or 0.0
        assert ours == pytest.approx(value["value"], abs=1e-9), value


@pytest.mark.parametrize("name", SETS)
def test_pooled_sets_of_a_level_are_those_of_neural_classifier(name: str):
    """It leaves no instance out, and an empty place is no class: F1 of all classes is that of the mean P and R."""
    data = golden(name)
    for value in said(data, "NeuralClassifier", "evaluate"):
        rows = scores_of(data, absent="wrong", pseudo=False).rows
        for row in rows:
            if theirs := value["value"].get(f"level {row.level}"):
                assert tuple(row.shares["micro"]) == pytest.approx(theirs["micro"], abs=1e-9), row
                assert tuple(row.shares["all classes"]) == pytest.approx(theirs["macro"], abs=1e-9), row


LEVELS = ("longest", "shortest", "given")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("absent", ["drop", "wrong", "carry"])
def test_a_study_says_of_its_levels_what_evaluate_says_of_its_instances(seed: int, absent: str):
    by, answers = LEVELS[seed % 3], ("ancestors", "given")[seed // 2]
    study = made(seed, parents=1 + 2 * (seed % 2), roots=1 + seed % 2).study
    ranks = {c: 1 + i % 4 for i, c in enumerate(study.hierarchy.classes) if i % 5}
    study = Study(study.hierarchy, study.data, extra=Extra.of(study.hierarchy, rank_of=ranks))
    scores = level_scores(study, "run", LevelConvention(absent, by, answers=answers))
    cases = [
        study.case(i, "run")
        for i, row in zip(study.data.ids, zip(study.sets(), study.sets("run"), strict=True), strict=True)
        if any(row)
    ]
    more = f'by="{by}", answers="{answers}"'

    def mean(text: str) -> float:
        values = [parse_measure(text).evaluate(case).value for case in cases]
        return fmean([v for v in values if v is not None] or [math.nan])

    for row in scores.rows:
        # An instance without any class has no value; here both of its sides are the same empty place.
        nothing = len(study.data) - len(cases) if absent != "drop" else 0
        expected = mean(f'Level(level={row.level}, absent="{absent}", {more})')
        assert row.right - nothing == pytest.approx(expected * (row.instances - nothing) if row.instances else 0)
        f1 = mean(f'Level(level={row.level}, of="F1", absent="{absent}", {more})')
        if row.instances and not nothing:
            assert row.shares["samples"].f1 == pytest.approx(f1)
    assert scores.full_path_accuracy == pytest.approx(mean(f"FPA({more})"))
    if answers == "given" and by != "given":
        assert scores.inconsistent == pytest.approx(mean(f"TICE({more})") * len(cases) / len(study.data))


def test_levels_are_told_as_a_table():
    study = study_of(golden("e02"))
    table = levels_table((level_scores(study, "run"),))
    assert [column.name for column in table.columns] == [
        "system",
        "classes",
        "n",
        "accuracy",
        "precision",
        "recall",
        "F1",
    ]
    values = {name: [entry.value for entry in row] for name, row in zip(table.names, table.rows, strict=True)}
    assert values["level 1"][:4] == ["run", 2, 4, 0.75]
    assert values["level 1"][6] == pytest.approx(0.733333, abs=1e-6)
    assert values["level 2"][:3] == ["run", 2, 3]
    assert values["level 2"][3] == pytest.approx(1 / 3)
    assert values["wAP"][3] == pytest.approx((2 * 0.75 + 2 / 3) / 4)
    assert "contradictions (TICE)" not in values
    assert levels_table((level_scores(study, "run"),), level=2).names == ("level 2",)
    for wrong in (lambda: levels_table((level_scores(study, "run"),), 3), lambda: LevelConvention("skip")):
        with pytest.raises(StudyError):
            wrong()


def test_the_page_knows_every_rule_of_early_ends():
    assert tuple(ABSENT) == EARLY
