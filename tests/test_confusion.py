"""The hierarchical confusion matrix: against R23's figure and tables, a brute force, and what it must be by itself."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, CaseError, Hierarchy, MeasureError, evaluate, load_case, parse_measure
from hierview.answers.answers import headline_measures, rows_with_families
from hierview.explain import plain
from hierview.formats import preset_groups
from hierview.measures.confusion.measures import HierarchicalConfusion
from hierview.measures.confusion.paths import CELLS, predicted_paths
from hierview.measures.confusion.reports import REPORTS, derived_number
from hierview.model.extra import Extra
from tests import effort, samples
from tests.each import each
from tests.oracle import brute_confusion as brute
from tests.samples import DATA, Sample, cases

DRAWN = preset_groups()["Confusion matrix (Riehl et al.)"]


def hcm(case: Case, report: str = "F1") -> float | None:
    return evaluate(case, HierarchicalConfusion(report)).value


def with_paths(case: Case, paths: dict) -> Case:
    """The case with stated paths, as a case file holds them."""
    return Case(case.hierarchy, case.true, case.predicted, extra=Extra.of(case.hierarchy, paths=paths))


def counts(case: Case, **given) -> tuple[int, ...]:
    """TP, TN, FP, FN."""
    return tuple(HierarchicalConfusion(**given).evaluate(case).parts[cell] for cell in ("tp", "tn", "fp", "fn"))


def by_path(paths: list[list[str]]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for path in paths:
        found.setdefault(path[-1], []).append(path)
    return found


# Figure 4 and the edge cases


def figure() -> Iterator[tuple[str, dict, dict]]:
    for problem in json.loads((DATA / "riehl_figure4.json").read_text(encoding="utf-8")):
        for prediction in problem["predictions"]:
            yield f"r4-{problem['name']}{prediction['label']}", problem, prediction


def test_all_twelve_predictions_of_figure_4():
    """Counts and the classes behind each, path by path, of the presets as they are shipped."""
    assert [name for name, _, _ in figure()] == list(DRAWN)
    assert len(DRAWN) == 12
    for name, problem, prediction in figure():
        case = load_case(name)
        assert [list(edge) for edge in case.hierarchy.edges] == problem["edges"]
        assert sorted(case.true) == sorted(problem["true"])
        assert sorted(p.path for p in predicted_paths(case)) == sorted(map(tuple, prediction["paths"]))
        assert counts(case) == tuple(prediction[cell] for cell in ("tp", "tn", "fp", "fn")), name
        served = {p.path: p for p in evaluate(case, "HCM").witness.predictions}
        assert len(served) == len(prediction["paths"])
        for path, sets in zip(prediction["paths"], prediction["per_path_sets"], strict=True):
            for cell in CELLS:
                assert sorted(served[tuple(path)].cell(cell)) == sets[cell.lower()], (name, path, cell)


def test_the_notes_of_the_presets_hold_the_sets_of_figure_4():
    for name, problem, prediction in figure():
        case = load_case(name)
        assert case.source == f"Riehl et al. 2023, Figure 4({problem['name']}), prediction {prediction['label']}"
        said = dict(re.findall(r"[fF]or (\w): ([^.]*)\.", case.note))
        assert list(said) == [path[-1] for path in prediction["paths"]]
        for text, sets in zip(said.values(), prediction["per_path_sets"], strict=True):
            cells = {part[:2]: part[3:].split(", ") for part in text.split("; ")}
            assert cells == {cell.upper(): classes for cell, classes in sets.items() if classes}, name
        published = {text: value.printed for text, value in case.published}
        assert published == {f'HCM(report="{cell}")': str(prediction[cell.lower()]) for cell in CELLS}
        assert {*published, "HCM"} == {str(m) for m in headline_measures(case)}


def test_all_edge_cases():
    rows = json.loads((DATA / "riehl_edge_cases.json").read_text(encoding="utf-8"))
    assert len(rows) == 11
    for row in rows:
        h = Hierarchy.from_edges(row["edges"])
        paths = by_path(row["paths"])
        if row["by_definition"] == "error":
            with pytest.raises(CaseError, match="class '' is not in the hierarchy"):
                Case(h, frozenset(row["true"]), frozenset(paths))
            continue
        case = with_paths(Case(h, frozenset(row["true"]), frozenset(paths)), paths)
        if row["by_definition"] is None:
            # R23 has no second root; under an artificial one both roots count as classes, and nothing is below 0.
            assert counts(case) == (2, 1, 0, 2)
        else:
            assert counts(case) == tuple(row["by_definition"]), row["description"]


# Brute force


def compare(h: Hierarchy, s: Sample, stated: dict, empty: str = "root") -> dict[str, list[str]]:
    """The cells as the brute force has them; the real code says the same."""
    case = Case(h, frozenset(s.true), frozenset(s.predicted), extra=Extra.of(h, paths=stated))
    result = HierarchicalConfusion(empty=empty).evaluate(case)
    ours = {cell: sorted(result.witness.cell(cell)) for cell in CELLS}
    assert {cell.lower(): len(classes) for cell, classes in ours.items()} == result.parts
    theirs = brute.matrix(s.edges, s.true, s.predicted, stated, empty, s.classes)
    assert ours == theirs, (s, stated, empty)
    return theirs


@pytest.mark.slow
def test_random_cases_against_the_brute_force():
    kinds: Counter[str] = Counter()
    for i, s in enumerate(samples.samples(effort.times(500, 20_000), seed=23, max_classes=11, max_marked=4)):
        h, stated = s.case.hierarchy, samples.stated_paths(random.Random(i), s)
        theirs = compare(h, s, stated, "none" if i % 4 == 0 else "root")
        numbers = [len(theirs[cell]) for cell in ("TP", "TN", "FP", "FN")]
        for report, expected in brute.derived(*numbers).items():
            given = derived_number(report, dict(zip(("TP", "TN", "FP", "FN"), numbers, strict=True)))
            assert given == (expected if expected is None else pytest.approx(expected, abs=1e-12)), (report, numbers)
        kinds["tree"] += h.is_tree
        kinds["dag"] += any(len(h.parents(c)) > 1 for c in h.classes)
        kinds["several roots"] += len(h.roots) > 1
        kinds["empty"] += not (s.true and s.predicted)
        kinds["stated"] += bool(stated)
        kinds["twice"] += any(len(set(c)) < len(c) for c in theirs.values())
        kinds["more predicted"] += len(s.predicted) > len(s.true) > 0
        kinds["left over"] += len(s.true) > len(s.predicted) > 0
    assert min(kinds.values()) > effort.times(30, 60), kinds


@pytest.mark.slow
def test_every_small_hierarchy_against_the_brute_force():
    """Every shape of up to three classes, in a large search four, under shuffled names, with every way to mark them."""
    count = 0
    for shape in (shape for size in range(1, effort.times(3, 4) + 1) for shape in samples.every_shape(size)):
        for s in shape:
            compare(shape[0].case.hierarchy, s, {})
            count += 1
    assert count == 1 * 3 + 2 * 15 + 8 * 63 + effort.times(0, 64 * 255)


# What it is elsewhere called


@given(st.integers(1, 8), st.data())
def test_on_a_flat_problem_they_are_the_micro_counts(size: int, data):
    names = [f"c{i}" for i in range(size)]
    some = st.frozensets(st.sampled_from(names))
    true, predicted = data.draw(some), data.draw(some)
    if true or predicted:
        for empty in ("root", "none"):
            tp, _, fp, fn = counts(Case.of([("root", c) for c in names], true, predicted), empty=empty)
            assert (tp, fp, fn) == (len(true & predicted), len(predicted - true), len(true - predicted))


@given(cases(most=9, empty_sides=False), st.data())
def test_in_a_single_label_tree_they_are_the_counts_of_hp_and_hr_without_the_root(case: Case, data):
    names = [*case.hierarchy.classes]
    edges = [(data.draw(st.sampled_from(names[:i])), c) for i, c in enumerate(names) if i]
    one = st.sampled_from(names).map(lambda c: [c])
    tree = Case.of(edges, data.draw(one), data.draw(one), names if len(names) == 1 else ())
    parts = evaluate(tree, 'hF(root="omitted")').parts
    tp, _, fp, fn = counts(tree)
    assert (tp, tp + fp, tp + fn) == (parts["intersection"], parts["predicted"], parts["true"])
    if tp + fp and tp + fn:
        assert hcm(tree) == pytest.approx(evaluate(tree, 'hF(root="omitted")').value)


# What follows from the counts; tests/study/test_germeval.py has the tables of whole runs


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ((19145, 27690, 7854, 7744), (75.02, 70.91, 71.20, 71.05, 49.08)),
        ((22833, 34026, 4131, 4056), (87.41, 84.68, 84.92, 84.80, 74.06)),
        ((366, 630, 18776, 26523), (2.15, 1.91, 1.36, 1.59, -95.58)),
        ((1415, 2743, 16603, 25474), (8.99, 7.85, 5.26, 6.30, -81.49)),
    ],
)
def test_rates_of_table_3(given, printed):
    """R23 Table III: what is derived from printed counts."""
    of = dict(zip(("TP", "TN", "FP", "FN"), given, strict=True))
    assert tuple(round(100 * derived_number(r, of), 2) for r in ("ACC", "PPV", "TPR", "F1", "MCC")) == printed


def test_derived_numbers_by_hand():
    of = {"TP": 6, "TN": 9, "FP": 3, "FN": 2}
    for report, value in (("FNR", 0.25), ("TPR", 0.75), ("FPR", 0.25), ("TNR", 0.75), ("ACC", 0.75)):
        assert derived_number(report, of) == value
    assert derived_number("F1", of) == pytest.approx(12 / 17)
    # √0.25 / (√0.75 + √0.25) = 1 / (√3 + 1)
    assert derived_number("PT", of) == pytest.approx(0.36602540378443865)
    assert derived_number("MCC", of) == pytest.approx((54 - 6) / (9 * 8 * 12 * 11) ** 0.5)
    nothing = dict.fromkeys(CELLS, 0)
    assert [r for r in REPORTS if derived_number(r, nothing) is not None] == [*CELLS, "MCC"]
    assert derived_number("MCC", nothing) == 0
    assert derived_number("PT", {"TP": 1, "TN": 1, "FP": 1, "FN": 1}) is None, "TPR and FPR are equal"


# Several labels, DAGs, ties, stated paths

DIAMOND = [("root", "A"), ("root", "B"), ("A", "D"), ("B", "D"), ("D", "I"), ("root", "D"), ("A", "C")]


def test_a_class_without_a_stated_path_takes_the_one_nearest_to_a_true_path():
    (chosen,) = predicted_paths(Case.of(DIAMOND, ["C"], ["I"]))
    assert (chosen.path, chosen.stated, chosen.ways) == (("root", "A", "D", "I"), False, 3)
    (chosen,) = predicted_paths(Case.of(DIAMOND, ["B"], ["D"]))
    assert chosen.path == ("root", "B", "D")
    # Nothing but the root in common: the shortest; equally short: the first by name.
    (chosen,) = predicted_paths(Case.of([*DIAMOND, ("root", "Z")], ["Z"], ["D"]))
    assert chosen.path == ("root", "D")
    (chosen,) = predicted_paths(Case.of([("r", "y"), ("r", "x"), ("x", "d"), ("y", "d"), ("r", "z")], ["z"], ["d"]))
    assert chosen.path == ("r", "x", "d")
    stated = with_paths(Case.of(DIAMOND, ["C"], ["I"]), {"I": [["root", "D", "I"]]})
    assert counts(stated) == (0, 1, 2, 2)


def test_ties_are_broken_as_said():
    # X shares the root alone with all three: B is the longest, though A comes first.
    case = Case.of([("r", "A"), ("r", "b"), ("b", "B"), ("r", "c"), ("c", "C"), ("r", "X")], ["A", "B", "C"], ["X"])
    (prediction,) = evaluate(case, "HCM").witness.predictions
    assert prediction.true == ("r", "b", "B")
    assert prediction.tied
    assert evaluate(case, "HCM").witness.left == (("r", "A"), ("r", "c", "C"))
    # J and K would both take I: K, the last by name, comes first, and F is left for J.
    tree = [("r", "D"), ("D", "I"), ("D", "J"), ("D", "K"), ("r", "F")]
    case = Case.of(tree, ["I", "F"], ["J", "K"])
    first, second = evaluate(case, "HCM").witness.predictions
    assert (first.path[-1], first.true[-1], second.path[-1], second.true[-1]) == ("K", "I", "J", "F")
    assert first.contested
    assert not second.contested
    # Two paths of one class, equally long: the first by name.
    case = Case.of([("r", "y"), ("r", "x"), ("x", "d"), ("y", "d"), ("r", "z")], ["d"], ["z"])
    (prediction,) = evaluate(case, "HCM").witness.predictions
    assert prediction.true == ("r", "x", "d")
    assert prediction.tied


def test_the_longest_true_path_of_several_is_met_with_no_prediction():
    case = Case.of([("r", "D"), ("r", "A"), ("A", "D"), ("A", "B")], ["D"], [])
    assert evaluate(case, "HCM").witness.predictions[0].true == ("r", "A", "D")
    assert counts(case) == (0, 0, 0, 2)
    # Left over, its shortest path counts.
    assert counts(case, empty="none") == (0, 0, 0, 1)


def test_nothing_true_makes_every_prediction_an_extra_one():
    case = Case.of(DIAMOND, [], ["C", "D"])
    assert counts(case) == (0, 0, 3, 0)
    assert hcm(case, "TPR") is None
    assert hcm(case, "PPV") == 0


def test_several_roots_hang_under_one_that_is_not_counted():
    case = Case.of([("A", "B"), ("C", "D")], ["B"], ["D"])
    assert counts(case) == (0, 0, 2, 2)
    result = evaluate(case, "HCM")
    assert result.witness.root == "0"
    assert result.witness.predictions[0].path == ("0", "C", "D")
    for stated in (["C", "D"], ["0", "C", "D"]):
        assert counts(with_paths(case, {"D": [stated]})) == (0, 0, 2, 2)
    # A class called 0 is not the artificial root.
    named = Case.of([("0", "B"), ("C", "D")], ["B"], ["B"])
    assert counts(with_paths(named, {"B": [["0", "B"]]})) == counts(with_paths(named, {"B": [["0'", "0", "B"]]}))


@each(
    "paths, said",
    [
        ({"I": [["A", "D", "I"]]}, "paths of 'I'[0]: 'A > D > I' is not a path from the root to it: it begins at 'A'"),
        (
            {"I": [["root", "D", "I"], ["root", "C", "I"]]},
            "'I'[1]: 'root > C > I' is not a path from the root to it: no edge leads from 'root' to 'C'",
        ),
        ({"I": [["root", "D"]]}, "'root > D' is not a path from the root to it: it ends at 'D'"),
        ({"I": [["root", "d", "I"]]}, "class 'd' is not in the hierarchy; did you mean 'D'?"),
        ({"I": [["root", 7, "I"]]}, "class '7' is not in the hierarchy"),
        ({"I": []}, "paths of 'I': '[]' is not accepted; a list of paths, each a list of the classes from the root"),
        ({"I": [[]]}, "paths of 'I': '[[]]' is not accepted"),
        ({"I": ["root", "D", "I"]}, "is not accepted; a list of paths"),
        ({"I": "root"}, "is not accepted; a list of paths"),
        ([["root", "D", "I"]], "is not accepted; an object with class names as keys is"),
    ],
)
def test_a_stated_path_that_is_none_is_a_sentence(paths, said: str):
    with pytest.raises(CaseError) as error:
        with_paths(Case.of(DIAMOND, ["I"], ["I", "C"]), paths)
    assert said in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


def test_a_stated_path_below_no_root_of_several():
    case = Case.of([("A", "B"), ("B", "E"), ("C", "D")], ["D"], ["E"])
    with pytest.raises(CaseError, match="'B > E' is not a path from the root to it: 'B' is no root"):
        with_paths(case, {"E": [["B", "E"]]})


def test_long_chains_are_no_trouble(within):
    chain = list(pairwise(f"c{i}" for i in range(3000)))
    with within(5):
        assert counts(Case.of(chain, ["c2999"], ["c1500"])) == (1500, 0, 0, 1499)


# Names, rows and which way is better


def test_every_report_has_a_row_under_one_head():
    (rows_,) = [(main, under) for family, main, under in rows_with_families() if family == "Confusion matrix"]
    main, under = rows_
    assert str(main) == "HCM"
    assert [m.report for m in under] == ["PPV", "TPR", "ACC", "MCC", "TNR", "FPR", "FNR", "PT", "TP", "FP", "FN", "TN"]
    assert {main.report, *(m.report for m in under)} == set(REPORTS)
    labels = [m.label() for m in (main, *under)]
    assert labels[:2] == ["HCM", "HCM (PPV)"]
    assert len({m.title() for m in (main, *under)}) == 13
    assert parse_measure('HCM(empty="none")').label() == "HCM (empty prediction none)"
    with pytest.raises(MeasureError, match='HCM: report="F2" is not accepted; "TP", "TN", "FP", "FN", "ACC"'):
        parse_measure('HCM(report="F2")')


# What is shown


def test_titles_where_there_is_little_room():
    views = dict(samples.views_of(Case.of(DIAMOND, ["B", "C"], ["A"]), HierarchicalConfusion()))
    titles = [[plain(picture.short) for picture in views[name].pictures] for name in ("matrix", "paths")]
    assert titles == [["TP · 1", "FP · 0", "FN · 2", "TN · 3"], ["A", "Left over"]]
