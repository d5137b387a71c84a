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
from hierview.answers.answers import everything, headline
from hierview.explain import Name, Step, formula_text, plain
from hierview.formats import preset_groups
from hierview.measures.confusion.measures import HierarchicalConfusion
from hierview.measures.confusion.paths import CELLS, predicted_paths
from hierview.measures.confusion.reports import REPORTS, derived
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
        assert {*published, "HCM"} == {str(m) for m in headline(case)}


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


def stated_paths(rng: random.Random, s: Sample) -> dict[str, list[list[str]]]:
    """Root paths of some predicted classes, below several roots also without the artificial one."""
    stated = {}
    parents, top = brute._graph(s.edges, s.classes)
    for c in s.predicted if rng.random() < 0.5 else ():
        if rng.random() < 0.7:
            every = sorted(brute.root_paths(parents, c))
            stated[c] = [rng.choice(every) for _ in range(rng.choice((1, 1, 1, 2)))]
            if top not in s.case.hierarchy and rng.random() < 0.5:
                stated[c] = [path[1:] for path in stated[c]]
    return stated


def compare(h: Hierarchy, s: Sample, stated: dict, empty: str = "root") -> dict[str, list[str]]:
    """The cells as the brute force has them; the real code says the same."""
    case = Case(h, frozenset(s.true), frozenset(s.predicted), extra=Extra.of(h, paths=stated))
    result = HierarchicalConfusion(empty=empty).evaluate(case)
    ours = {cell: sorted(result.witness.cell(cell)) for cell in CELLS}
    assert {cell.lower(): len(classes) for cell, classes in ours.items()} == result.parts
    theirs = brute.matrix(s.edges, s.true, s.predicted, stated, empty, s.classes)
    assert ours == theirs, (s, stated, empty)
    return theirs


def test_random_cases_against_the_brute_force():
    kinds: Counter[str] = Counter()
    for i, s in enumerate(samples.samples(effort.times(900, 20_000), seed=23, max_classes=11, max_marked=4)):
        h, stated = s.case.hierarchy, stated_paths(random.Random(i), s)
        theirs = compare(h, s, stated, "none" if i % 4 == 0 else "root")
        numbers = [len(theirs[cell]) for cell in ("TP", "TN", "FP", "FN")]
        for report, expected in brute.derived(*numbers).items():
            given = derived(report, dict(zip(("TP", "TN", "FP", "FN"), numbers, strict=True)))
            assert given == (expected if expected is None else pytest.approx(expected, abs=1e-12)), (report, numbers)
        kinds["tree"] += h.is_tree
        kinds["dag"] += any(len(h.parents(c)) > 1 for c in h.classes)
        kinds["several roots"] += len(h.roots) > 1
        kinds["empty"] += not (s.true and s.predicted)
        kinds["stated"] += bool(stated)
        kinds["twice"] += any(len(set(c)) < len(c) for c in theirs.values())
        kinds["more predicted"] += len(s.predicted) > len(s.true) > 0
        kinds["left over"] += len(s.true) > len(s.predicted) > 0
    assert min(kinds.values()) > 60, kinds


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
    assert tuple(round(100 * derived(r, of), 2) for r in ("ACC", "PPV", "TPR", "F1", "MCC")) == printed


def test_derived_numbers_by_hand():
    of = {"TP": 6, "TN": 9, "FP": 3, "FN": 2}
    for report, value in (("FNR", 0.25), ("TPR", 0.75), ("FPR", 0.25), ("TNR", 0.75), ("ACC", 0.75)):
        assert derived(report, of) == value
    assert derived("F1", of) == pytest.approx(12 / 17)
    # √0.25 / (√0.75 + √0.25) = 1 / (√3 + 1)
    assert derived("PT", of) == pytest.approx(0.36602540378443865)
    assert derived("MCC", of) == pytest.approx((54 - 6) / (9 * 8 * 12 * 11) ** 0.5)
    nothing = dict.fromkeys(CELLS, 0)
    assert [r for r in REPORTS if derived(r, nothing) is not None] == [*CELLS, "MCC"]
    assert derived("MCC", nothing) == 0
    assert derived("PT", {"TP": 1, "TN": 1, "FP": 1, "FN": 1}) is None, "TPR and FPR are equal"


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
    note = "Several root paths lead to I and none is stated; the one that shares most with a true path is taken."
    assert note in evaluate(Case.of(DIAMOND, ["C"], ["I"]), "HCM").notes
    stated = with_paths(Case.of(DIAMOND, ["C"], ["I"]), {"I": [["root", "D", "I"]]})
    assert counts(stated) == (0, 1, 2, 2)
    assert note not in evaluate(stated, "HCM").notes


def test_ties_are_broken_as_said_and_noted():
    longest = "Of equally good true paths the longest is taken, then the first by name."
    # X shares the root alone with all three: B is the longest, though A comes first.
    case = Case.of([("r", "A"), ("r", "b"), ("b", "B"), ("r", "c"), ("c", "C"), ("r", "X")], ["A", "B", "C"], ["X"])
    (prediction,) = evaluate(case, "HCM").witness.predictions
    assert prediction.true == ("r", "b", "B")
    assert prediction.tied
    assert longest in evaluate(case, "HCM").notes
    assert evaluate(case, "HCM").witness.left == (("r", "A"), ("r", "c", "C"))
    # J and K would both take I: K, the last by name, comes first, and F is left for J.
    served = "Equally good predictions of one class are served in descending order of their paths."
    tree = [("r", "D"), ("D", "I"), ("D", "J"), ("D", "K"), ("r", "F")]
    case = Case.of(tree, ["I", "F"], ["J", "K"])
    first, second = evaluate(case, "HCM").witness.predictions
    assert (first.path[-1], first.true[-1], second.path[-1], second.true[-1]) == ("K", "I", "J", "F")
    assert first.contested
    assert not second.contested
    assert served in evaluate(case, "HCM").notes
    # Two paths of one class, equally long: the first by name.
    case = Case.of([("r", "y"), ("r", "x"), ("x", "d"), ("y", "d"), ("r", "z")], ["d"], ["z"])
    (prediction,) = evaluate(case, "HCM").witness.predictions
    assert prediction.true == ("r", "x", "d")
    assert prediction.tied
    assert longest in evaluate(case, "HCM").notes
    # Without a tie nothing is said.
    assert not evaluate(Case.of(tree, ["I"], ["J"]), "HCM").notes
    # As good, but of another class: the order changes nothing.
    assert not evaluate(Case.of([*tree, ("F", "G"), ("F", "H")], ["I", "G"], ["J", "H"]), "HCM").notes


def test_the_longest_true_path_of_several_is_met_with_no_prediction():
    case = Case.of([("r", "D"), ("r", "A"), ("A", "D"), ("A", "B")], ["D"], [])
    result = evaluate(case, "HCM")
    assert result.witness.predictions[0].true == ("r", "A", "D")
    assert counts(case) == (0, 0, 0, 2)
    assert result.notes[0] == "No predicted class: the value follows the convention for an empty side."
    assert "The root alone counts as the prediction; it takes D and earns its TN." in result.notes
    # Left over, its shortest path counts.
    assert counts(case, empty="none") == (0, 0, 0, 1)
    assert not any("root alone" in note for note in HierarchicalConfusion(empty="none").evaluate(case).notes)


def test_nothing_true_makes_every_prediction_an_extra_one():
    case = Case.of(DIAMOND, [], ["C", "D"])
    assert counts(case) == (0, 0, 3, 0)
    assert hcm(case, "TPR") is None
    assert hcm(case, "PPV") == 0
    said = evaluate(case, 'HCM(report="TPR")').notes
    assert said[-1] == "Undefined: TPR is 0/0, as TP and FN are 0."


def test_several_roots_hang_under_one_that_is_not_counted():
    case = Case.of([("A", "B"), ("C", "D")], ["B"], ["D"])
    assert counts(case) == (0, 0, 2, 2)
    result = evaluate(case, "HCM")
    assert result.witness.root == "0"
    assert result.witness.predictions[0].path == ("0", "C", "D")
    assert "The hierarchy has several roots; the paths begin at an artificial root, 0." in result.notes
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
    (rows_,) = [(main, under) for family, main, under in everything() if family == "Confusion matrix"]
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


def steps_of(name: str) -> tuple[Step, ...]:
    return samples.steps_of(load_case(name), HierarchicalConfusion())


@each("name", DRAWN)
def test_the_matrix_is_drawn_cell_by_cell(name: str):
    case, measure = load_case(name), HierarchicalConfusion()
    result, views = samples.evaluated(case, measure), dict(samples.views_of(case, measure))
    step = views["matrix"]
    for cell, picture in zip(("TP", "FP", "FN", "TN"), step.pictures, strict=True):
        assert plain(picture.title).startswith(cell)
        shown = {c for c, look in picture.looks.items() if look.emphasis != "quiet"}
        assert shown == set(result.witness.cell(cell))
        side = {"TP": "both", "FP": "p", "FN": "t", "TN": "none"}[cell]
        assert {picture.looks[c].side for c in shown} <= {side}
        assert plain(picture.title).endswith(f"· {result.parts[cell.lower()]}")
    (lists,) = views["lists"].pictures
    for cell, column in zip(("TP", "FP", "FN", "TN"), lists.columns, strict=True):
        assert column.classes == tuple(sorted(result.witness.cell(cell)))


@each("name", DRAWN)
def test_every_prediction_is_drawn_on_its_true_path(name: str):
    case, measure = load_case(name), HierarchicalConfusion()
    result, pictures = samples.evaluated(case, measure), dict(samples.views_of(case, measure))["paths"].pictures
    assert len(pictures) == len(result.witness.predictions) + bool(result.witness.left)
    for picture, p in zip(pictures, result.witness.predictions, strict=False):
        looks = picture.looks
        for side, cell in (("both", "TP"), ("p", "FP"), ("t", "FN")):
            assert {c for c, look in looks.items() if look.side == side} == set(p.cell(cell))
        assert {c for c, look in looks.items() if look.emphasis == "about"} == set(p.cell("TN"))
        sides = {"p": set(pairwise(p.path)), "t": set(pairwise(p.true))}
        for edge in {*sides["p"], *sides["t"]}:
            both = edge in sides["p"] and edge in sides["t"]
            assert picture.edges[edge] == ("both" if both else "p" if edge in sides["p"] else "t")
        assert set(picture.edges) == sides["p"] | sides["t"]


def test_the_steps_of_c1():
    """Two predictions in one branch: the second takes what is left."""
    told = [plain(step.text) for step in steps_of("r4-c1")]
    assert told[4:9] == [
        "The prediction that shares most with a true path chooses its true path first: I shares 4 classes (here "
        "the root counts, too); then J 3.",
        "I is true, too: it takes its own true path, root › A › D › I.",
        "Counted for I, prediction 1: A, D and I are on both paths, TP. Rightly passed by, TN: B, C, E, J and K beside "
        "the shared path.",
        "J takes the path to F, the only true class left: root › B › F. The two paths share only the root, root.",
        "Counted for J, prediction 2: A, D and J are only predicted, FP; B and F are only true, FN. No class is TN: "
        "below root there are only A (predicted) and B (true).",
    ]
    assert told[9] == "Together: TP 3, FP 3, FN 2 and TN 5, the four cells of the matrix."
    last = steps_of("r4-c1")[-1]
    assert formula_text(last.formula) == "F1 = (2 · TP) / (2 · TP + FP + FN) = (2 · 3) / (2 · 3 + 3 + 2) = 0.55"
    assert [n.classes for n in last.formula.numbers] == [{"A", "D", "I"}] * 2 + [{"A", "D", "J"}, {"B", "F"}]
    assert [plain(line) for line in last.aside] == ["PPV 0.5", "TPR 0.6"]


def test_the_sums_are_drawn_as_one_picture():
    """A class that is right for one path and left out for another is drawn as right."""
    (total,) = [step for step in steps_of("r4-cx") if step.title == "Sums"]
    assert plain(total.text) == "Together: TP 5, FP 0, FN 0 and TN 8, the four cells of the matrix."
    looks = total.pictures[0].looks
    assert {c for c, look in looks.items() if look.side == "both"} == {"A", "B", "D", "F", "I"}
    assert {c for c, look in looks.items() if look.emphasis == "about"} == {"C", "E", "G", "J", "K"}


@given(cases(), st.sampled_from(REPORTS), st.sampled_from(["root", "none"]))
def test_every_step_names_what_it_counts(case: Case, report: str, empty: str):
    """The cells told prediction by prediction, and of what is left over, add up to the sums."""
    measure = HierarchicalConfusion(report, empty)
    result = measure.evaluate(case)
    steps = measure.explain(case, result)
    told: Counter[str] = Counter()
    for step in steps:
        if step.title.startswith("Prediction") or step.title == "Left over":
            told.update({cell: int(n) for cell, n in re.findall(r"(TP|TN|FP|FN) (\d+)", plain(step.fact[1]))})
    assert {cell.lower(): told[cell] for cell in CELLS} == result.parts
    (total,) = [step for step in steps if step.title == "Sums"]
    found = re.findall(r"(TP|TN|FP|FN) (\d+)", plain(total.text))
    assert {cell.lower(): int(n) for cell, n in found} == result.parts
    named = {w.text for step in steps for w in step.text if isinstance(w, Name)}
    assert named <= {*case.hierarchy.classes, case.hierarchy.free_name()}
