"""Curves as pictures and sentences, of scores that are told here; and the list of scores beside a study."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hierview.draw.charts.chart import curves_scene, step_line_height, thin_points
from hierview.explain import CurveLine
from hierview.study.curves import (
    AnswerChanges,
    BestValue,
    Calibration,
    Coherence,
    Curve,
    OperatingCurve,
    RiskCoverage,
    SetCurves,
    SystemCurves,
    calibration_pictures,
    operating_pictures,
    operating_sentence,
    step_corners,
)
from hierview.study.markup.curves import curves_html, operating_curves_html, threshold_table_html
from hierview.study.results import view_tables as views
from hierview.study.results.statistics import Interval
from hierview.study.storage.learnt_files import LEARNT, decision_files, write_file_list
from tests.effort import times

ENDS = (Interval(0.1, 0.05, 0.15), Interval(0.2, 0.2, 0.2, "all alike"), Interval(0.4, 0.3, 0.5))
BINS = Calibration(np.array([0.1, 0.6]), np.array([0.2, 0.5]), np.array([5.0, 5.0]), 0.1, 0.2, 0.4, ENDS)
WORSE = Calibration(np.array([0.1, 0.9]), np.array([0.5, 0.5]), np.array([3.0, 3.0]), 0.4, 0.3, 0.6)
RISK = RiskCoverage(np.array([0.5, 1.0]), np.array([0.0, 0.25]), 0.125, 0.0)


STEPS = np.array([0.5, 0.25])
SETS = SetCurves(
    *(STEPS, STEPS, STEPS, 2 * STEPS[::-1], STEPS, STEPS),
    BestValue(0.5, 0.0, 0.25, {"pr": 0.5, "rc": 0.5}, 1.0, 4, 0),
    BestValue(0.75, 0.25, 0.5, {"ru": 0.5, "mi": 0.5}, 1.0, 4, 2),
    *(0.6, 0.7),
)


def curve(*steps: tuple[float, float], first: float) -> Curve:
    return Curve(np.array([at for at, _ in steps]), np.array([value for _, value in steps]), first)


def system(name: str, scores: str, shift: float = 0.0) -> SystemCurves:
    better = curve((1.0, 0.4), (0.8, 0.5 + shift), (0.3, 0.9), (0.1, 0.7), first=0.4)
    worse = curve((1.0, 3.0), (0.8, 2.0 - shift), (0.3, 0.5), (0.1, 1.0), first=3.0)
    answered = curve((1.0, 0.0), (0.8, 0.5), (0.3, 1.0), first=0.0)
    changes = AnswerChanges(
        ("r", "<b>", "y"), np.array([1, 0, 1]), np.array([0, 0, 1]), np.array([1, 2, 2]), np.array([0.8, 0.3, 0.1])
    )
    operating = (OperatingCurve("hF", "higher", better), OperatingCurve("TIE", "lower", worse))
    return SystemCurves(
        name,
        scores,
        operating,
        answered,
        RISK,
        SETS if shift else None,
        ((1, BINS), (2, BINS)),
        Coherence(0.0, 0.25),
        changes,
        None,
        (("r", 8, 2), ("<b>", 4, 1)) if not shift else (),
        (("<b>", BINS), ("y", WORSE)),
        BINS,
    )


SYSTEMS = (system("p_path", "node"), system("<flat>", "flat", 0.1))


def test_the_best_threshold_is_the_greatest_with_the_best_value():
    one = SYSTEMS[0]
    assert one.measures[0].best == (0.3, 0.9)
    assert one.measures[1].best == (0.3, 0.5)
    assert operating_sentence(one, 0).startswith("greatest 0.9 at threshold 0.3, where 100 % are answered")
    assert OperatingCurve("hF", "higher", curve((0.5, 0.1), first=0.4)).best == (1.0, 0.4)


def test_the_drawn_line_has_the_value_of_the_curve_at_every_threshold():
    rng = random.Random(5)
    for _ in range(times(50, 500)):
        at = sorted({rng.randint(1, 100) / 100 for _ in range(rng.randint(1, 12))}, reverse=True)
        known = curve(*((t, rng.random()) for t in at), first=rng.random())
        line = CurveLine("x", step_corners(known))
        assert all(a[0] <= b[0] for a, b in pairwise(line.points))
        assert line.points[0][0] == 0
        assert line.points[-1][0] == 1
        for k in range(101):
            assert step_line_height(line, k / 100) == known.value_at(k / 100), k


def test_where_best_thresholds_crowd_near_0_the_axis_is_logarithmic():
    best = replace(SYSTEMS[0].measures[0], curve=curve((0.5, 0.4), (0.023, 0.9), (0.001, 0.2), first=0.0))
    (picture, share) = operating_pictures([replace(SYSTEMS[0], measures=(best,))], 0.023)
    assert picture.x == share.x == "threshold, logarithmic"
    assert picture.lines[0].points[0] == (0.01, 0.9)
    scene = curves_scene(picture, 340)
    assert [label.text for label in scene.items[0].labels][-9:-2] == ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]
    assert {"t 0.01", "t 0.1", "t 1"} < {item.pick for item in scene.items}
    assert operating_pictures(SYSTEMS)[0].x == "threshold"


def test_a_system_keeps_its_colour_where_another_has_nothing():
    (shallow, deep, _answers) = calibration_pictures([replace(SYSTEMS[0], calibration=((2, BINS),)), SYSTEMS[1]])
    assert [line.label for line in shallow.lines] == [line.label for line in deep.lines]
    colours = {part.fill for item in curves_scene(shallow, 340).items if item.role == "series" for part in item.shapes}
    assert "accent" not in colours


def test_a_line_keeps_its_ends_and_extremes():
    rng = random.Random(6)
    points = tuple((k / 9999, rng.random()) for k in range(10_000))
    kept = thin_points(points, points[1234], strips=100)
    assert len(kept) <= 401
    assert points[1234] in kept
    assert kept[0] == points[0]
    assert kept[-1] == points[-1]
    for end in (min, max):
        assert end(y for _, y in kept) == end(y for _, y in points)
    assert thin_points(points[:400], strips=100) == list(points[:400])


def test_what_cannot_be_comes_first_and_names_are_escaped():
    shown = operating_curves_html(SYSTEMS, 0.3) + curves_html(SYSTEMS)
    assert shown.index("25 % of the inner classes") < shown.index("By threshold")
    assert "&lt;flat&gt;" in shown
    assert "<flat>" not in shown
    assert shown.count('data-pick="t 0.3"') == 4
    assert "Fmax needs a document" in shown
    assert "Fmax is 0.5, where 0 &lt; τ ≤ 0.25" in shown
    there = threshold_table_html(SYSTEMS, 0.3)
    assert "<td>0.500</td>" in there
    assert "One rule for all systems" in there


def test_branches_are_told_the_worst_first_with_their_limits():
    shown = curves_html(SYSTEMS)
    table = shown[shown.index("Calibration by branch") :]
    assert table.index("<bdi>y</bdi>") < table.index("<bdi>&lt;b&gt;</bdi>")
    assert "<td>0.100 <small>[0.050, 0.150]</small></td><td>0.100 <small>" in table
    assert "<td>0.200</td><td>0.200</td>" in table  # all resamples alike
    assert "error (ECE) 0.1 [0.05, 0.15], Brier 0.2, log loss 0.4 [0.3, 0.5]" in shown
    many = replace(SYSTEMS[0], branches=tuple((f"b{k}", BINS) for k in range(15)))
    assert "the 12 of 15 with the greatest error" in curves_html([many])
    assert "by branch" not in curves_html([replace(SYSTEMS[0], branches=())])


def test_tables_say_what_is_drawn():
    def rows(table):
        return {name: [entry.value for entry in row] for name, row in zip(table.names, table.rows, strict=True)}

    at = rows(views.threshold_table(SYSTEMS, 0.3))
    assert at == {"p_path": [0.9, 0.5, 1.0], "<flat>": [0.9, 0.5, 1.0]}
    line = rows(views.curve_table(SYSTEMS[:1]))
    assert (len(line), line["0.80"], line["0.85"]) == (21, [0.5, 2.0, 0.5], [0.4, 3.0, 0.0])
    assert rows(views.best_table(SYSTEMS))["<flat>: Fmax"] == [0.5, 0.25, 1.0]
    assert rows(views.best_table(SYSTEMS))["p_path: hF"] == [0.9, 0.3, 1.0]
    assert rows(views.risk_table(SYSTEMS))["p_path"] == [0.125, 0.0, 0.25]
    calibrated = views.calibration_table(SYSTEMS)
    assert len(calibrated.names) == 2 * (2 + 2 + 1)
    assert rows(calibrated)["<flat>, branch y"] == [6, 0.4, 0.3, 0.6]
    assert (calibrated.rows[0][1].low, calibrated.rows[0][2].low) == (0.05, None)
    assert rows(views.blocking_table("p_path", SYSTEMS[0]))["<b>"] == [4, 1, 0.25]


def test_scores_are_found_again(tmp_path):
    assert decision_files(tmp_path) == {}
    write_file_list(tmp_path, {})
    assert not list(tmp_path.iterdir())
    place = tmp_path / LEARNT / "node-12ab.npz"
    write_file_list(tmp_path, {"cascade": place})
    assert decision_files(tmp_path) == {}
    place.write_bytes(b"")
    assert decision_files(tmp_path) == {"cascade": place}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a": 1}', '{"a": "../study.json"}', '{"a": "/etc/passwd"}', '{"a": "gone.npz"}', "[" * 9999],
)
def test_a_list_of_scores_leads_nowhere_else(tmp_path, text):
    (tmp_path / LEARNT).mkdir()
    (tmp_path / LEARNT / "scores.json").write_text(text)
    (tmp_path / "study.json").write_text(json.dumps({}))
    assert decision_files(tmp_path) == {}
