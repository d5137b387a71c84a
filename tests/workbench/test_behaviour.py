"""The behaviour sheet: K15's printed signs, and measures broken on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

import pytest

from hierview import Case, Hierarchy, Measure, MeasureSpec, Result, parse_measure
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet, counterexamples
from hierview.workbench.sheets.enumerate import small_cases
from hierview.workbench.sheets.evaluator import MOST_FAILURES, Evaluator, with_sides_exchanged
from hierview.workbench.sheets.k15_tables import (
    COLUMNS,
    TABLE_12,
    TABLE_13,
    compare_with_table_13,
    differs_from_printed,
    printed_sign,
)
from hierview.workbench.sheets.properties import BY_KEY, PROPERTIES
from hierview.workbench.sheets.signs import Sheet
from tests.each import each
from tests.effort import sampled
from tests.samples import DATA

pytestmark = pytest.mark.slow

SMALL = Budget(larger=-1, random=20)


@dataclass(frozen=True)
class Made(Measure):
    """A measure from a function of a case."""

    spec: ClassVar[MeasureSpec] = MeasureSpec("Made", "Made for a test", "Mine", "higher", "a test")
    function: Callable[[Case], float | None]
    stated: tuple[float | None, float | None] = (0.0, 1.0)

    def evaluate(self, case: Case) -> Result:
        value = self.function(case)
        return Result("Made", value, notes=() if value is not None else ("Undefined.",))

    def bounds(self, case: Case) -> tuple[float | None, float | None]:
        return self.stated


def worst_pair(case: Case, far: Callable[[Hierarchy, str, str], float] | None = None, alone: float = 1) -> float:
    """The greatest distance, at most 6, of a wrong to a missing class; `alone` where only one side has such.

    An error that has every property of the sheet.
    """
    wrong, missing = case.predicted - case.true, case.true - case.predicted
    if not wrong and not missing:
        return 0
    if not wrong or not missing:
        return alone
    far = far or (lambda h, p, t: min(6, float(h.distance(p, t))))
    return max(far(case.hierarchy, p, t) for p, t in product(wrong, missing))


def sound(case: Case) -> float:
    return 1 - worst_pair(case) / 6


def _root_marked(case: Case) -> bool:
    return bool(set(case.hierarchy.roots) & (case.true | case.predicted))


def _sum(case: Case) -> float:
    wrong, missing = case.predicted - case.true, case.true - case.predicted
    pairs = [min(6, float(case.hierarchy.distance(p, t))) for p, t in product(wrong, missing)]
    return sum(pairs) if pairs else worst_pair(case)


def _doubled(case: Case) -> float:
    """Two wrong or two missing classes cost two and a half times as much."""
    several = max(len(case.predicted - case.true), len(case.true - case.predicted)) > 1
    return worst_pair(case) * (2.5 if several else 1) / 15


def _more_common(case: Case) -> float:
    return worst_pair(case) + (0.5 if case.true & case.predicted and case.true != case.predicted else 0)


def _two_wrong_help(case: Case) -> float:
    helps = len(case.predicted - case.true) > 1 and bool(case.true - case.predicted)
    return worst_pair(case, alone=0.5) - 0.5 * helps


def _blind_down(h: Hierarchy, p: str, t: str) -> float:
    return 1 if p in h.descendants(t) or t in h.descendants(p) else min(6, float(h.distance(p, t)))


def _edges(case: Case) -> float:
    """The edges of the hierarchy beyond those of a tree make mistakes graver."""
    extra = max(0, len(case.hierarchy.edges) - len(case.hierarchy) + 1)
    return worst_pair(case) * (1 + min(1, extra) / 10)


def _parents_apart(case: Case) -> bool:
    """Whether the parents of some class are written in another order than the classes."""
    h = case.hierarchy
    return any(h.parents(c) != tuple(p for p in h.classes if p in h.parents(c)) for c in h.classes)


def _edges_of_several(case: Case) -> float:
    return _edges(case) if len(case.true | case.predicted) > 2 else worst_pair(case)


BROKEN: dict[str, tuple[Callable[[Case], float], set[str]]] = {
    # what is broken: the measure, and the properties that this breaks, no other
    "an edge more": (lambda c: 1 - _edges(c) / 7, {"alternative-paths", "alternative-paths-many"}),
    "an edge more for several": (lambda c: 1 - _edges_of_several(c) / 7, {"alternative-paths-many"}),
    "the second as near costs more": (lambda c: 1 - _doubled(c), {"pairing"}),
    "pairs are added up": (lambda c: 1 / (1 + _sum(c)), {"path-counting"}),
    "what is missing alone costs nothing": (lambda c: 1 - worst_pair(c, alone=0) / 6, {"identity"}),
    "a name counts": (lambda c: 1 - (worst_pair(c) + 0.1 * ("A" in c.true ^ c.predicted)) / 7, {"renaming"}),
    "the order of edges counts": (lambda c: 1 - worst_pair(c) / (6 + _parents_apart(c)), {"order"}),
    "surplus costs less": (lambda c: 1 - worst_pair(c, alone=0.5 if c.predicted > c.true else 1) / 6, {"exchange"}),
    "a common class costs": (lambda c: 1 - _more_common(c) / 7, {"adding-correct"}),
    "a second wrong class helps": (lambda c: 1 - _two_wrong_help(c) / 6, {"adding-wrong", "exchange"}),
    "the root counts": (
        lambda c: 1 - (worst_pair(c) + 0.25 * (_root_marked(c) and c.true != c.predicted)) / 7,
        {"above"},
    ),
    "all classes count": (lambda c: 1 - worst_pair(c) / (6 + len(c.hierarchy) / 100), {"above", "irrelevant"}),
    # Two wrong classes on one line are two steps of over- or under-specialisation, and one as far that is not
    # on the line costs more; an edge can put two classes on one line.
    "one line is one distance": (
        lambda c: 1 - worst_pair(c, _blind_down) / 6,
        {"over-specialisation", "under-specialisation", "nearer", "alternative-paths", "pairing"},
    ),
}


def minus(found: Sheet) -> set[str]:
    return {key for key, sign in found.signs.items() if sign == "−"}


def test_a_sound_measure_has_every_property():
    found = behaviour_sheet(Made(sound), SMALL)
    assert set(found.signs.values()) == {"+"}
    assert found.complete
    assert not found.failures
    assert all(row.tried and row.evidence is None and row.hierarchies for row in found.rows)


@each("what", sampled(BROKEN, 4))
def test_a_measure_broken_on_purpose_gets_exactly_that_minus(what: str):
    function, broken = BROKEN[what]
    found = behaviour_sheet(Made(function), SMALL)
    assert minus(found) == broken
    evaluator = Evaluator(Made(function))
    for key in minus(found):
        row = found.find(key)
        assert row.evidence.class_count <= 5
        assert row.rule.check(evaluator, row.evidence.trial) is False
        assert row.evidence.values == row.rule.values(evaluator, row.evidence.trial)


def test_bounds_that_are_not_kept_or_vary():
    assert minus(behaviour_sheet(Made(sound, (0.5, 1.0)), SMALL)) == {"range"}
    wild = Made(lambda c: 7.0 if len(c.hierarchy) == 3 else sound(c))
    for made, told in (
        (wild, "Fails on 3 classes: the value is 7, and the range 0 to 1."),
        (Made(sound, (0.0, None)), "Fails on 1 class: the range is 0 to ∞, which is not finite."),
    ):
        assert behaviour_sheet(made, SMALL, properties=[BY_KEY["range"]]).rows[0].sentence == told


def test_a_fault_that_several_roots_show_is_found_on_them():
    roots = Made(lambda c: sound(c) / 2 if len(c.hierarchy.roots) > 1 and c.predicted > c.true else sound(c))
    evidence = behaviour_sheet(roots, SMALL, properties=[BY_KEY["exchange"]]).rows[0].evidence
    assert evidence.trial[0].hierarchy.roots == ("A", "B")


def test_a_star_where_the_long_distance_step_helps():
    unbounded = Made(lambda c: 1 / (1 + worst_pair(c, lambda h, p, t: float(h.distance(p, t)))))
    row = behaviour_sheet(unbounded, SMALL, properties=[BY_KEY["long-distance"]]).rows[0]
    assert row.sign == "*"
    assert row.repaired == row.tried > 10
    assert row.evidence.class_count == 8
    # One that the step does not help: it looks at how many classes the hierarchy has.
    classes = Made(lambda c: 1 / (len(c.hierarchy) + float(c.hierarchy.depth(max(c.predicted)))))
    assert behaviour_sheet(classes, SMALL, properties=[BY_KEY["long-distance"]]).rows[0].sign in ("−", "*")


def test_one_that_is_never_defined_gets_no_sign():
    found = behaviour_sheet(Made(lambda case: None), SMALL)
    assert set(found.signs.values()) == {"?"}
    assert all(row.undefined for row in found.rows)


def test_failures_are_kept_with_the_case():
    def fails(case: Case) -> float:
        if len(case.true) == 2:
            raise ZeroDivisionError("no")
        return float("nan") if len(case.predicted) == 2 else sound(case)

    found = behaviour_sheet(Made(fails), SMALL, properties=[BY_KEY["identity"]])
    assert found.failed > 5
    assert "nan" in found.failures[0].sentence
    assert len(found.failures[0].case.predicted) == 2
    assert any("ZeroDivisionError: 'no'" in failure.sentence for failure in found.failures)
    row = found.find("identity")
    assert (row.sign, found.complete) == ("(+)", False)
    assert row.failed == row.undefined > 5
    assert f"(trees ≤ 4, forests ≤ 3, DAGs ≤ 3; failed in {row.failed:,}, " in row.sentence


def test_a_measure_that_varies_is_told():
    values = iter(range(10**9))
    found = behaviour_sheet(Made(lambda case: next(values) / 10**9), SMALL, properties=[BY_KEY["range"]])
    assert "not say the same" in found.notes[0]


@pytest.fixture(scope="module")
def papers() -> dict[str, Sheet]:
    rules = [p for p in PROPERTIES if p.key in TABLE_12 or p.key == "alternative-paths-many"]
    return {text: behaviour_sheet(parse_measure(text), Budget(random=10, larger=-1), None, rules) for text in COLUMNS}


def test_the_signs_of_k15s_table_12(papers: dict[str, Sheet]):
    """All thirty cells follow; with two classes a side, LCaF's + on alternative paths does not."""
    differ = set()
    for text, found in papers.items():
        printed = {key: printed_sign(found.measure, key) for key in found.signs}
        assert all(printed.values())
        differ |= {
            (text, key, sign, printed[key])
            for key, sign in found.signs.items()
            if differs_from_printed(sign, printed[key])
        }
    assert differ == {("LCaF", "alternative-paths-many", "−", "+")}
    assert [printed_sign(parse_measure(t), "long-distance", thesis=True) for t in COLUMNS] == ["+"] * 5
    assert printed_sign(parse_measure("hP"), "pairing") == ""


def test_the_printed_signs_are_those_of_the_papers():
    rows = ["Alternative Paths", "Over-specialization", "Under-specialization", "Pairing Problem"]
    rows += ["Long Distance Problem", "Multiple Path Count"]
    text = (DATA / "k15_table12.tsv").read_text(encoding="utf-8")
    for row, signs in zip(rows, TABLE_12.values(), strict=True):
        line = next(line for line in text.splitlines() if line.strip().startswith(f"{row}\t"))
        assert "".join(line.split("\t")[1:]).replace("-", "−") == signs


def test_what_the_five_problems_say_of_table_13(papers: dict[str, Sheet]):
    cells = {cell.setting: cell for cell in compare_with_table_13(papers)}
    assert set(cells) == set(TABLE_13)
    assert set(cells["single-label, DAG"].computed) == {"GIE", "MGIA", "LCaF"}
    assert dict(cells["multi-label, tree"].faults)["MGIA"] == ("path-counting",)


def test_pairing_is_refuted_by_two_leaves(papers: dict[str, Sheet]):
    evidence = papers["GIE"].find("pairing").evidence
    assert evidence.explanation == "6 > 2 · 1"
    assert evidence.values == (0, 1, 6)
    both = evidence.trial[2]
    assert both.hierarchy.edges == (("A", "B"), ("A", "C"))
    assert (both.true, both.predicted) == (frozenset("A"), frozenset("BC"))


def test_lcaf_is_shaken_by_an_edge_with_two_classes_a_side():
    """The case that the description of the workbench gives, and the smallest, which the sheet finds."""
    rule, evaluator = BY_KEY["alternative-paths-many"], Evaluator(parse_measure("LCaF"))
    case = Case.of([("A", "B"), ("B", "C"), ("A", "D"), ("C", "D")], ["A"], ["B", "D"])
    assert [rule.values(evaluator, trial) for trial in rule.trials(case)] == [(pytest.approx(2 / 3), 0.5)]
    first = next(counterexamples(parse_measure("LCaF"), rule))
    assert first.class_count == 3
    # No single class a side can show it.
    one = BY_KEY["alternative-paths"]
    assert all(
        one.check(evaluator, t) for size in (3, 4) for c in small_cases("DAGs", size, 1, 1) for t in one.trials(c)
    )


def test_counterexamples_come_smallest_first():
    found = list(counterexamples(parse_measure("hF"), BY_KEY["nearer"], Budget(larger=-1)))
    sizes = [e.class_count for e in found]
    assert len(found) > 5
    assert sizes == sorted(sizes)


def test_precision_is_read_against_recall():
    assert str(with_sides_exchanged(parse_measure('hP(root="omitted")'))) == 'hR(root="omitted")'
    assert with_sides_exchanged(parse_measure("hF")) == parse_measure("hF")
    for text in ("hP", "LCaR"):
        assert behaviour_sheet(parse_measure(text), SMALL, properties=[BY_KEY["exchange"]]).rows[0].sign == "+"


def test_rows_are_told_as_they_are_decided():
    """A counterexample at once, and each row that holds once all that belongs to it was tried."""
    told: list[Sheet] = []
    rules = [BY_KEY[key] for key in ("nearer", "identity", "exchange")]
    whole = behaviour_sheet(
        parse_measure("SDL"), SMALL, lambda what: told.append(what) if isinstance(what, Sheet) else None, rules
    )
    assert [list(one.signs.items()) for one in told] == [
        [("identity", "−")],
        [("nearer", "+"), ("identity", "−")],
        [("nearer", "+"), ("identity", "−"), ("exchange", "+")],
    ]
    assert not any(one.finished or one.complete for one in told)
    assert whole.finished
    assert whole.complete
    assert told[-1].rows == whole.rows
    assert told[0].find("nearer") is None
    assert told[0].find("identity") == whole.find("identity")


def test_a_row_that_did_not_come_to_its_end_says_how_far_it_came():
    rules = [BY_KEY[key] for key in ("identity", "pairing", "long-distance", "alternative-paths")]
    whole = behaviour_sheet(parse_measure("MGIA"), SMALL, None, rules)
    assert set(whole.signs.values()) == {"+"}
    assert whole.complete
    assert all(row.whole for row in whole.rows)
    small = behaviour_sheet(parse_measure("MGIA"), replace(SMALL, up_to=3), None, rules)
    # The chains are few, and all tried.
    assert list(small.signs.values()) == ["(+)", "(+)", "+", "(+)"]
    assert not small.complete
    two = "trees ≤ 3, forests ≤ 3"
    assert [row.reach_text for row in small.rows] == [f"{two}, DAGs ≤ 3", two, "chains ≤ 13", "DAGs ≤ 3"]
    assert small.find("identity").sentence.endswith(
        "20 of them random ones on larger hierarchies. More belongs to this row and was not tried."
    )
    few = behaviour_sheet(parse_measure("MGIA"), replace(SMALL, trials=40), None, rules)
    assert list(few.signs.values()) == ["(+)", "(+)", "(+)", "(+)"]
    assert few.find("identity").reach_text == "trees ≤ 2, forests ≤ 2, DAGs ≤ 2"
    assert 40 <= few.find("identity").tried - 20 <= 45
    # As large as everything is: as if nothing had been said.
    assert behaviour_sheet(parse_measure("MGIA"), replace(SMALL, up_to=9, trials=100_000), None, rules) == whole


def test_what_fails_everywhere_is_not_asked_to_the_end():
    asked = []

    def fails(case: Case) -> float:
        asked.append(case)
        raise ZeroDivisionError("no")

    found = behaviour_sheet(Made(fails))
    assert len(asked) == found.failed == MOST_FAILURES
    assert set(found.signs.values()) == {"?"}
    assert found.notes == (f"Nothing more was asked: it failed on each of the first {MOST_FAILURES} cases.",)
    assert len(found.failures) == 5
    assert "gave no value" in found.rows[0].sentence

    def starts_late(case: Case) -> float:
        if len(case.hierarchy) < 4:
            raise ZeroDivisionError("no")
        return sound(case)

    late = behaviour_sheet(Made(starts_late), SMALL)
    assert not late.notes
    assert late.failed > 10
    assert {row.sign for row in late.rows if row.failed} == {"(+)"}
    assert {row.sign for row in late.rows if not row.failed} == {"+"}


def test_random_bases_find_what_only_larger_hierarchies_show():
    """A measure that goes wrong from six classes on: found at random, and shrunk to six."""
    odd = Made(lambda c: 0.5 if len(c.hierarchy) >= 6 and c.true == c.predicted else sound(c))
    row = behaviour_sheet(odd, Budget(random=100), properties=[BY_KEY["identity"]]).rows[0]
    assert row.sign == "−"
    assert row.reached == (("trees", 5), ("forests", 4), ("DAGs", 4))
    assert row.beyond
    assert row.evidence.class_count == 6
    assert len(row.evidence.trial[1].predicted | row.evidence.trial[1].true) == 2
    assert row.evidence.trial[0].hierarchy.classes == tuple("ABCDEF")


def test_rows_say_what_they_rest_on(papers: dict[str, Sheet]):
    row = papers["MGIA"].find("over-specialisation")
    assert row.sentence.startswith(
        f"Held in {row.tried} trials on {row.hierarchies} hierarchies (trees ≤ 5, forests ≤ 3"
    )
    assert papers["GIE"].find("pairing").sentence == "Fails on 3 classes: 6 > 2 · 1."
    assert "With the long-distance step it holds" in papers["hF"].find("long-distance").sentence
