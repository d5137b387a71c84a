"""Measures of rankings in a study: equal to the original programs, and to `evaluate` instance by instance."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from hierview import Hierarchy, evaluate, parse_measure
from hierview.cli import main
from hierview.study import Study, from_lists
from hierview.study.inputs.scores.arrays import dense_scores
from hierview.study.inputs.scores.reading import ScoreFile
from tests.study.kernels import random_hierarchy
from tests.study.test_by_level import golden, said
from tests.study.test_leaf_paths import average
from tests.test_ranks import BETTER, RANKED

MEASURES = (
    *("AHD(1)", 'AHD("all")', "Severity(2)", "Closest(3)", "HOPS", "HOPS(1)", "HOPS(3)", "HP(2)", 'HP(3, sim="WP")'),
    "AHD",
)


def scored(h: Hierarchy, true: list[list[str]], classes: list[str], rows: list[list[float]]) -> Study:
    matrix = ScoreFile(dense_scores(np.array(rows), classes, None, "scores"))
    return Study.read(h, from_lists(true), scores={"m": matrix}, rules=["BestLeaf"])


@pytest.mark.parametrize("name", RANKED)
def test_rankings_by_scores_are_measured_as_the_original_programs_do(name: str):
    data = golden(name)
    h = Hierarchy.from_edges(data["edges"])
    study = scored(h, [row["true"] for row in data["instances"]], data["columns"], data["probabilities"])
    (value,) = said(data, "making-better-mistakes", "run (summary)")
    for key, theirs in value["value"].items():
        for start, measure in BETTER.items():
            if key.startswith(f"ilsvrc_dist_{start}"):
                assert average(study, f"{measure}({int(key[-2:])})") == pytest.approx(theirs, abs=1e-9), key
    for value in said(data, "Hier-COS notebook", "HOPS per instance"):
        text = "HOPS" if value["options"]["k"] is None else f"HOPS(k={value['options']['k']})"
        assert study.score(text).values["m"][0].value == pytest.approx(np.array(value["value"]), abs=1e-9), text


@pytest.mark.parametrize("seed", range(12))
def test_a_study_says_of_rankings_what_evaluate_says_of_its_instances(seed: int):
    rng = random.Random(seed)
    h = random_hierarchy(rng)
    classes = rng.sample(h.classes, rng.randint(1, len(h))) if seed % 3 else list(h.classes)
    true = [rng.sample(h.classes, rng.choice((1, 1, 1, min(2, len(h))))) for _ in range(12)]
    rows = [[rng.choice((0, 0.1, 0.2, 0.25)) for _ in classes] for _ in true]
    study = scored(h, true, classes, rows)
    scores = study.score(MEASURES)
    for text in MEASURES:
        measure = parse_measure(text)
        for i, value in zip(study.data.ids, scores.values["m"][MEASURES.index(text)].value.tolist(), strict=True):
            expected = evaluate(study.case(i, "m"), measure).value
            assert value == pytest.approx(np.nan if expected is None else expected, nan_ok=True), (text, i)


def test_rankings_are_columns_in_the_shell_and_stay_in_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "h.tsv").write_text("Arts\tMusic\nArts\tTheater\nMusic\tPop\nMusic\tRock\n")
    (tmp_path / "gold.tsv").write_text("i1\tPop\ni2\tRock\ni3\tMusic\n")
    rankings = {"i1": ["Rock", "Pop", "Theater"], "i2": ["Pop", "Theater", "Rock"], "i3": ["Music", "Pop"]}
    lines = [json.dumps({"id": i, "ranking": ranking}) for i, ranking in rankings.items()]
    (tmp_path / "r.jsonl").write_text("\n".join(lines))
    (tmp_path / "other.tsv").write_text("i1\tPop\ni2\tRock\ni3\tMusic\n")
    h, gold, folder = (str(tmp_path / name) for name in ("h.tsv", "gold.tsv", "study"))
    asked = [option for text in ("AHD(2)", "HOPS", "Closest(2)") for option in ("--measure", text)]
    systems = ("--scores", f"r={tmp_path / 'r.jsonl'}", "--run", f"plain={tmp_path / 'other.tsv'}")
    status = main(("study", h, "--true", gold, *systems, *asked, "-o", folder, "--no-intervals", "--json"))
    assert status == 0
    assert "AHD(k=2)" in capsys.readouterr().out
    again = Study.open(folder)
    values = again.score("AHD(2)").values["r"][0].value
    assert values == pytest.approx(np.array([0.5, 1.5, 0.5]))
    assert again.case("i1", "r").extra.ranking == ("Rock", "Pop", "Theater")
    # The third names two of four candidates, with the inner class that is true; the other system ranks nothing.
    values = again.score("HOPS").values["r"][0].value
    assert values == pytest.approx(np.array([0.4, 1 - (1 + 1 / 2 + 2 / 4) / 2.5, np.nan]), nan_ok=True)
    assert np.isnan(again.score("HOPS").values["plain"][0].value).all()
