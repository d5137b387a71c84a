"""Instances in an order of one's own: found by brute force, too, opened with the same numbers, escaped on the page."""

import random
from dataclasses import replace

import numpy as np
import pytest

from hierview import Hierarchy
from hierview.errors import StudyError
from hierview.measures import parse_measure
from hierview.model.labels import Labels
from hierview.study import Study, from_lists
from hierview.study.markup.instances import instances_html
from hierview.study.results.instances import Finder, InstanceQuery, cases_of_instance
from tests.study.test_differences import Words
from tests.study.test_figures import HOSTILE
from tests.study.test_study import small

pytestmark = pytest.mark.slow

TEXTS = ("hF", "LCaF", "MGIA", "GIE", "HCM", "WP", "CSF")


@pytest.fixture(scope="module")
def finder() -> Finder:
    study = small(90)
    return Finder(study, study.score(["hF", "LCaF", "GIE"]))


def numbers(finder: Finder, wish: InstanceQuery) -> list[int]:
    """All wished instances in order, page by page."""
    first = finder.instances_page(wish)
    pages = [finder.instances_page(InstanceQuery(**{**vars(wish), "page": p})) for p in range(1, first.pages + 1)]
    found = [row.number for page in pages for row in page.rows]
    assert len(found) == first.count
    return found


@pytest.mark.parametrize("lowest", [False, True])
def test_a_formula_orders_and_ties_stay_as_they_come(finder: Finder, lowest: bool):
    frame = finder.scores.frame.pivot(index="instance", columns="system", values="hF").loc[list(finder.study.data.ids)]
    difference = (frame["near"] - frame["far"]).to_numpy()
    kept = [i for i in range(90) if not np.isnan(difference[i])]
    expected = sorted(kept, key=lambda i: (round(difference[i], 12) * (1 if lowest else -1), i))
    assert numbers(finder, InstanceQuery("near", "far", by="A.hF - B.hF", lowest=lowest)) == expected
    assert numbers(finder, InstanceQuery("near", by="near.hF - far.hF", lowest=lowest)) == expected


def test_a_condition_chooses_and_leaves_the_order(finder: Finder):
    found = numbers(finder, InstanceQuery("near", by="hF > 0.5 and far.hF < 0.3"))
    near, far = finder.scores.column("hF").T
    assert found == np.flatnonzero((near > 0.5) & (far < 0.3)).tolist()
    assert found
    page = finder.instances_page(InstanceQuery("near", by="hF > 0.5"))
    assert page.condition
    assert page.rows[0].by is None


@pytest.mark.parametrize("side", ["either", "true", "predicted"])
@pytest.mark.parametrize("exact", [False, True])
def test_a_class_is_found_on_its_side_with_what_is_below_it(finder: Finder, side: str, exact: bool):
    study, c = finder.study, "c03"
    below = {c} if exact else study.hierarchy.downward_closure([c])
    expected = []
    for i, instance in enumerate(study.data.ids):
        cases = []
        for system in ("near", "far"):
            cases.append(study.case(instance, system))
        true = cases[0].true & below
        predicted = set().union(*(case.predicted for case in cases)) & below
        if {"either": true or predicted, "true": true, "predicted": predicted}[side]:
            expected.append(i)
    wish = InstanceQuery("near", "far", of_class=c, exact=exact, side=side)
    assert numbers(finder, wish) == expected
    assert 0 < len(expected) < 90


def test_instances_with_the_same_classes_share_a_row_where_that_is_wished(finder: Finder):
    wish = InstanceQuery("near", "far", by="A.hF - B.hF", page=2, rows=4)
    data = finder.scores.data
    sides = [side.named_lists(finder.names) for side in (data.truth, data.runs["near"], data.runs["far"])]
    groups: dict[tuple[frozenset[str], ...], list[int]] = {}
    for i in numbers(finder, wish):
        groups.setdefault(tuple(frozenset(side[i]) for side in sides), []).append(i)
    page = finder.instances_page(replace(wish, grouped=True))
    expected = [(group[0], len(group) - 1) for group in groups.values()][4:8]
    assert [(row.number, row.alike) for row in page.rows] == expected
    assert (page.listed, page.count) == (len(groups), 90)
    assert len(groups) < 90
    assert f"{page.listed} rows, each for all with the same classes" in instances_html(page)
    every = instances_html(finder.instances_page(replace(wish, by="", page=1, rows=90)))
    assert 'data-pick="group"' in every
    assert "more</span></th>" not in every
    assert 'data-pick="group"' not in instances_html(finder.instances_page(replace(wish, rows=1)))


def test_rows_say_what_the_cases_say(finder: Finder):
    for row in finder.instances_page(InstanceQuery("near", "far", by="A.hF - B.hF")).rows:
        for answer in row.answers:
            case = finder.study.case(row.name, answer.system)
            assert {m.name for m in row.true} == case.true
            assert {m.name for m in answer.predicted} == case.predicted
            assert all(m.mark == ("both" if m.name in case.true else "predicted") for m in answer.predicted)
            for text, value in zip(("hF", "LCaF", "GIE"), answer.values, strict=True):
                assert value == parse_measure(text).evaluate(case).value
    (row, *_) = finder.instances_page(InstanceQuery("near")).rows
    case = finder.study.case(row.name, "near")
    assert {m.name for m in row.true if m.mark == "both"} == case.true & case.predicted


def test_an_instance_opens_with_the_same_numbers_or_says_which_are_others(monkeypatch):
    """On random graphs, whole and cut: what is not told to change does not."""
    told = 0
    for seed in range(6):
        rng = random.Random(seed)
        classes = [f"c{i}" for i in range(40)]
        edges = {(classes[rng.randrange(i)], classes[i]) for i in range(1, 40) for _ in range(rng.randint(1, 2))}
        true = [rng.sample(classes, rng.randint(1, 3)) for _ in range(8)]
        runs = {name: from_lists([rng.sample(classes, rng.randint(0, 3)) for _ in true]) for name in ("x", "y")}
        study = Study.read(Hierarchy.from_edges(edges), from_lists(true), runs)
        scores = study.score(TEXTS)
        for i, instance in enumerate(study.data.ids):
            for largest in (10**6, 10):
                monkeypatch.setattr("hierview.study.results.instances.LARGEST_FILE", largest)
                single = cases_of_instance(study, instance, ["x"], scores.measures)
                pair, changed = cases_of_instance(study, instance, ("x", "y"), scores.measures)
                assert pair[0].hierarchy is pair[1].hierarchy or pair[0].hierarchy == pair[1].hierarchy
                shown = [(single[0][0], "x", single[1]), (pair[0], "x", changed), (pair[1], "y", changed)]
                for case, system, others in shown:
                    for k, (text, measure) in enumerate(zip(TEXTS, scores.measures, strict=True)):
                        value = scores.values[system][k].value[i]
                        if text not in others:
                            assert measure.evaluate(case).value == (None if np.isnan(value) else value), (seed, text)
                told += len(single[1])
                assert not set(single[1]) & {"hF", "LCaF", "HCM"}
    assert told  # contents of classes need the whole hierarchy


def test_the_page_escapes_all_names_and_says_all_values():
    h = Hierarchy.from_edges([["<b>r", '<b>a&"'], ["<b>r", "<b>c"]])
    ids = [f'<i>{i}"' for i in range(30)]
    study = Study.read(h, from_lists([['<b>a&"']] * 30, ids), {HOSTILE: from_lists([["<b>c"]] * 30, ids)})
    found = Finder(study, study.score(["hF", "GIE"])).instances_page(InstanceQuery(HOSTILE, by="hF > 0.1", rows=10))
    markup = instances_html(found)
    assert "<b>" not in markup
    assert "<i>0" not in markup
    said = str(Words(markup))
    assert "30 instances, where hF > 0.1" in said
    assert "1 to 10 of 30" in said
    assert said.count("0.500") == 10
    assert 'data-pick="page 2"' in markup
    assert 'data-pick="page 1" disabled' in markup


def test_a_class_is_found_by_its_label():
    h = small(3).hierarchy.labelled(Labels({"en": {"c01": "Arts", "c02": "Twice", "c03": "Twice"}}))
    study = Study.read(h, from_lists([["c01"], ["c02"]]), {"run": from_lists([["c01"], ["c03"]])})
    finder = Finder(study, study.score(["hF"]))
    assert numbers(finder, InstanceQuery("run", of_class="Arts", exact=True)) == [0]
    assert [m.shown for m in finder.instances_page(InstanceQuery("run")).rows[0].true] == ["Arts"]
    with pytest.raises(StudyError, match="'Twice' is not in the hierarchy"):
        finder.instances_page(InstanceQuery("run", of_class="Twice"))
