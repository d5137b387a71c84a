"""Part of a large hierarchy: what is counted on it is what is counted on the whole."""

import random

import pytest

from hierview import Case, Hierarchy, Labels, parse_measure
from hierview.answers.answers import rows_with_families
from hierview.errors import EditError
from hierview.explain import plain
from hierview.model.case import Draft
from hierview.model.extra import Extra
from hierview.model.part import (
    classes_above_and_below,
    classes_and_leaves_below,
    count_hidden_children,
    marked_part,
    part_with_classes,
    top_levels,
    with_classes,
    with_mark,
)
from hierview.model.search import NameFinder

from .effort import times

pytestmark = pytest.mark.slow

LISTED = [m for _, main, under in rows_with_families() for m in (main, *under)]
OTHERS = (
    "MGIA(max_distance=None)",
    "GIE(default_cost=2)",
    "hF(root='virtual', augmentation='tolerant')",
    "hP(root='omitted')",
    "Accuracy(augmentation='tolerant')",
    "LCaF(reduce=False)",
    "LCaP(variant='extended', reduce=False)",
    "WP(root='omitted')",
    "WP(average='matches')",
    "Flow(default_cost=None)",
)
MEASURES = [*LISTED, *map(parse_measure, OTHERS)]


def whole(rng: random.Random, weighted: bool) -> Hierarchy:
    n, roots = rng.randint(20, 80), rng.choice([1, 1, 2, 4])
    edges = [
        (f"c{p}", f"c{i}", rng.choice(["1", "0.5", "2"]) if weighted else "1")
        for i in range(roots, n)
        for p in rng.sample(range(i), min(i, rng.choice([1, 1, 2, 3])))
    ]
    return Hierarchy.from_edges([(a, b) if w == "1" else (a, b, w) for a, b, w in edges], [f"c{i}" for i in range(n)])


def said(case: Case, text: str) -> tuple[object, ...]:
    measure = parse_measure(text)
    result = measure.evaluate(case)
    last = plain(measure.explain(case, result)[-1].text)
    return result.value, dict(result.parts), measure.bounds(case), result.notes, last


def test_measures_that_look_upward_say_the_same_of_a_part_as_of_the_whole():
    upward = [str(m) for m in MEASURES if m.upward()]
    assert {"GIE", "MGIA", "hF", "LCaF", "TIE", "WP", 'hF(augmentation="none")'} <= {*upward}
    rng = random.Random(11)
    for trial in range(times(20, 400)):
        h = whole(rng, trial % 3 == 0)
        true, predicted = (frozenset(rng.sample(h.classes, rng.randint(0, 4))) for _ in range(2))
        if not true | predicted:
            continue
        beside = rng.sample(h.classes, rng.randint(0, 5))
        part = part_with_classes(h, {*true, *predicted, *beside})
        for text in upward:
            assert said(Case(part, true, predicted), text) == said(Case(h, true, predicted), text), (trial, text)


def test_no_other_listed_measure_would_be_the_same():
    """What is declared is no guess: whatever does not look upward differs somewhere."""
    rng = random.Random(5)
    left = {str(m) for m in LISTED if not m.upward()}
    for _ in range(60):
        h = whole(rng, False)
        true, predicted = (frozenset(rng.sample(h.classes, n)) for n in (rng.randint(1, 2), 2))
        part = part_with_classes(h, true | predicted)
        ranking = [c for c in part.classes if not part.children(c)]
        cases = [Case(one, true, predicted, extra=Extra.of(one, ranking=ranking)) for one in (part, h)]
        for text in sorted(left):
            measure = parse_measure(text)
            a, b = (measure.evaluate(case) for case in cases)
            if (a.value, dict(a.parts)) != (b.value, dict(b.parts)) or measure.bounds(cases[0]) != measure.bounds(
                cases[1]
            ):
                left.discard(text)
        if not left:
            break
    assert left == set()


def test_a_part_grows_by_marks_and_shrinks_to_them():
    rng = random.Random(3)
    h = whole(rng, False)
    top = Draft(top_levels(h, 12))
    assert {*h.roots} <= {*top.hierarchy.classes}
    after = with_mark(h, top, "c19", "true")
    assert after.true == {"c19"}
    assert h.closure(["c19"]) <= {*after.hierarchy.classes}
    both = with_mark(h, with_mark(h, after, "c15", "predicted"), "c19", "both")
    assert (both.true, both.predicted) == ({"c19"}, {"c15", "c19"})
    assert with_mark(h, both, "c15", "none").predicted == {"c19"}
    least = marked_part(h, both)
    assert least.hierarchy == part_with_classes(h, ["c15", "c19"])
    assert marked_part(h, Draft(both.hierarchy)).hierarchy == top_levels(h)
    more = with_classes(h, least, h.children("c0"))
    assert {*h.children("c0")} <= {*more.hierarchy.classes}
    assert {c: n + len(more.hierarchy.children(c)) for c, n in count_hidden_children(h, more.hierarchy).items()} == {
        c: len(h.children(c)) for c in count_hidden_children(h, more.hierarchy)
    }
    assert "c0" not in count_hidden_children(h, more.hierarchy)
    with pytest.raises(EditError, match="true, predicted, both or none"):
        with_mark(h, both, "c15", "wrong")


def test_reach_counts_what_is_above_and_below():
    h = whole(random.Random(9), False)
    for c in h.classes:
        assert classes_above_and_below(h, c) == (len(h.ancestors(c)), len(h.descendants(c)))


def test_what_is_below_is_counted_for_all_classes_together():
    rng = random.Random(4)
    for _ in range(times(20, 200)):
        h = whole(rng, False)
        below = [h.descendants(c) for c in h.classes]
        assert classes_and_leaves_below(h) == (
            [len(found) for found in below],
            [sum(not h.children(d) for d in found) for found in below],
        )


def test_what_is_searched_is_found_in_names_and_labels_of_every_language():
    h = Hierarchy.from_edges([("GO:1", "GO:2"), ("GO:1", "GO:12"), ("GO:2", "GO:3")]).labelled(
        Labels({"en": {"GO:1": "Cell", "GO:2": "cell death", "GO:3": "death of a cell"}, "de": {"GO:3": "Zelltod"}})
    )
    finder = NameFinder(h)
    assert finder.find("cell") == ("GO:1", "GO:2", "GO:3")
    assert finder.find("go:1") == ("GO:1", "GO:12")
    assert finder.find("ZELL") == finder.find(" death  of ") == finder.find("cell of death a") == ("GO:3",)
    assert finder.find("death", most=1) == ("GO:3",)
    assert finder.find("") == finder.find(" ") == finder.find("x") == ()
    names = [c for c in h.classes if "o:" in c.casefold()]
    assert set(finder.find("o:")) == set(names)
