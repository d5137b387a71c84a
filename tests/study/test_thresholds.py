"""Scores at every threshold: against the original tools, an oracle from the definitions, and values worked by hand."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from hierview import cli
from hierview.errors import MeasureError, StudyError
from hierview.model.hierarchy import Hierarchy
from hierview.study.inputs.labels import from_lists
from hierview.study.results.statistics import draw_counts
from hierview.study.study import Study
from hierview.study.thresholds.accretion import read_accretion
from hierview.study.thresholds.measures import HAURC, parse_score_measure
from tests.each import each
from tests.effort import times
from tests.oracle import brute_thresholds as brute
from tests.samples import DATA

GOLDEN = sorted((DATA / "golden").glob("s*.json"))
OF_LEAVES = sorted((DATA / "golden").glob("p*.json"))
AVERAGES = {"micro": "pooled", "macro": "mean", "weighted": "weighted"}
BESTS = {  # cafaeval's table, its columns, and the measure
    "f": ("f", "pr", "rc", "Fmax"),
    "f_w": ("f_w", "pr_w", "rc_w", "wFmax"),
    "s": ("s", "ru", "mi", "Smin(by='count')"),
    "f_micro": ("f_micro", "pr_micro", "rc_micro", "MicroFmax"),
    "f_micro_w": ("f_micro_w", "pr_micro_w", "rc_micro_w", "MicroFmax(by='IA')"),
    "s_w (from the curve, not among its best)": ("s_w", "ru_w", "mi_w", "Smin"),
}
exactly = {"abs": 1e-12, "rel": 0}


def of_golden(golden, folder, propagate):
    """A study of golden lines, read from files as a person has them, and its IA."""
    h = Hierarchy.from_edges(golden["edges"])
    lines = golden.get("lines") or [
        (one["id"], c, p)
        for one, row in zip(golden["instances"], golden["probabilities"], strict=True)
        for c, p in zip(golden["columns"], row, strict=True)
    ]
    (folder / "scores.tsv").write_text("".join(f"{i}\t{c}\t{s!r}\n" for i, c, s in lines))
    truth = from_lists([one["true"] for one in golden["instances"]], [one["id"] for one in golden["instances"]])
    how = {"choices": {"s": {"propagate": propagate}}, "unknown": "drop", "missing": "empty"}
    study = Study.read(h, truth, scores={"s": folder / "scores.tsv"}, **how)
    if "ia" not in golden:
        return study.thresholds("s")
    (folder / "ia.tsv").write_text("".join(f"{c}\t{x!r}\n" for c, x in golden["ia"].items()))
    return study.thresholds("s", read_accretion(folder / "ia.tsv", h))


def with_options(text, one):
    """The measure of a text under cafaeval's options."""
    options = one["options"]
    grid = "cafaeval" if options["th_step"] == 0.01 else "cafaeval 0.001"
    changed = [f"grid='{grid}'", "empty='zero'", f"root='{'all omitted' if options['no_orphans'] else 'counted'}'"]
    changed += [f"norm='{options['norm']}'"] * (not text.startswith("Micro"))
    name, _, own = text.rstrip(")").partition("(")
    return parse_score_measure(f"{name}({', '.join([*filter(None, [own]), *changed])})")


@pytest.mark.slow
@each("path", GOLDEN)
def test_what_cafaeval_prints(path, tmp_path):
    golden = json.loads(path.read_text())
    ways = {how: of_golden(golden, tmp_path, how) for how in ("max", "fill")}
    tried = [one for one in golden["values"] if one["tool"] == "cafaeval"]
    assert tried
    for one in tried:
        thresholds = ways[one["options"]["prop"]]
        for table, (name, first, second, text) in BESTS.items():
            printed, best = one["value"][table], thresholds.best(with_options(text, one))
            found = (best.value, *best.parts.values(), best.low)
            assert found == pytest.approx([printed[k] for k in (name, first, second, "tau")], **exactly)


@each("path", GOLDEN)
def test_the_oracle_says_what_cafaeval_prints(path):
    golden = json.loads(path.read_text())
    edges, ia = golden["edges"], golden["ia"]
    true = [brute.above(edges, one["true"]) for one in golden["instances"]]
    own = {one["id"]: {} for one in golden["instances"]}
    for i, c, s in golden["lines"]:
        if i in own and c in ia:
            own[i][c] = max(s, own[i].get(c, 0))
    used = [brute.largest_below(edges, scores) for scores in own.values()]
    tried = [one for one in golden["values"] if one["tool"] == "cafaeval" and one["options"]["prop"] == "max"]
    for one in tried:
        options, printed = one["options"], one["value"]
        omitted = {c for c in ia if not any(c == child for _, child in edges)} if options["no_orphans"] else ()
        steps = np.arange(options["th_step"], 1, options["th_step"]).tolist()
        for weight, end in ((dict.fromkeys(ia, 1), ""), (ia, "_w")):
            rows = brute.rows(used, true, weight, options["norm"], omitted, "zero", steps)
            assert len(rows) == printed["rows"]
            of_s = printed[f"s{end}" if not end else "s_w (from the curve, not among its best)"][f"s{end}"]
            assert brute.best_value(rows, "S")[0] == pytest.approx(of_s, **exactly)
            for what, name in (("F", f"f{end}"), ("micro", f"f_micro{end}")):
                assert brute.best_value(rows, what)[0] == pytest.approx(printed[name][name], **exactly)
    assert tried


@each("path", GOLDEN)
def test_areas_of_scikit_learn_and_clus(path, tmp_path):
    golden = json.loads(path.read_text())
    ways = {how: of_golden(golden, tmp_path, how) for how in ("max", "none")}
    for one in golden["values"]:
        if one["tool"] not in ("scikit-learn", "Clus"):
            continue
        thresholds = ways[one["as"].rpartition(": ")[2]]
        if one["tool"] == "scikit-learn":
            found = thresholds.value(f"AUPRC(over='{AVERAGES[one['options']['average']]}')")
            assert found == pytest.approx(one["value"], **exactly)
        else:
            assert_clus(thresholds, one)


@each("path", OF_LEAVES)
def test_areas_of_clus_from_leaves(path, tmp_path):
    golden = json.loads(path.read_text())
    thresholds = of_golden(golden, tmp_path, "sum")
    tried = [one for one in golden["values"] if one["tool"] == "Clus"]
    assert len(tried) == 2
    for one in tried:
        assert_clus(thresholds, one)


@each("path", OF_LEAVES)
def test_risk_of_selected_classes_is_that_of_its_authors_and_of_the_definition(path, tmp_path):
    golden = json.loads(path.read_text())
    thresholds, edges = of_golden(golden, tmp_path, "sum"), golden["edges"]
    tried = [one for one in golden["values"] if one["tool"] == "Hierarchical-Selective-Classification"]
    assert tried
    for rule in ("selective", "climbing", "maxcoverage"):
        found = thresholds.selective(HAURC(rule))
        (printed,) = {one["value"][f"hAURC_{rule}_01"] for one in tried}
        given = (
            edges,
            golden["columns"],
            golden["probabilities"],
            [y for one in golden["instances"] for y in one["true"]],
        )
        assert brute.area_below(brute.selective_curve(*given, rule, floating=True)) == pytest.approx(printed, abs=1e-6)
        points = brute.selective_curve(*given, rule)
        assert found.area == pytest.approx(brute.area_below(points), **exactly)
        assert found.area == thresholds.value(f"hAURC(rule='{rule}')")
        for theta, coverage, risk in points:
            j = int(np.flatnonzero(found.thresholds >= theta)[found.thresholds[found.thresholds >= theta].argmin()])
            assert (found.coverage[j], found.risk[j]) == pytest.approx((coverage, risk), **exactly)


def test_risk_of_selected_classes_worked_by_hand(tmp_path):
    rows = {"i1": (0.6, 0.1, 0.3), "i2": (0.5, 0.4, 0.1), "i3": (0.1, 0.2, 0.7), "i4": (0.05, 0.4, 0.55)}
    lines = [f"{i},{','.join(map(str, row))}" for i, row in rows.items()]
    (tmp_path / "b.csv").write_text("\n".join(["id,Pop,Rock,Theater", *lines]))
    truth = from_lists([["Pop"], ["Rock"], ["Theater"], ["Rock"]], [*rows])
    thresholds = Study.read(H, truth, scores={"b": tmp_path / "b.csv"}).thresholds("b")
    areas = [thresholds.value(f"hAURC(rule='{rule}')") for rule in ("selective", "climbing", "maxcoverage")]
    assert areas == pytest.approx([0.125, 0.0904, 0.0904], abs=5e-7)
    curve = thresholds.selective(HAURC())
    expected = [(0, 0), (0.092268, 0), (0.434535, 0), (0.592268, 0), (0.842268, 0.25), (1, 0.5)]
    assert dict(expected).keys() <= {*np.round(curve.coverage, 6).tolist()}
    for coverage, risk in expected:
        assert curve.risk[np.flatnonzero(np.round(curve.coverage, 6) == coverage)[0]] == risk


def assert_clus(thresholds, one):
    if "pooled" in one["call"]:
        assert thresholds.value("AUPRC(area='interpolated')") == pytest.approx(one["value"], **exactly)
        return
    names = thresholds.hierarchy.rooted().top_down
    areas = thresholds.areas_by_class
    for c, printed in one["value"].items():
        k = names.index(c)
        if areas.positives[k]:  # of a class without positives Clus says 0, and leaves it out of the mean
            assert areas.interpolated[k] == pytest.approx(printed, **exactly)
        else:
            assert printed in (0, None)


EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
H = Hierarchy.from_edges(EDGES)
TRUE = [["Pop"], ["Rock", "Theater"], ["Theater"]]
LINES = "i1\tPop\t.9\ni1\tRock\t.4\ni2\tRock\t.6\ni2\tPop\t.6\ni3\tMusic\t.3\ni3\tTheater\t.2\n"


def by_hand(path, lines=LINES, **how):
    (path / "a.tsv").write_text(lines)
    truth = from_lists(TRUE, ["i1", "i2", "i3"])
    return Study.read(H, truth, scores={"a": path / "a.tsv"}, **how)


BY_HAND = {
    "Fmax": (0.724280, 0, 0.2, 1),
    "Fmax(root='counted')": (0.807910, 0, 0.2, 1),
    "Fmax(grid=0.01)": (0.724280, 0.01, 0.2, 1),
    "Fmax(norm='pred')": (1, 0.6, 0.9, 1 / 3),
    "wFmax": (0.705080, 0, 0.2, 1),
    "Smin": (0.513022, 0.4, 0.6, 2 / 3),
    "Smin(by='count')": (0.745356, 0.4, 0.6, 2 / 3),
    "MicroFmax": (0.727273, 0.4, 0.6, 2 / 3),
    "MicroFmax(by='IA')": (0.745008, 0.4, 0.6, 2 / 3),
}
AREAS = {
    "AUPRC": 0.7875,
    "AUPRC(area='interpolated')": 0.819643,
    "AUPRC(over='mean')": 0.958333,
    "AUPRC(area='interpolated', over='mean')": 0.979167,
}


def test_values_worked_by_hand_also_of_a_study_that_was_kept(tmp_path):
    by_hand(tmp_path, folder=tmp_path / "kept")
    for study in (by_hand(tmp_path), Study.open(tmp_path / "kept")):
        thresholds = study.thresholds("a")
        for text, expected in BY_HAND.items():
            best = thresholds.best(text)
            assert (best.value, best.low, best.high, best.coverage) == pytest.approx(expected, abs=5e-7)
        for text, area in AREAS.items():
            assert thresholds.value(text) == pytest.approx(area, abs=5e-7)
    plain = by_hand(tmp_path, choices={"a": {"propagate": "none"}}).thresholds("a")
    assert [plain.value(text) for text in list(AREAS)[:2]] == pytest.approx([0.611111, 0.630556], abs=5e-7)


def random_study(rng, folder):
    """Six instances of a random hierarchy, some without a score, some without a true class below the root."""
    n = rng.randint(3, 8)
    names = [f"c{k}" for k in range(n)]
    edges = [(names[p], names[k]) for k in range(1, n) for p in sorted({rng.randrange(k), rng.randrange(k)})]
    true = [rng.sample(names, rng.randint(1, 2)) for _ in range(6)]
    scores = [{c: rng.randint(1, 9) / 10 for c in rng.sample(names, rng.randint(0, n))} for _ in range(6)]
    lines = [f"i{i}\t{c}\t{s}\n" for i, own in enumerate(scores) for c, s in own.items()]
    (folder / "r.tsv").write_text("".join(lines) or "i0\tc0\t0.5\n")
    truth = from_lists(true, [f"i{i}" for i in range(6)])
    study = Study.read(Hierarchy.from_edges(edges), truth, scores={"r": folder / "r.tsv"})
    return study.thresholds("r"), edges, [brute.above(edges, t) for t in true], scores if lines else None


@each("seed", range(times(25, 400)))
def test_every_threshold_by_brute_force(seed, tmp_path):
    rng = random.Random(seed)
    thresholds, edges, true, scores = random_study(rng, tmp_path)
    if scores is None:
        return
    used = [brute.largest_below(edges, own) for own in scores]
    for by, root, norm, empty in (
        ("count", "omitted", "cafa", "left out"),
        ("IA", "omitted", "gt", "left out"),
        ("IA", "counted", "pred", "zero"),
        ("count", "counted", "pred", "left out"),
    ):
        weight = brute.accretion(edges, true) if by == "IA" else {c: 1 for edge in edges for c in edge}
        rows = brute.rows(used, true, weight, norm, ("c0",) if root == "omitted" else (), empty)
        for what, name in (("F", "wFmax" if by == "IA" else "Fmax"), ("S", "Smin"), ("micro", "MicroFmax")):
            options = [f"root='{root}'", f"empty='{empty}'"]
            options += [*[f"norm='{norm}'"] * (what != "micro"), *[f"by='{by}'"] * (what != "F")]
            found = thresholds.best(f"{name}({', '.join(options)})")
            if not rows:
                assert found is None
                continue
            value, where = brute.best_value(rows, what)
            assert found.value == pytest.approx(value, **exactly)
            assert found.low < min(where) <= found.high <= max(where)
            assert found.coverage == pytest.approx(rows[min(where)]["coverage"])
    classes = sorted({c for edge in edges for c in edge} - {"c0"})
    pairs = {c: [(used[i].get(c, 0), c in true[i]) for i in range(6)] for c in classes}
    pooled = brute.areas([pair for own in pairs.values() for pair in own])
    texts = ("AUPRC", "AUPRC(area='interpolated')", "AUPRC(over='mean')")
    own = [brute.areas(pairs[c]) for c in classes if any(hit for _, hit in pairs[c])]
    expected = (*pooled, np.mean([step for step, _ in own])) if pooled else (None,) * 3
    assert [thresholds.value(text) for text in texts] == pytest.approx(expected, **exactly)


@each("seed", range(times(4, 40)))
def test_the_threshold_is_chosen_anew_in_each_resample(seed, tmp_path):
    thresholds, edges, true, scores = random_study(random.Random(seed), tmp_path)
    if scores is None:
        return
    used = [brute.largest_below(edges, own) for own in scores]
    for text, what, by in (("Fmax", "F", "count"), ("Smin", "S", "IA"), ("MicroFmax", "micro", "count")):
        weight = brute.accretion(edges, true) if by == "IA" else {c: 1 for edge in edges for c in edge}
        counted = [i for i in range(6) if sum(weight[c] for c in true[i] if c != "c0")]
        if thresholds.best(text) is None:
            continue
        (counts,) = draw_counts(len(counted), 8)
        expected = []
        for drawn in counts.astype(int).tolist():
            rows = [i for i, n in zip(counted, drawn, strict=True) for _ in range(n)]
            found = brute.rows([used[i] for i in rows], [true[i] for i in rows], weight, "cafa", ("c0",))
            expected.append(brute.best_value(found, what)[0] if found else np.nan)
        assert thresholds.resampled(text, 8) == pytest.approx(expected, nan_ok=True, **exactly)


def test_results_do_not_depend_on_the_size_of_blocks(tmp_path, monkeypatch):
    whole = by_hand(tmp_path).thresholds("a").curve("Fmax")
    monkeypatch.setattr("hierview.study.inputs.scores.propagation.CELLS", 1)
    parts = by_hand(tmp_path).thresholds("a").curve("Fmax")
    assert whole.values.tolist() == parts.values.tolist()


def test_what_is_no_measure_of_scores_or_no_ia_is_told(tmp_path):
    study = by_hand(tmp_path)
    with pytest.raises(MeasureError, match="AUPRC has no threshold"):
        study.thresholds("a").best("AUPRC")
    with pytest.raises(MeasureError, match='norm="mean" is not accepted; "cafa", "gt" or "pred" is'):
        study.thresholds("a").best("Fmax(norm='mean')")
    with pytest.raises(StudyError, match="'b' has no scores of classes here; those that have: a"):
        study.thresholds("b")
    for text, says in (
        ("Pop\t1\nRock\tmuch\n", "ia: line 2: 'Rock.*much'; a class and a number"),
        ("Pop\t1\nPop\t2\n", "ia: line 2: 'Pop' stands there with another number"),
        ("Jazz 1\n", "ia: none of its classes"),
    ):
        (tmp_path / "ia").write_text(text)
        with pytest.raises(StudyError, match=says):
            read_accretion(tmp_path / "ia", H)
    (tmp_path / "ia").write_text("class,IA\nPop,1\nJazz,2\n")
    given = read_accretion(tmp_path / "ia", H)
    assert (given.values.sum(), given.source) == (1, "ia, without 1 classes outside the hierarchy")


def test_in_the_shell(tmp_path, capsys):
    (tmp_path / "h.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in EDGES))
    (tmp_path / "gold.tsv").write_text("i1\tPop\ni2\tRock|Theater\ni3\tTheater\n")
    (tmp_path / "a.tsv").write_text(LINES)
    (tmp_path / "logits.tsv").write_text(LINES + "i3\tRock\t-4\n")
    files = ["study", str(tmp_path / "h.tsv"), "--true", str(tmp_path / "gold.tsv")]
    given = [*files, "--scores", f"a={tmp_path / 'a.tsv'}"]
    assert cli.main([*given, "curves"]) == 0
    shown = capsys.readouterr().out
    assert "its threshold chosen anew" in shown
    assert cli.main([*given, "--no-intervals", "curves"]) == 0
    shown = capsys.readouterr().out
    assert "0.724  0 < τ ≤ 0.2     1.000    0.705   0.513               0.745    0.788" in shown
    assert "Root omitted, norm cafa, thresholds exact.\nThresholds are chosen on these data" in shown
    assert cli.main([*given, "--ia-from", str(tmp_path / "gold.tsv"), "--json", "curves", "--root", "counted"]) == 0
    told = json.loads(capsys.readouterr().out)["curves"]["a"]
    assert told['Fmax(root="counted")']["value"] == pytest.approx(0.80791, abs=5e-7)
    assert told['AUPRC(over="mean")']["classes"] == 4
    assert cli.main([*given, "--measure", "hF", "--measure", "Smin", "--no-intervals", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["curves"]["a"]["Smin"]["from"], told["systems"]["a"]["hF"]) == (0.4, pytest.approx(0.583333, abs=5e-7))
    for wrong, says in (
        ([*given, "rank", "--measure", "Fmax"], "Fmax is computed from scores of classes; the action curves shows it"),
        ([*files, "--run", files[3], "--measure", "Fmax"], "Fmax is computed from scores, and none is given"),
        ([*files, "--scores", f"a={tmp_path / 'logits.tsv'}", "curves"], "line 7, 'Rock': -4 is no probability"),
    ):
        assert cli.main(wrong) == 2
        assert says in capsys.readouterr().err
