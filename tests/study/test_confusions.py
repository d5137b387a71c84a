"""Which class is taken for which: equal to a brute force on trees and graphs, its margins the counts of the classes."""

import random
from itertools import permutations

import pytest

from hierview import Case, Hierarchy
from hierview.draw.figures.figure import FigureStyle
from hierview.errors import StudyError
from hierview.study import Study, from_lists
from hierview.study.per_class.confusions import (
    ConfusedPairs,
    MatrixHead,
    classes_open_to_level,
    confused_pairs,
    confusions_picture,
    confusions_table,
    count_matrix,
    folded_heads,
)
from hierview.study.publish.figures import STUDY_FORMATS, StudyFigure
from tests.study.test_flows import made


def cheapest(case: Case) -> list[tuple[str | None, str | None]]:
    """The pairs (true, predicted) of the cheapest one-to-one pairing at 5 for a class alone, by trying all."""
    true, predicted = sorted(case.true), sorted(case.predicted)
    h = case.hierarchy.rooted()
    best: tuple[float, bool, list[tuple[str, str]], list[tuple[str | None, str | None]]] | None = None
    for partners in permutations([*predicted, *[None] * len(true)], len(true)):
        pairs: list[tuple[str | None, str | None]] = list(zip(true, partners, strict=True))
        pairs += [(None, p) for p in predicted if p not in partners]
        distances = [h.distance(t, p) if t is not None and p is not None else 5 for t, p in pairs]
        if max(distances) > 5:
            continue
        order = sorted((p or "~", t or "~") for t, p in pairs)  # by name, what is alone last
        apart = any(t != p for t, p in pairs if {t, p} & case.true & case.predicted)
        if best is None or (sum(distances), apart, order) < best[:3]:
            best = sum(distances), apart, order, pairs
    assert best is not None
    return best[3]


def pairs_by_hand(study: Study) -> list[tuple[str | None, str | None]]:
    found: list[tuple[str | None, str | None]] = []
    for true, predicted in zip(study.sets(), study.sets("run"), strict=True):
        if len(true) == len(predicted) == 1:
            found += zip(true, predicted, strict=True)
        elif true or predicted:
            found += cheapest(Case(study.hierarchy, true, predicted))
    return found


def holds(study: Study, head: MatrixHead, c: str | None) -> bool:
    if head.merged:
        return any(holds(study, one, c) for one in head.merged)
    if c is None or head.kind == "nothing":
        return c is None and head.kind == "nothing"
    return c == head.key or (not head.itself and head.key in study.hierarchy.ancestors(c))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("parents", "roots"), [(1, 1), (3, 1), (2, 3)])
def test_counts_are_those_by_brute_force_and_margins_those_of_classes(seed: int, parents: int, roots: int):
    study = made(seed, classes=20, n=40, parents=parents, roots=roots).study
    found, rng = confused_pairs(study, "run"), random.Random(seed)
    by_hand = pairs_by_hand(study)
    names = [*found.root_paths.names, None]
    assert sorted(map(str, by_hand)) == sorted(
        str((names[t], names[p])) for t, p in zip(found.true.tolist(), found.predicted.tolist(), strict=True)
    )
    opened = rng.sample(study.hierarchy.classes, 8)
    heads = folded_heads(study, [found], opened, most=rng.choice((5, 12, 100)))
    matrix = count_matrix(found, heads)
    for i, row in enumerate(heads):
        for j, column in enumerate(heads):
            inside = [
                (t, p)
                for t, p in by_hand
                if holds(study, row, t) and holds(study, column, p) and (i == j or not holds(study, row, p))
            ]
            assert matrix.counts[i, j] == len(inside), (row, column)
            assert len(found.instances_in(row, column)) <= len(inside)
    assert matrix.total == len(by_hand)
    # A row holds every true class at or below its own, as often as classes are counted by their own marks.
    counts = study.per_class().of("run", "all")
    for i, head in enumerate(heads):
        below = [c for c in counts if holds(study, head, c)]
        if head.kind != "nothing":
            assert matrix.true[i] == sum(counts[c].tp + counts[c].fn for c in below)
            assert matrix.predicted[i] == sum(counts[c].tp + counts[c].fp for c in below)
    if parents == 1:
        assert matrix.counts.sum() == matrix.total
        assert matrix.counts.sum(axis=1).tolist() == matrix.true.tolist()


def music() -> Study:
    h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")])
    true, run = (
        [["Pop"], ["Rock"], ["Music"], ["Pop", "Theater"], []],
        [["Rock"], ["Theater"], ["Pop"], ["Pop"], ["Rock"]],
    )
    other = [["Pop"], ["Rock"], ["Music"], ["Theater"], []]
    return Study.read(
        h, from_lists(map(set, true)), {"run": from_lists(map(set, run)), "other": from_lists(map(set, other))}
    )


def test_a_matrix_opens_into_children_and_a_cell_into_its_instances():
    study = music()
    one = confused_pairs(study, "run")
    closed = folded_heads(study, [one], ())
    assert [head.shown for head in closed] == ["Music", "Theater", "nothing"]
    assert [head.opens for head in closed] == [True, False, False]
    assert count_matrix(one, closed).counts.tolist() == [[3, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert one.instances_in(closed[0], closed[0]) == [0, 2, 3]
    opened = folded_heads(study, [one], ["Music"])
    assert [(head.shown, head.path, head.itself) for head in opened[:3]] == [
        ("Pop", ("Music",), False),
        ("Rock", ("Music",), False),
        ("Music", ("Music",), True),
    ]
    assert classes_open_to_level(study, 2) == {"Arts", "Music"}
    matrix = count_matrix(one, opened)
    assert matrix.shares("row")[0].tolist() == [0.5, 0.5, 0, 0, 0]
    assert matrix.scores(0) == (0.5, 0.5, 0.5)
    table = confusions_table(matrix)
    assert [column.name for column in table.columns][:3] == ["Pop", "Rock", "Music itself"]
    assert [entry.value for entry in table.rows[-1]][:5] == [2, 2, 0, 1, 1]
    difference = confusions_table(matrix, other=count_matrix(confused_pairs(study, "other"), opened))
    assert difference.rows[0][0].value == 0
    for wrong in (
        lambda: folded_heads(study, [one], ["Musik"]),
        lambda: classes_open_to_level(study, 9),
        lambda: matrix.shares("cell"),
    ):
        with pytest.raises(StudyError):
            wrong()


def wide(classes: int, n: int) -> tuple[Study, ConfusedPairs]:
    rng = random.Random(7)
    h = Hierarchy.from_edges([("All", f"a class called {i:06}") for i in range(classes)])
    leaves = [c for c in h.classes if c != "All"]
    true = [{rng.choice(leaves[:200])} for _ in range(n)]
    run = [c if rng.random() < 0.7 else {rng.choice(leaves[:200])} for c in true]
    study = Study.read(h, from_lists(true), {"run": from_lists(run)})
    return study, confused_pairs(study, "run")


def test_of_very_many_classes_those_with_counts_are_shown():
    study, one = wide(100_000, 500)
    heads = folded_heads(study, [one], (), most=30)
    assert len(heads) == 30
    assert heads[-1].kind == "others"
    assert count_matrix(one, heads).counts.sum() == 500


@pytest.mark.parametrize("width", [84, 174])
def test_a_figure_of_thirty_rows_is_ready_for_print(width: int):
    study, one = wide(40, 900)
    picture = confusions_picture(count_matrix(one, folded_heads(study, [one], (), most=30)))
    figure = StudyFigure(picture, "a signature", style=FigureStyle(width_mm=width))
    for name in ("svg", "pdf", "tikz"):
        assert STUDY_FORMATS[name].data(figure)
        assert figure.tightest_figure(name).fits, figure.verdict_text(name)
    said = figure.figure.says
    assert "Rows are true, columns predicted." in said
