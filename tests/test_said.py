"""What is said and drawn of a case is what the oracle states: every text, blank, tint, outline and link."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from itertools import cycle, pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hierview import Case, Hierarchy, Measure, measures, parse_measure
from hierview.answers.conventions import CONVENTIONS as TOOLS
from hierview.answers.conventions import change_sentence, result_under_convention
from hierview.answers.counted import drawing_count
from hierview.answers.ideas import FIELD, differences_of_ideas, ideas_of_rows, roles_line
from hierview.explain import (
    Formula,
    Frac,
    HierarchyPicture,
    Link,
    Name,
    NetworkPicture,
    Num,
    PairsPicture,
    Picture,
    Row,
    SetsPicture,
    Step,
    Words,
)
from hierview.measures.pairs.steps import way_between
from hierview.model.extra import Extra
from hierview.model.labels import Labels
from tests.effort import SEARCH, in_turn, times
from tests.oracle.plain import Facts, cls
from tests.oracle.said import answers as oracle
from tests.samples import (
    Sample,
    evaluated,
    every_shape,
    listed_measures,
    presets,
    samples,
    stated_paths,
    steps_of,
    views_of,
)

# Each has a module of what its measures say, and a table.
_SAID = Path(__file__).parent / "oracle" / "said"
FAMILIES = [path.stem for path in sorted(_SAID.glob("*.py")) if "MEASURES = " in path.read_text(encoding="utf-8")]
_EDGES = [("A", c) for c in "BCDEFGH"] + [(c, f"{c}{i}") for c in "BCDEFG" for i in (1, 2, 3)] + [("C", "B1")]
_SPINE = [(f"S{i}", f"S{i + 1}") for i in range(7)] + [(f"S{i}", f"{c}{i}") for c in "TP" for i in range(8)]
_CHAIN = [*pairwise("ABCDEFGHIJKL")]
# Two towers of eight storeys with two classes each, so that 256 climbs lead from either foot.
_TOWERS = [[["R"], *([f"{foot}{i}l", f"{foot}{i}r"] for i in range(8)), [foot]] for foot in "YZ"]
# Many on each side: what is beyond the first few is told in one sentence.
MANY = {
    "seven and eight": Case.of(_EDGES, [f"{c}1" for c in "BCDEFG"] + ["H"], [f"{c}2" for c in "BCDEFG"] + ["A", "H"]),
    "eight and seven": Case.of(
        _EDGES, [f"{c}{i}" for c in "BCDE" for i in (1, 2)], [f"{c}3" for c in "BCDEFG"] + ["B"]
    ),
    "eleven and nine": Case.of(
        _EDGES, [f"{c}{i}" for c in "BCDEF" for i in (1, 2)] + ["G1"], [f"{c}1" for c in "BCDEFG"] + ["B2", "C2", "D2"]
    ),
    "five below two": Case.of(_EDGES, ["A", "B"], ["A"] + [f"{c}1" for c in "BCDEF"]),
    "one class": Case.of([], ["A"], ["A"], ["A"]),
    "very many classes": Case.of([("A", f"A{i}") for i in range(210)], ["A1", "A2"], ["A2", "A3"]),
    # Y and Z meet at A after 2 edges, and are more alike by D, deeper and after 4.
    "two ways to meet": Case.of([*zip("ABCDXAD", "BCDXYYW", strict=True), ("W", "Z"), ("A", "Z")], ["Y"], ["Z"]),
    **{f"{n} levels": Case.of(_SPINE, [f"T{i}" for i in range(n)], [f"P{i}" for i in range(n)]) for n in (6, 7)},
    "one of seven": Case.of(_EDGES, ["H"], ["B1", "B2", "B3", "C1", "C2", "C3", "H"]),
    "long chain": Case.of(_CHAIN[:8], ["I", "H"], ["I"]),
    "eight and one": Case.of(_EDGES, [f"{c}{i}" for c in "BCDE" for i in (1, 2)], ["B3"]),
    "ten and one": Case.of(_EDGES, [f"{c}{i}" for c in "BCDEF" for i in (1, 2)], ["B3"]),
    "names with commas": Case.of([("R", "a, b"), ("R", "c"), ("c", "d")], ["a, b", "c"], ["a, b", "d", "R"]),
    "a long way": Case.of(_CHAIN[:8], ["I"], ["A", "B"]),
    "a chain of twelve": Case.of(_CHAIN, [*"ABCDEFGHIJKL"], ["L"]),
    "a chain of eleven": Case.of(_CHAIN[1:], [*"BCDEFGHIJKL"], ["L"]),
    "a root that is not needed": Case.of([*map(tuple, ("QA", "AB", "AC", "CE", "EF", "DG"))], ["B", "G"], ["D", "F"]),
    "more graphs than are tried": Case.of(
        [("R", "A"), *(edge for tower in _TOWERS for storeys in pairwise(tower) for edge in product(*storeys))],
        ["Y", "Z"],
        ["A"],
    ),
    "seven errors with a class below": Case.of(
        [*product("R", "ABCDEFGXYZ"), *zip("ABCDEFG", "abcdefg", strict=True)], [*"abcdefgXYZ"], [*"RXYZ"]
    ),
}

_LEAVES = [f"{c}{i}" for i in (1, 2, 3) for c in "BCDEFG"]
MANY |= {
    f"{m} predicted, {n} true": Case.of(_EDGES, _LEAVES[:n], _LEAVES[n - 1 : n - 1 + m])
    for m, n in ((8, 1), (7, 2), (1, 7), (4, 7), (4, 10))
}
_LABELS = Labels({"": {"crude": "o" * 28, "nat-gas": "g" * 29}})
_H = Hierarchy.from_edges([("All", "crude"), ("All", "grain"), ("crude", "nat-gas"), ("crude", "ship")]).labelled(
    _LABELS
)
_ROWS = [["crude", "grain", 0.523], ["crude", "nat-gas", 0.602], ["grain", "nat-gas", 0]]
_SIMILAR = {
    "similarities": _ROWS,
    "one class without similarity": _ROWS[:1],
    "an average of more classes": {"average": 0.7, "rows": _ROWS},
    "all equally alike": [[*pair, 1] for *pair, _ in _ROWS],
}
for _name, _rows in _SIMILAR.items():
    _extra = Extra.of(_H, similarity=_rows)
    MANY[_name] = Case(_H, frozenset({"crude"}), frozenset({"nat-gas", "grain"}), extra=_extra)
# Grain is both, and as like crude, whose name comes first, as it is like itself.
MANY["one on both sides"] = Case(_H, frozenset({"crude", "grain"}), frozenset({"grain"}), extra=_extra)

_DIAMOND = Hierarchy.from_edges([*zip("AAABCD", "BCDEEF", strict=True)])
_LABELLED = _DIAMOND.labelled(Labels({"en": {c: f"the {c}" for c in "BCDEF"}}))
# Answers level by level: right, against the hierarchy, with a gap, with nothing on top; and levels that are given.
_LEVELS = ["BEF", "BD", ["C", None, "F"], [None, "E"], ["B", "E", "F", "F", "F", "F", "F", "F", "F"]]


def _told(*levels: str | None) -> Case:
    extra = Extra.of(_DIAMOND, levels=levels, rank_of={"A": 1, "C": 2, "D": 2, "E": 3, "F": 4})
    return Case(_DIAMOND, frozenset("F"), frozenset("E"), extra=extra)


_PATHS = {"paths": {"E": [list("ABE"), list("ACE")]}}
MANY |= {
    "two paths": Case(_DIAMOND, frozenset("F"), frozenset("E"), extra=Extra.of(_DIAMOND, **_PATHS)),
    "two paths and nothing true": Case(_DIAMOND, frozenset(), frozenset("E")),
    "in order": Case(_LABELLED, frozenset("BCD"), extra=Extra.of(_DIAMOND, order=["D", "B"])),
    **{f"levels {i}": _told(*levels) for i, levels in enumerate(_LEVELS)},
    "with labels": Case(_LABELLED, frozenset("BCEF"), frozenset("BCDEF")),
}


def _ranked(h: Hierarchy, true: Iterable[str], ranking: Iterable[str], **extra: Any) -> Case:
    return Case(h, frozenset(true), frozenset(), extra=Extra.of(h, ranking=[*ranking], **extra))


def ranked() -> dict[str, Case]:
    """Rankings: right, short, of inner classes and of many, against one true class, several or none; and by scores."""
    h, spine = _DIAMOND, Hierarchy.from_edges(_SPINE)
    seven, twelve = (Hierarchy.from_edges([("A", c) for c in leaves]) for leaves in ("BCDEFGH", "BCDEFGHIJKLM"))
    told = [("F", "FE"), ("F", "EF"), ("F", "E"), ("F", "DEF"), ("D", "EF"), ("D", "FED"), ("A", "EFA"), ("EF", "EF")]
    cases = {f"ranking {i}": _ranked(h, true, ranking) for i, (true, ranking) in enumerate(told)}
    cases["a ranking and nothing true"] = replace(cases["ranking 0"], true=frozenset(), predicted=frozenset("F"))
    cases["scores"] = _ranked(h, "E", (), scores={"F": 0.5, "E": 0.5, "B": 0.9})
    cases["one class ranked"] = _ranked(Hierarchy.from_edges([], ["A"]), "A", "A")
    cases["two roots"] = _ranked(Hierarchy.from_edges([("A", "B"), ("C", "D")]), "B", "DB")
    cases["eight blocks"] = _ranked(spine, ["T7"], [f"{c}{i}" for i in (3, 7, 0, 1, 2, 4, 5, 6) for c in "PT"])
    cases["seven ranks"] = _ranked(seven, "H", "BCDEFGH")
    cases["twelve ranks"] = _ranked(twelve, "M", "BCDEFGHIJKLM")
    for i, sample in enumerate(samples(times(12, 400), seed=58)):
        rng, h = random.Random(i), sample.case.hierarchy
        leaves = [c for c in h.classes if not h.children(c)]
        among = leaves if i % 3 else list(h.classes)
        cases[f"ranked {i}"] = _ranked(h, [rng.choice(leaves)], rng.sample(among, len(among)))
    return cases


def words(text: Words) -> str:
    return "".join(cls(word.text) if isinstance(word, Name) else str(word) for word in text)


def row(terms: Row) -> str:
    """A row of a formula: fractions as [top / bottom], numbers with the classes behind them."""

    def term_text(term: Any) -> str:
        if isinstance(term, Frac):
            return f"[{row(term.top)} / {row(term.bottom)}]"
        if isinstance(term, Num):
            return term.text + (f"‹{', '.join(sorted(term.classes))}›" if term.classes else "")
        return str(term)

    return " ".join(map(term_text, terms))


def formula_text(formula: Formula | None) -> str:
    sides = [] if formula is None else [formula.left, *formula.sides, *([(formula.value,)] if formula.value else [])]
    return " = ".join(map(row, sides))


def drawn(picture: Picture) -> dict[str, Any]:
    """A picture as the oracle writes it."""
    found: dict[str, Any] = {"title": words(picture.title)}
    if isinstance(picture, SetsPicture | PairsPicture):
        columns = picture.columns if isinstance(picture, SetsPicture) else (picture.left, picture.right)
        found["columns"] = [(words(c.heading), c.side, list(c.classes)) for c in columns]
        return found | some_of(links=links(getattr(picture, "links", ())))
    if isinstance(picture, NetworkPicture):
        nodes = [[(node.kind, node.name) for node in column] for column in picture.columns]
        arcs = [
            ((a.tail.kind, a.tail.name), (a.head.kind, a.head.name), a.capacity, a.cost, a.flow, a.chosen)
            for a in picture.arcs
        ]
        return found | {"nodes": nodes, "arcs": arcs}
    assert isinstance(picture, HierarchyPicture)
    roles: dict[str, Any] = defaultdict(set)
    for c, look in picture.looks.items():
        sides = {"t": look.side in ("t", "both"), "p": look.side in ("p", "both")}
        for role in [role for role, holds in (sides | {"lca": look.lca, "picks": look.pick}).items() if holds]:
            roles[role].add(c)
        if look.emphasis != "plain":
            roles[look.emphasis].add(c)
        assert (look.kind == "artificial") == (c == picture.root), c
    for edge, side in picture.edges.items():
        for one in "tp" if side == "both" else side:
            roles[f"{one}_edges"].add(edge)
    for role, field in (("values", "value"), ("tints", "tint"), ("marks", "mark")):
        looks = {c: getattr(look, field) for c, look in picture.looks.items()}
        roles[role] = {c: what for c, what in looks.items() if what not in ("", None)}
    roles["levels"] = dict(picture.levels)
    return found | some_of(**roles, links=links(picture.links), others=links(picture.others), root=picture.root)


def some_of(**roles: Any) -> dict[str, Any]:
    return {role: what for role, what in roles.items() if what}


def links(given: Iterable[Link]) -> list[tuple]:
    return [(link.predicted, link.true, link.label, link.chosen) for link in given]


def told(step: Step) -> dict[str, Any]:
    """A step as the oracle writes it."""
    found = {"title": step.title, "text": words(step.text), "pictures": [drawn(picture) for picture in step.pictures]}
    fact = step.fact and tuple(map(words, step.fact))
    return found | some_of(formula=formula_text(step.formula), aside=[words(line) for line in step.aside], fact=fact)


def plain_measure(measure: Measure) -> SimpleNamespace:
    return SimpleNamespace(name=measure.spec.name, **{name: getattr(measure, name) for name in measure.params()})


@lru_cache(maxsize=100)
def facts(case: Case) -> Facts:
    edges = [(*edge, str(weight)) for edge, weight in case.hierarchy.weights.items()]
    extra: dict[str, Any] = {key: json.loads(text) for key, text in case.extra.texts()}
    label = case.hierarchy.labels.label_or_name
    extra["labels"] = {c: label(c) for c in case.hierarchy.classes}
    return Facts.of(edges, case.true, case.predicted, case.hierarchy.classes, extra)


def with_paths_and_order(sample: Sample, i: int) -> Case:
    """Every second sample with root paths of predicted classes and an order of some true ones."""
    rng = random.Random(i)
    order = rng.sample(sample.true, rng.randint(0, len(sample.true)))
    extra = Extra.of(sample.case.hierarchy, paths=stated_paths(rng, sample), order=order)
    return replace(sample.case, extra=extra) if i % 2 else sample.case


def small(every: int) -> Mapping[str, Case]:
    """Every `every`-th marking of all hierarchies of three classes."""
    shapes = [sample for shape in every_shape(3) for sample in shape]
    return {f"small {i}": shapes[i].case for i in range(0, len(shapes), every)}


def test_what_every_measure_says_is_held_in_one_family():
    held = [name for family in FAMILIES for name in import_module(f"tests.oracle.said.{family}").MEASURES]
    assert sorted(held) == sorted(measures())


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_said_is_so(family):
    oracle = import_module(f"tests.oracle.said.{family}")
    drawn_at_random = {
        f"sample {i}": with_paths_and_order(sample, i) for i, sample in enumerate(samples(times(25, 1000)))
    }
    tried = [m for m in listed_measures() if m.spec.name in oracle.MEASURES]
    tried += map(parse_measure, oracle.SETTINGS)
    every = 6 if SEARCH == "quick" else times(getattr(oracle, "EVERY", 2), 1)
    many = MANY | (ranked() if family == "ranks" else {})
    for turn, (name, case) in enumerate((many | presets() | small(times(17, 1)) | drawn_at_random).items()):
        f = facts(case)
        for measure in tried if name in many and SEARCH != "quick" else tried[turn % every :: every]:
            m, where = plain_measure(measure), f"{measure} on {name}"
            if not getattr(oracle, "fits", lambda *_: True)(f, m):
                continue
            result = evaluated(case, measure)
            assert list(result.notes) == oracle.notes(f, m), where
            assert not hasattr(oracle, "value") or result.value == pytest.approx(oracle.value(f, m), abs=1e-9), where
            views = {view: told(step) for view, step in views_of(case, measure)}
            assert views == oracle.views(f, m), where
            *leading, last = map(told, steps_of(case, measure))
            expected = oracle.steps(f, m)
            for i, (one, other) in enumerate(zip(leading, expected, strict=False), 1):
                assert one == other, f"{where}, step {i}"
            assert len(leading) == len(expected), where
            assert last == next(iter(views.values()))
    # Each alternative is the right one of some case.
    unused = {name: {text for text, *_ in table.rows} - table.used for name, table in oracle.SAID.items()}
    assert SEARCH == "quick" or not {name: texts for name, texts in unused.items() if texts}


# What answers say beside each other, on the drawing, and under conventions

# Measures that stand side by side, or whose settings are set against each other.
BESIDE = (
    ('hF(augmentation="none")', "GIE(default_cost=1)", "MGIA(max_distance=None)", 'hF(root="omitted")', "LCaF"),
    ('hF(augmentation="descendants")', "GIE", "MGIA", "hF", "LCaF"),
    ("hP", "SDL", 'MGIA(pairing="nearest", max_distance=2)', "MGIA", "AllPairs", "GIE(max_distance=3)"),
    ("TIE", "AllPairs", "MGIA(max_distance=1)", "GIE", 'LCaP(variant="extended")', 'hF(augmentation="tolerant")'),
    ("wF", "DepthDist", "WP", "Lin", "hF", "SDL"),
    ("HLoss", 'hR(root="virtual")', "Accuracy", 'SDL(augmentation="descendants")', "LCaR(reduce=False)", "LCaF"),
)
SETTINGS = (
    ("GIE(max_distance=2)", "GIE", "GIE(default_cost=10)", 'MGIA(pairing="nearest")', "MGIA"),
    ('hF(augmentation="none")', "hF", 'hF(augmentation="descendants")', "hF(zero=None)", "hF(beta=2)", "hR", "SDL"),
    ('LCaF(variant="extended")', "LCaF", "LCaF(zero=None)", "LCaF(beta=2)", "LCaP(reduce=False)", "LCaR(zero=None)"),
    ("MGIA", "MGIA(default_cost=5.001)", "MGIA(max_distance=1)", "MGIA(default_cost=2.5, max_distance=None)", "TIE"),
    ("SDL", "Accuracy", 'hP(root="virtual", zero=None)', "MGIA(max_distance=None)", "MGIA(default_cost=2.5)"),
)


def cases_said() -> dict[str, Case]:
    random = {f"sample {i}": sample.case for i, sample in enumerate(samples(times(40, 1000)))}
    many = {name: MANY[name] for name in ("seven and eight", "eight and seven", "names with commas")}
    return many | presets() | small(times(17, 1)) | random


def said_in_turn(forms: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, Case, Facts, tuple[str, ...]]]:
    """Every case with the measures whose turn it is; those with many classes a side, which are few, with all."""
    for i, (name, case) in enumerate(cases_said().items()):
        yield from ((name, case, facts(case), texts) for texts in (forms if name in MANY else in_turn(forms, i)))


def few(case: Case, texts: Iterable[str]) -> dict[str, Measure]:
    """The measures, by row, that brute force can follow on a case."""
    few_pairs = len(case.true) * len(case.predicted) <= 12
    return {t: parse_measure(t) for t in texts if few_pairs or t.partition("(")[0] in oracle.FAMILIES}


def with_words(measure: Measure) -> SimpleNamespace:
    m = plain_measure(measure)
    m.label, m.means = measure.label(), measure.title()
    return m


def assert_reached(tables: Mapping[str, Any], start: str) -> None:
    """Each alternative is the right one of some case."""
    unused = {name: {text for text, *_ in table.rows} - table.used for name, table in tables.items()}
    assert not {name: texts for name, texts in unused.items() if texts and name.startswith(start)}


@pytest.mark.slow
def test_what_stands_side_by_side_is_so():
    for name, case, f, texts in said_in_turn(BESIDE):
        for rows in (few(case, FIELD), few(case, texts)):
            where = f"{list(rows)} on {name}"
            ours = ideas_of_rows(case, None if tuple(rows) == FIELD else rows)
            panels = oracle.panels([with_words(measure) for measure in rows.values()])
            theirs = [[(m, oracle.seen(f, m)) for m in own] for *_, own in panels]
            for panel, (title, question, own), seen in zip(ours, panels, theirs, strict=True):
                assert [(i.title, i.question, i.name) for i in panel] == [(title, question, m.label) for m in own]
                assert [formula_text(i.count_formula) for i in panel] == [s.formula for _, s in seen], where
            for c in case.hierarchy.classes:
                assert words(roles_line(ours, c)) == oracle.counted_by_all(theirs, c), where
            assert words(differences_of_ideas(case, ours)) == oracle.what_parts(f, theirs), where
    assert_reached(oracle.SAID, "ideas")


def test_counts_on_the_drawing_are_so():
    for name, case, f, texts in said_in_turn(BESIDE):
        for text, measure in few(case, texts).items():
            shown = drawing_count(case, measure, evaluated(case, measure))
            order, m = case.hierarchy.top_down, with_words(measure)
            expected = oracle.on_drawing(f, m, order, partial(way_between, case))
            assert (shown.lines, shown.sides, shown.numbers) == expected, f"{text} on {name}"
    assert_reached(oracle.SAID, "counted")


@pytest.mark.slow
def test_what_a_convention_changes_is_so():
    others = cycle(tool for tool in TOOLS if tool not in ("paper", "HEMKit"))
    for name, case, f, texts in said_in_turn(SETTINGS):
        rows = few(case, texts)
        for measure, other in pairwise(rows.values()):
            if type(measure) is type(other):
                seen = [oracle.seen(f, plain_measure(one)) for one in (measure, other)]
                says = words(change_sentence(evaluated(case, measure), evaluated(case, other)))
                assert says == oracle.changed(*seen), f"{measure} and {other} on {name}"
        as_in = *((tool, None) for tool in ("paper", "HEMKit", next(others))), ("HEMKit", 0), ("HEMKit", 1)
        for measure, (tool, limit) in product(rows.values(), as_in):
            found, m = result_under_convention(case, measure, tool, limit), plain_measure(measure)
            changed, expected = oracle.under(f, m, tool, limit)
            assert plain_measure(found.measure) == expected, f"{measure} as in {tool}, {limit} on {name}"
            assert words(found.changed) == changed, f"{measure} as in {tool}, {limit} on {name}"
            assert found.caveat == oracle.caveat(expected, tool)
    assert_reached(oracle.SAID, "conventions")
