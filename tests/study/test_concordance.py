"""Which way to count gives a printed number: planted ways are found, and every false one gives the number, too."""

from __future__ import annotations

from collections import Counter
from math import log2
from random import Random
from time import monotonic

import numpy as np
import pytest

from hierview import Hierarchy, MeasureError, open_hierarchy
from hierview.answers.counting import OWN, PRF, CountedQuantity, Counting, parse_counted_quantity
from hierview.answers.tools import tool_named, tools
from hierview.errors import StudyError
from hierview.study import Study
from hierview.study.concordance.counts import CountedHierarchy, CountedRun
from hierview.study.concordance.explained import counted_run, explain, verdict
from hierview.study.concordance.faults import fault_values, small_run
from hierview.study.concordance.parting_instances import smallest_parting
from hierview.study.concordance.printed_number import ROUNDED, parse_printed_number
from hierview.study.concordance.search import FoundWays, numbers_of_tool, search_ways
from hierview.study.concordance.space import countable_quantities, numbers_of_tools
from hierview.study.concordance.values import value_of_point
from hierview.study.inputs.labels import from_lists
from hierview.study.scoring.numbered import Rows, row_starts
from tests.each import each
from tests.effort import times
from tests.samples import GERMEVAL, with_germeval

# Random data: classes, several labels a side, several parents, true classes that have children.
KINDS = {
    "one leaf": (53, False, False, False),
    "inner classes": (60, False, False, True),
    "several labels": (60, True, False, False),
    "several parents": (50, True, True, True),
}


def random_material(seed: int, instances: int, kind: tuple[int, bool, bool, bool]) -> CountedRun:
    """Answers of which some are wrong, and of several labels a few missing."""
    random, (classes, several, dag, inner) = Random(seed), kind
    names = [f"c{i:02}" for i in range(classes)]
    edges = [(names[random.randrange(max(1, i // 3 + 1))], names[i]) for i in range(1, classes)]
    if dag:
        more = ((names[random.randrange(i // 3 + 1)], names[i]) for i in range(6, classes) if random.random() < 0.3)
        edges = list(dict.fromkeys([*edges, *more]))
    tree = CountedHierarchy(Hierarchy.from_edges(edges))
    places = np.arange(1, tree.n) if inner else np.flatnonzero(tree.leaves)
    true, predicted = [], []
    for _ in range(instances):
        own = {int(random.choice(places)) for _ in range(random.randint(1, 3) if several else 1)}
        answer = {c if random.random() < 0.6 else int(random.choice(places)) for c in own}
        if several and random.random() < 0.3:
            answer.add(int(random.choice(places)))
        true.append(sorted(own))
        predicted.append([] if several and random.random() < 0.03 else sorted(answer))
    sides = [
        (row_starts([len(row) for row in rows]), np.array([c for row in rows for c in row], np.int32))
        for rows in (true, predicted)
    ]
    return CountedRun(tree, Rows(*sides[0], *sides[1]))


def listed(answer: FoundWays) -> set[Counting]:
    return {p.counting for way in answer.ways for p in (*way.points, *way.equal_points)}


def values_of(answer: FoundWays) -> set[tuple[float, ...]]:
    return {tuple(round(x, 9) for x in way.values) for way in answer.ways_as_printed}


@pytest.mark.slow
def test_what_is_planted_is_found():
    """Of every planted way: it is listed, and each other that is listed prints the same number."""
    alone: Counter[str] = Counter()
    for k, kind in enumerate(KINDS.values()):
        material, random = random_material(k, 500, kind), Random(k)
        planted = [p for p in countable_quantities(material) if value_of_point(material, p) is not None]
        for p in random.sample(planted, times(6, 125)):
            number = parse_printed_number(f"{value_of_point(material, p):.4f}")
            answer = search_ways(material, [number])
            assert p.counting in listed(answer), p
            assert all(
                ROUNDED in number.printing_ways(value_of_point(material, w.point), w.point.quantity)
                for w in answer.ways_as_printed
            )
            alone["one"] += len(values_of(answer)) == 1
            three = (
                [value_of_point(material, CountedQuantity(q, p.counting)) for q in PRF] if p.quantity in PRF else [None]
            )
            if None not in three:
                together = search_ways(
                    material, [parse_printed_number(f"{q}={x:.3f}") for q, x in zip(PRF, three, strict=True)]
                )
                assert p.counting in listed(together), p
                alone["three"] += len(values_of(together)) == 1
                alone["threes"] += 1
    assert alone["one"] >= 0.9 * 4 * times(5, 125)
    assert alone["three"] >= 0.99 * alone["threes"] - 1


@pytest.mark.slow
def test_many_instances_take_seconds():
    material, began, shares = random_material(1, 10_000, (400, True, False, True)), monotonic(), list[float]()
    search_ways(material, [parse_printed_number("hF=0.7512")], shares.append)
    assert monotonic() - began < 10
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# §7 of the profile: the smallest data on which two values of an axis part.
SMALLEST = {
    "R>a, R>b; a→b": {"F[instance, root=counted]": 0.5, "F[instance]": 0, "F[instance, root=virtual]": 2 / 3},
    "R>a, a>b; a→b": {"F[given]": 0, "F": 2 / 3},
    "R>a, a>b; a→a,b": {"F[reduced]": 0, "F[given]": 2 / 3},
    "R>a, a>b; a→a": {"F[paths]": 0, "F": 1},
    "R>a, R>b; a→a, a→a,b": {"F": 0.8, "F[instance]": 5 / 6, "F[instance, f=means]": 6 / 7},
    "R>a; a→, a→a": {"F": 2 / 3, "F[union]": 1, "F[instance]": 0.5, "P[instance, zero=skip]": 1, "P[instance]": 0.5},
    "R>a; a→": {"P": 0, "P[zero=1]": 1},
    "R>a, R>b; a→a": {"F[class]": 0.5, "F[class, classes=seen]": 1},
    "R>a, R>b; a→a,b": {
        "F[class, classes=seen]": 0.5,
        "F[class, classes=true]": 1,
        "F[class, classes=seen, class_weight=support]": 1,
        "P[class, classes=true]": 1,
        "P[class, classes=split]": 0.5,
    },
    "R>a, R>b; a→, a,b→a,b": {"F[class]": 5 / 6, "F[class, f=means]": 6 / 7},
    "R>a, a>b; a→, b→": {"exact[level 2, drop, instance]": 0, "exact[level 2, wrong, instance]": 0.5},
    "R>a, a>b; a→": {"exact[level 2, wrong, instance]": 1, "exact[level 2, carry, instance]": 0},
    "R>a, R>b; a→b, a→a": {
        "edges[pairs, instance]": 1,
        "LCA height[pairs, instance]": 0.5,
        "edges[pairs, mistakes]": 2,
    },
    "R>a, R>b; a→a, a→a, b→a": {"edges[pairs, instance]": 2 / 3, "edges[pairs, class means]": 1},
    "R>a, R>b; a,a→a, b→a,a": {
        "P[given]": 1 / 2,
        "P[given, duplicates=gold list]": 1,
        "R[given, duplicates=gold list]": 2 / 3,
        "P[given, duplicates=both lists]": 2 / 3,
    },
    "R>a, R>b; a→a, a→b, b→b": {  # a tells log 3/2, b log 3
        "F": 2 / 3,
        "P[weight=IA]": log2(9 / 2) / log2(27 / 2),
        "R[weight=IA]": log2(9 / 2) / log2(27 / 4),
        "F[instance, weight=IA]": 2 / 3,
    },
    "R>a, R>b; a→a, a→x": {"F[given]": 0.5, "F[given, unknown=ignored]": 2 / 3, "F[given, unknown=instance out]": 1},
}


@each("case, expected", SMALLEST.items())
def test_the_smallest_data_part_two_values_of_an_axis(case: str, expected: dict[str, float]):
    material = small_run(case)
    assert {text: value_of_point(material, parse_counted_quantity(text)) for text in expected} == pytest.approx(
        expected
    )


def test_two_ways_part_on_the_fewest_instances():
    material = random_material(3, 300, KINDS["several labels"])
    own = CountedQuantity("F", OWN)
    for there, many in {"F[instance]": 1, "F[root=counted]": 2, "F[root=counted, instance, f=means]": 2}.items():
        found = smallest_parting(material, own, parse_counted_quantity(there))
        assert found is not None
        assert len(found.instances) == many
        some = material.take(np.array(found.instances))
        assert (found.first_value, found.second_value) == (
            value_of_point(some, own),
            value_of_point(some, parse_counted_quantity(there)),
        )
        assert found.first_value != found.second_value
    assert (
        smallest_parting(material, own, parse_counted_quantity("F[root=counted, instance, zero=1]")) is None
    )  # no instance is empty on both sides


# What is asked


@each(
    "text",
    [
        "",
        "nan",
        "inf",
        "-0.5",
        "1e-3",
        "0.6.1",
        "0,5,1",
        "0x1",
        "½",
        "0.61 0.62",
        "hF=",
        "=0.5=",
        "0" * 40,
        "0." + "1" * 16,
    ],
)
def test_what_is_no_printed_number_is_refused(text: str):
    with pytest.raises(StudyError, match="is no printed number; one such as 0.615, .615, 61.5 or 61.5 % is"):
        parse_printed_number(text)


@each(
    "text, number, quantities", [("0.615", 0.615, ()), (".615", 0.615, ()), ("61.5 %", 0.615, ()), ("0,615", 0.615, ())]
)
def test_numbers_are_read_as_printed(text: str, number: float, quantities: tuple[str, ...]):
    assert parse_printed_number(text).number == pytest.approx(number)
    assert parse_printed_number(text).quantities == quantities


@each(
    "name, quantity",
    [("hP", "P"), ("macro-F1", "F"), ("micro recall", "R"), ("accuracy", "exact"), ("level 2", ""), ("F2", "F2")],
)
def test_a_name_says_the_quantity(name: str, quantity: str):
    assert next(iter(parse_printed_number(f"{name}=0.5").quantities), "") == quantity
    assert parse_printed_number(f"{name}=0.5").level == (2 if name == "level 2" else 0)


def test_a_name_that_says_nothing_is_refused():
    with pytest.raises(StudyError, match="'beauty' names no number that is known"):
        parse_printed_number("beauty=0.5")


@each("text", ["F[closed", "G", "F[nowhere]", "F[root=pooled]", "F[level x]", "[]", "F" * 1000])
def test_a_text_that_is_no_way_to_count_is_refused(text: str):
    with pytest.raises(MeasureError, match="is no way to count|is on no axis"):
        parse_counted_quantity(text)


def test_texts_of_points_are_read_back():
    material = random_material(2, 20, KINDS["one leaf"])
    for p in (*countable_quantities(material), *(printed.point for _, printed in numbers_of_tools(material))):
        assert parse_counted_quantity(str(p)) == p
        assert p.in_words


# Answers


def study_of(edges: list[tuple[str, str]], true: list[list[str]], predicted: list[list[str]]) -> Study:
    ids = [f"i{k}" for k in range(len(true))]
    return Study.read(Hierarchy.from_edges(edges), from_lists(true, ids), {"a": from_lists(predicted, ids)})


ARTS = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
E02 = study_of(ARTS, [["Pop"], ["Rock"], ["Theater"], ["Pop"]], [["Pop"], ["Theater"], ["Theater"], ["Rock"]])


def test_an_answer_names_tools_and_shows_an_instance():
    found = explain(E02, "a", [parse_printed_number("0.6154")])
    (one,) = found.shown
    assert verdict(found) == "1 way to count gives 0.6154 on these data."
    assert one.way.point.in_words == "All instances in one sum, the root left out"
    assert {"hiclass", "hiereval", "SemEval-2024 task 4", "HierVerb"} <= {key for key, _ in one.way.tools}
    assert one.ids == ("i1",)
    assert (one.parting.first_value, one.parting.second_value) == (pytest.approx(0.4), 0)


def test_numbers_printed_together_narrow_the_ways():
    one, both = (
        explain(E02, "a", [parse_printed_number(text) for text in texts])
        for texts in (["hP=0.67"], ["hP=0.67", "hR=0.57"])
    )
    assert len(one.answer.ways) > len(both.answer.ways) == 1
    assert verdict(one).endswith("A recall printed beside it tells which.")


def test_faults_come_last_and_are_no_choice():
    isco = study_of(ARTS, [["Pop"]] * 4, [["Pop"], ["Rock"], ["Music"], ["Theater"]])
    found = explain(isco, "a", [parse_printed_number("hP=1.0"), parse_printed_number("hR=0.5")])
    swapped = next(way for way in found.answer.ways if ("ISCO-08 metric", "precision") in way.tools)
    assert swapped.is_fault
    assert [way.is_fault for way in found.answer.ways_as_printed] == sorted(
        way.is_fault for way in found.answer.ways_as_printed
    )


def test_where_nothing_gives_the_number_the_nearest_are_told():
    found = explain(E02, "a", [parse_printed_number("0.123456")])
    assert not found.answer.ways
    assert 1 <= len(found.answer.nearest) <= 5
    gaps = [abs(way.values[0] - 0.123456) for way in found.answer.nearest]
    assert gaps == sorted(gaps)


def test_data_that_were_mistaken_are_told():
    """The answers stand one line too far up: what was printed of them, where they should, is explained so."""
    random, classes = Random(4), ["Pop", "Rock", "Theater", "Music"]
    true, predicted = ([[random.choice(classes)] for _ in range(60)] for _ in range(2))
    printed = explain(study_of(ARTS, true, predicted), "a", [parse_printed_number("0.5")]).own_value
    moved = explain(
        study_of(ARTS, true, [*predicted[1:], predicted[0]]), "a", [parse_printed_number(f"hF={printed:.7f}")]
    )
    assert not moved.answer.ways
    assert [one.shift for one in moved.shifted] == ["one line later"]


def test_unknown_classes_are_an_axis(tmp_path):
    """Of a study that counts each unknown class as one of its own, also where it was kept and opened again."""
    ids = ["1", "2"]
    true, run = from_lists([["Pop"], ["Rock"]], ids), from_lists([["Pop"], ["Jazz"]], ids)
    study = Study.read(Hierarchy.from_edges(ARTS), true, {"a": run}, unknown="wrong", folder=tmp_path)
    for one in (study, Study.open(tmp_path)):
        material = counted_run(one, "a")
        given = {
            how: value_of_point(material, parse_counted_quantity(f"F[given, unknown={how}]"))
            for how in ("own", "ignored", "instance out")
        }
        assert given == pytest.approx({"own": 0.5, "ignored": 2 / 3, "instance out": 1})


def test_labels_given_twice_and_equal_names_are_axes_where_there_are_some(tmp_path):
    """Also of a study that was kept; of data without any, neither is tried, and tools that count so name no axis."""
    h = open_hierarchy([["A", "B", "D", "E"], ["A", "C", "D", "F"]]).hierarchy
    true, run = [["A", "B", "D", "E"], ["E", "E"]], [["A", "C", "D", "F"], ["E"]]
    study = Study.read(h, true, {"a": run}, folder=tmp_path)
    for one in (study, Study.open(tmp_path)):
        material = counted_run(one, "a")
        assert (material.tree.homonym_kinds, material.ways_to_count_repeats) == (("path", "name"), ("gold list",))
        found = {
            text: value_of_point(material, parse_counted_quantity(text)) for text in ("F", "F[names=name]", "F[given]")
        }
        assert found == pytest.approx({"F": 6 / 12, "F[names=name]": 8 / 12, "F[given]": 2 / 8})
        assert value_of_point(material, parse_counted_quantity("F[given, duplicates=gold list]")) == pytest.approx(
            4 / 9
        )
        assert {name: x for _, name, _, x in numbers_of_tool(material, "hiclass")}["f1, micro"] == pytest.approx(
            12 / 16
        )
        way = search_ways(material, [parse_printed_number("F=0.6667")]).ways_as_printed[0]
        assert "F[closed, names=name]" in map(str, (way.point, *way.equal_points))
        assert way.tools[0][0] == "hiclass"
        found = {
            key
            for one in search_ways(material, [parse_printed_number("F=0.4444")]).ways_as_printed
            for key, _ in one.tools
            if one.is_fault
        }
        assert found == {"HiAGM", "NeuralClassifier"}
    for p in (
        *countable_quantities(counted_run(E02, "a")),
        *(printed.point for _, printed in numbers_of_tools(counted_run(E02, "a"))),
    ):
        assert (p.counting.names, p.counting.duplicates) == ("class", "set")


# Tools


def test_every_fault_with_data_shows_on_them():
    for one in tools().values():
        for fault in one.faults:
            if fault.case:
                printed, right = fault_values(one, fault)
                assert printed != pytest.approx(right), f"{one.key}: {fault.says}"


def test_a_tool_is_found_in_whichever_case():
    assert tool_named(" HEMKIT ").key == "HEMKit"
    with pytest.raises(MeasureError, match="'hiclas' is no tool that was profiled; did you mean 'hiclass'"):
        tool_named("hiclas")


@pytest.mark.slow
@with_germeval
def test_what_tools_print_of_germeval_is_explained_by_at_most_three_ways():
    edges = [line.split("\t") for line in (GERMEVAL / "hierarchy.tsv").read_text(encoding="utf-8").splitlines()]
    runs = sorted((GERMEVAL / "systems").glob("*.tsv"))[: times(1, 20)]
    study = Study.read(Hierarchy.from_edges(edges), GERMEVAL / "gold.tsv", runs, missing="empty")
    for system in study.data.runs:
        material, told = counted_run(study, system), dict[str, str]()
        for key, printed in numbers_of_tools(material):
            x = value_of_point(material, printed.point)
            if x is not None:
                told.setdefault(
                    f"{printed.point.quantity}={x:.{tool_named(key).digits or 4}f}", f"{key}: {printed.name}"
                )
        for text, name in told.items():
            answer = search_ways(material, [parse_printed_number(text)])
            assert name.partition(":")[0] in {key for way in answer.ways for key, _ in way.tools}, name
            assert 1 <= len(answer.ways_as_printed) <= 3, f"{name} {text}"
