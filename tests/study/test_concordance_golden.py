"""Every profiled tool prints what the table of tools says, on the data that its own program was run on."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from hierview import Hierarchy
from hierview.answers.tools import tools
from hierview.study.concordance.counts import CountedHierarchy, CountedRun
from hierview.study.concordance.values import value_of_point
from hierview.study.scoring.numbered import Rows, row_starts
from tests.each import each
from tests.samples import DATA

FILES = sorted((DATA / "golden").glob("*.json"))
GOLDEN = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FILES}
NAMES = {
    "SemEval-2024 task 4 scorer": "SemEval-2024 task 4",
    "BioASQ flat evaluator": "BioASQ flat",
    "NFETC (FIGER measures)": "NFETC and FIGER",
    "isco_hierarchical_accuracy (Hugging Face space of danieldux)": "ISCO-08 metric",
}
PRF = ("precision", "recall", "f1")

# What of the golden values is no number of the space, and why.
BY_SCORES = "is computed from scores, rankings or votes, not from answered sets"
REASONS = {  # by tool, and a call or how the data were put in
    ("scikit-learn", "average_precision_score"): BY_SCORES,
    ("scikit-learn", "roc_auc_score"): BY_SCORES,
    ("hiereval", "error_profile"): "counts kinds of mistakes",
    ("hiereval", "inconsistency_rate"): "asks whether answers at levels fit each other",
    ("hiereval", "hcwd_score"): "mixes confidence, depth and distance",
    ("hierulz", "decode"): "is a set, no number",
    ("hierulz", "expected"): BY_SCORES,
    ("hierulz", "its own decoding"): BY_SCORES,
    ("hiereval", "levels"): "takes a class for each level that need not lie below the one before",
    ("semantic-embeddings", "hierarchical_precision"): BY_SCORES,
}


def material(golden: dict[str, Any]) -> CountedRun:
    tree = CountedHierarchy(Hierarchy.from_edges(golden["edges"]))
    number = {c: i for i, c in enumerate(tree.names)}
    sides = []
    for side in ("true", "predicted"):
        rows = [list(dict.fromkeys(number[c] for c in one[side])) for one in golden["instances"]]
        sides += [row_starts([len(row) for row in rows]), np.array([c for row in rows for c in row], np.int32)]
    return CountedRun(tree, Rows(*sides))


def flattened(one: dict[str, Any]) -> Iterator[tuple[str, str, float | None]]:
    """How the data were put in, the number's name in the table, and the number; nothing of what is none of its."""
    call, put_in, found, options = one["call"], one["as"], one["value"], one.get("options", {})
    average = options.get("average", "")
    match NAMES.get(one["tool"], one["tool"]):
        case "scikit-learn" if call == "precision_recall_fscore_support":
            seen = " over seen labels" if average == "macro" and options["classes"] == "seen" else ""
            yield from ((put_in, f"{n}, {average}{seen}", x) for n, x in zip(PRF, found, strict=True))
        case "scikit-learn":
            of = f", {average}" if call == "f1_score" else ", samples" if call == "jaccard_score" else ""
            yield put_in, call + of, found
        case "hiclass":
            yield put_in, f"{call}, {average}", found
        case "HEMKit":
            yield from ((put_in, n, x) for n, x in zip(("hP", "hR", "hF"), found, strict=False))
        case "SemEval-2024 task 4" | "ISCO-08 metric":
            yield from ((put_in, n, x) for n, x in zip(PRF, found, strict=True))
        case "sklearn-hierarchical-classification":
            yield from ((put_in, n, x) for n, x in zip(call.split(", "), found, strict=True))
        case "hiereval" if call == "per_level_scores":
            level = options["level"] - (put_in == "paths with root")
            known = ", ignore_unknown_predictions" * options["ignore_unknown_predictions"]
            if level and found["n_valid"] and put_in != "levels":  # where no instance is left it prints 0
                yield f"level {level}{known}", "accuracy", found["accuracy"]
                yield from ((f"level {level}{known}", f"{n}, macro", found[f"{n}_macro"]) for n in PRF)
        case "hiereval" if call == "hierarchical_prf":
            yield from ((put_in, n, x) for n, x in zip(("hP", "hR", "hF"), found, strict=True))
        case "hiereval":
            yield put_in, f"{call}, {'micro' if average == 'micro' else 'macro'}" if average else call, found
        case "BioASQ flat":
            yield from ((put_in, n, x) for n, x in zip(call.split(), found, strict=True))
        case "NFETC and FIGER" if call == "strict":
            yield put_in, call, found
        case "NFETC and FIGER":
            yield from ((put_in, f"{n}, {call.replace('_', ' ')}", x) for n, x in zip(PRF, found, strict=True))
        case "cellarium-cas":
            h = "h_" if "hierarchical" in call else ""
            yield from (
                (put_in, f"{h}{n}, {a}", found[f"{h}{n}_{a}"]) for n in PRF for a in ("micro", "macro", "weighted")
            )
        case "NeuralClassifier":
            for part, averages in found.items():
                flat = part == "flat"
                for a, values in averages.items():
                    where = put_in if flat else part
                    yield from ((where, f"{n}, {'flat ' * flat}{a}", x) for n, x in zip(PRF, values, strict=True))
        case "CoPHE":
            for which in ("all", "all, as sets"):
                where = f"up to layer {options['max_layer']}{which.removeprefix('all')}"
                yield from ((where, f"{n}, all", x) for n, x in found[which].items())
        case "hierarchical-confusion-matrix":
            right, _, wrong, missed = np.sum(found, axis=0)
            yield put_in, "PPV", right / (right + wrong) if right else 0.0
            yield put_in, "TPR", right / (right + missed) if right else 0.0
        case "hiercls":
            for kind in ("depth", "info"):
                yield from ((put_in, f"{n}, {kind}", found[kind][n]) for n in PRF)
            yield put_in, "dist, depth", found["depth"]["dist"]
        case "hierulz":
            if options["metric"] in ("HammingLoss", "Accuracy", "MistakeSeverity") or "hF" in options["metric"]:
                yield put_in, options["metric"], found
        case "making-better-mistakes":
            yield from ((put_in, n, found[n]) for n in ("ilsvrc_dist_avg/01", "accuracy_top/01"))
        case "semantic-embeddings":
            yield put_in, "wup_similarity" if call == "wup_similarity" else "hierarchical accuracy", found
        case _:  # HiAGM, HierVerb
            yield from ((put_in, n, x) for n, x in found.items())


def compared(golden: dict[str, Any]) -> Iterator[tuple[str, float | None, float | None]]:
    """What each tool printed, beside what its point gives."""
    of, one_label = material(golden), golden["labels"] == "single"
    levels = int(max(1, of.tree.depths.max())) if of.tree.is_tree else 1
    points = {key: {(p.put_in, p.name): p for p in tool.printed_numbers(levels)} for key, tool in tools().items()}
    for one in golden["values"]:
        key = NAMES.get(one["tool"], one["tool"])
        if "value" not in one or tools()[key].otherwise or {(key, one["call"]), (key, one["as"])} & REASONS.keys():
            continue
        if key == "hierarchical-confusion-matrix" and not one_label:  # it matches several labels in favour of answers
            continue
        which = [i["id"] for i in golden["instances"]].index(one["instance"]) if "instance" in one else None
        within = of if which is None else of.take(np.array([which]))
        for put_in, name, printed in flattened(one):
            yield f"{key}: {put_in}: {name}", printed, value_of_point(within, points[key][put_in, name].point)


@each("name", GOLDEN)
def test_every_tool_prints_what_its_point_gives(name: str):
    golden = GOLDEN[name]
    if not all("predicted" in one for one in golden["instances"]):
        return  # scores alone
    for where, printed, ours in compared(golden):
        assert (ours is None) == (printed is None), where
        if ours is not None and printed is not None:
            near = {"rel_tol": 6e-6} if where.startswith("HEMKit") else {"abs_tol": 1e-9}
            assert math.isclose(ours, printed, **near), where


def test_every_tool_with_points_is_compared():
    """Each has a number that is compared; what is not has its reason."""
    answered = [golden for golden in GOLDEN.values() if all("predicted" in one for one in golden["instances"])]
    many = Counter(where.partition(":")[0] for golden in answered for where, *_ in compared(golden))
    assert set(many) == {key for key, tool in tools().items() if tool.runs}
    assert sum(many.values()) > 14_000
