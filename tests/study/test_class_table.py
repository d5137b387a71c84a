"""The classes of a run as a table: the shares of the study, ordered and paged; blocking as a tree of flows."""

import random

import pytest

from hierview import Hierarchy
from hierview.draw.figures.figure import FigureStyle
from hierview.study import Study, from_lists
from hierview.study.markup.classes import class_table_html as drawn
from hierview.study.per_class.class_table import blocking_tree, class_shares, ordered_classes
from hierview.study.per_class.counts import By, PerClass
from hierview.study.publish.figures import StudyFigure
from tests.study.test_differences import Words
from tests.study.test_figures import HOSTILE
from tests.study.test_study import small


@pytest.fixture(scope="module")
def study() -> Study:
    return small(80)


@pytest.fixture(scope="module")
def found(study: Study) -> dict[By, PerClass]:
    return {
        "flat": study.per_class(),
        "similarity": study.per_class("similarity"),
        "distance": study.per_class("distance"),
    }


def rejections(study: Study) -> list[tuple[str, str, str]]:
    rng, h, rows = random.Random(4), study.hierarchy, []
    for instance in study.data.ids:
        for c in sorted(study.case(instance, "near").true):
            inner = sorted(a for a in h.closure([c]) if h.children(a))
            if inner and rng.random() < 0.5:
                rows.append((instance, c, rng.choice(inner)))
    return rows


def test_values_are_those_of_the_study(study: Study, found: dict[By, PerClass]):
    blocking = study.blocking(rejections(study))
    table = ordered_classes(class_shares(found, "near", study.hierarchy, blocking), rows=200)
    frames = {by: one.frame.query("system == 'near'").set_index("class") for by, one in found.items()}
    factors = blocking.set_index("class")["blocking factor"]
    assert {row.name for row in table.rows} == set(frames["flat"].index)
    for row in table.rows:
        values = dict(zip((key for key, _ in table.columns), row.values, strict=True))
        flat = frames["flat"].loc[row.name]
        assert (values["true"], values["right"]) == (flat["tp"] + flat["fn"], flat["tp"])
        assert (values["wrong"], values["missed"]) == (flat["fp"], flat["fn"])
        for by, key in (("flat", ""), ("similarity", " similarity"), ("distance", " distance")):
            assert values[f"precision{key}"] == frames[by].loc[row.name, "precision"]
            assert values[f"recall{key}"] == frames[by].loc[row.name, "recall"]
        assert values["blocking"] == (factors[row.name] if row.name in factors.index else None)


def test_a_class_counts_with_what_is_below_it_beside_its_own_marks():
    """As asked in a thread: B counts three of its four cells, though one alone is marked B."""
    h = Hierarchy.from_edges(
        [*zip(["cell"] * 2 + ["B", "B", "T", "T"], ["B", "T", "naiveB", "memB", "CD4", "CD8"], strict=True)]
    )
    true, run = ["naiveB", "memB", "CD4", "B"], ["memB", "memB", "B", "naiveB"]
    study = Study.read(h, from_lists([{c} for c in true]), {"run": from_lists([{c} for c in run])})
    table = ordered_classes(class_shares({by: study.per_class(by) for by in ("flat", "below")}, "run", h), rows=20)
    values = {row.name: dict(zip((key for key, _ in table.columns), row.values, strict=True)) for row in table.rows}
    own, below = (
        [values["B"][f"{key}{by}"] for key in ("true", "right", "precision", "recall")] for by in ("", " below")
    )
    assert own == [1, 0, 0, 0]
    assert below == [3, 3, 0.75, 1]
    assert values["cell"]["true"] == 0
    assert values["cell"]["precision"] is None
    for c in ("B", "T", "memB"):
        sets = [(h.closure([t]), h.closure([p])) for t, p in zip(true, run, strict=True)]
        assert values[c]["right below"] == sum(c in t and c in p for t, p in sets)
        assert values[c]["wrong below"] == sum(c not in t and c in p for t, p in sets)


def test_averages_are_those_of_the_study(study: Study, found: dict[By, PerClass]):
    table = ordered_classes(class_shares(found, "far", study.hierarchy))
    assert [row.name for row in table.averages] == ["micro", "micro as printed", "macro", "macro, mean of F1"]
    averages = found["distance"].averages().query("system == 'far'").set_index("average")
    keys = [table.columns[i][0] for i in table.shares]
    for row in table.averages[:3]:
        assert dict(zip(keys, row.values, strict=True))["recall distance"] == averages.loc[row.name, "recall"]
    flat = dict(zip(keys, table.averages[1].values, strict=True))
    assert flat["precision"] is None


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ["class", "missed", "recall distance", "blocking"])
def test_rows_are_in_order_page_by_page(study: Study, found: dict[By, PerClass], order: str, descending: bool):
    blocking = study.blocking(rejections(study))
    shares = class_shares(found, "near", study.hierarchy, blocking)
    pages = [ordered_classes(shares, order, descending=descending, page=p, rows=7) for p in (1, 2, 3, 4, 5)]
    rows = [row for page in pages[: pages[0].pages] for row in page.rows]
    assert len(rows) == pages[0].count == len({row.name for row in rows})
    if order == "class":
        assert [row.name for row in rows] == sorted((row.name for row in rows), reverse=descending)
        return
    at = [key for key, _ in pages[0].columns].index(order)
    values = [row.values[at] for row in rows]
    defined = [value for value in values if value is not None]
    assert defined == sorted(defined, reverse=descending)
    assert values[: len(defined)] == defined


def test_the_page_says_all_values_and_escapes_all_names(study: Study, found: dict[By, PerClass]):
    table = ordered_classes(class_shares(found, "near", study.hierarchy, study.blocking(rejections(study))))
    markup = drawn(table)
    said = str(Words(markup))
    for row in table.rows:
        assert row.name in said
        for value, (key, _) in zip(row.values, table.columns, strict=True):
            counted = key in ("true", "right", "wrong", "missed")
            assert value is None or (f"{value:.0f}" if counted else f"{value:.3f}") in said
    assert markup.count('aria-sort="descending"') == 1
    assert 'data-pick="order recall similarity"' in markup
    h = Hierarchy.from_edges([[HOSTILE, f"{HOSTILE}1"], [HOSTILE, f"{HOSTILE}2"]])
    hostile = Study.read(h, from_lists([[f"{HOSTILE}1"]]), {HOSTILE: from_lists([[f"{HOSTILE}2"]])})
    assert "<b>50" not in drawn(
        ordered_classes(class_shares({"flat": hostile.per_class()}, HOSTILE, hostile.hierarchy))
    )


def test_blocking_is_drawn_with_its_own_numbers(study: Study):
    blocking = study.blocking(rejections(study))
    picture = blocking_tree(blocking, study.hierarchy)
    rows = {row["class"]: row for row in blocking.to_dict("records")}
    assert {b.name for b in picture.branches} == set(rows)
    for k, branch in enumerate(picture.branches):
        assert (branch.amount, branch.here) == (rows[branch.name]["instances"], rows[branch.name]["rejected"])
        assert branch.parent is None or branch.parent < k
        if branch.parent is not None:
            assert picture.branches[branch.parent].name in study.hierarchy.parents(branch.name)
    assert StudyFigure(picture, "", (), FigureStyle(titles=False)).figure.fits
    few = blocking_tree(blocking, study.hierarchy, most=3)
    assert len(few.branches) < len(rows)
    assert f"without {len(rows) - len(few.branches)} classes" in few.title[0]
