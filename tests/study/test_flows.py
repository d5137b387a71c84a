"""Where a run loses instances: counted by brute force, too; drawn so that nothing touches, all numbers in words."""

import random
import re

import pytest

from hierview import Hierarchy
from hierview.draw.figures.figure import FigureStyle
from hierview.errors import StudyError
from hierview.study import Study, from_lists
from hierview.study.markup.classes import flow_tree_html as drawn
from hierview.study.per_class.flows import FlowCounts, flow_tree_picture, flows_by_class
from hierview.study.publish.figures import StudyFigure
from hierview.study.results.instances import Finder
from tests.study.test_differences import Words
from tests.study.test_figures import HOSTILE


def made(seed: int, classes: int = 25, n: int = 60, parents: int = 2, roots: int = 1) -> Finder:
    """A study on a random graph, in which some instances have no class on one side."""
    rng = random.Random(seed)
    names = [f"c{i}" for i in range(classes)]
    edges = {(names[rng.randrange(i)], names[i]) for i in range(roots, classes) for _ in range(rng.randint(1, parents))}
    true = [rng.sample(names, rng.randint(0, 3)) for _ in range(n)]
    run = [[c for c in row if rng.random() < 0.6] + rng.sample(names, rng.randint(0, 1)) for row in true]
    study = Study.read(Hierarchy.from_edges(edges, names), from_lists(true), {"run": from_lists(map(set, run))})
    return Finder(study, study.score(["hF"]))


def by_hand(finder: Finder) -> dict[str, tuple[int, int, int, int]]:
    """Instances that come to each class, are lost there, were lost above, and come wrongly."""
    h = finder.study.hierarchy.rooted()
    found = {}
    sets = []
    for i in range(len(finder.study.data)):
        rows = finder.study.data.rows("run")
        sides = (
            rows.true[rows.true_starts[i] : rows.true_starts[i + 1]],
            rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]],
        )
        sets.append(tuple(h.closure(finder.names[c] for c in side.tolist()) for side in sides))
    for c in h.classes:
        above = h.parents(c)
        came = [(t, p) for t, p in sets if c in t]
        lost = [(t, p) for t, p in came if c not in p]
        here = [1 for t, p in lost if not above or any(a in p for a in above)]
        wrong = [1 for t, p in sets if c in p and c not in t and (not above or any(a in t for a in above))]
        found[c] = len(came), len(here), len(lost) - len(here), len(wrong)
    return found


def counts(found: FlowCounts) -> dict[str, tuple[int, int, int, int]]:
    columns = (found.arrived.tolist(), found.lost_here.tolist(), found.lost_above.tolist(), found.sent_wrongly.tolist())
    return dict(zip(found.names, zip(*columns, strict=True), strict=True))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("parents", "roots"), [(1, 1), (3, 1), (2, 3)])
def test_counts_are_those_by_hand(seed: int, parents: int, roots: int):
    finder = made(seed, parents=parents, roots=roots)
    assert counts(flows_by_class(finder, "run")) == by_hand(finder)


def test_chunks_and_what_is_remembered_change_nothing(monkeypatch: pytest.MonkeyPatch):
    finder = made(1, n=200)
    whole = counts(flows_by_class(finder, "run"))
    monkeypatch.setattr("hierview.study.per_class.flows.CHUNK", 7)
    monkeypatch.setattr("hierview.study.per_class.root_paths.MOST_KEPT", 10)
    assert counts(flows_by_class(finder, "run")) == whole


@pytest.mark.parametrize("most", [1, 2, 5, 12, 40, 400])
@pytest.mark.parametrize("parents", [1, 3])
def test_no_more_is_drawn_than_was_asked_for_and_nothing_is_left_out(most: int, parents: int):
    found = flows_by_class(finder := made(3, classes=60, n=300, parents=parents), "run")
    picture = flow_tree_picture(found, most=most)
    assert len(picture.branches) <= max(2, most)
    by_name = counts(found)
    drawn_classes = [branch for branch in picture.branches if not branch.folded]
    for branch in drawn_classes:
        assert (branch.amount, branch.here, branch.gone, branch.wrong) == by_name[branch.name]
    met = {i for i, c in enumerate(found.names) if found.arrived[i]}
    # Under each class stand all that are drawn there: by themselves, or counted in the fold.
    for k, branch in enumerate(picture.branches):
        if branch.folded:
            continue
        own = [i for i in met if found.above[i] == finder.names.index(branch.name)]
        below = [other for other in picture.branches if other.parent == k]
        assert sum(max(1, other.folded) for other in below) in (len(own), 0)
        if below:
            assert sum(other.amount for other in below) == sum(int(found.arrived[i]) for i in own)
    if most >= len(met):
        assert len(drawn_classes) == len(met)


def test_a_tree_may_begin_at_any_class():
    found = flows_by_class(made(3, parents=1), "run")
    top = flow_tree_picture(found)
    inner = next(branch for k, branch in enumerate(top.branches) if any(b.parent == k for b in top.branches) and k)
    picture = flow_tree_picture(found, inner.name)
    assert (picture.branches[0].name, picture.branches[0].amount) == (inner.name, inner.amount)
    assert f"under {inner.name}" in picture.title[0]
    with pytest.raises(StudyError, match="'c99' is not in the hierarchy"):
        flow_tree_picture(found, "c99")
    with pytest.raises(StudyError, match="'other' is no system of this study; they are run"):
        flows_by_class(made(3), "other")


# Drawn


@pytest.fixture(scope="module")
def many() -> FlowCounts:
    return flows_by_class(made(5, classes=400, n=900, parents=1), "run")


@pytest.mark.parametrize("font", ["sans", "serif"])
@pytest.mark.parametrize("width", [84, 174, None])
def test_nothing_touches(many: FlowCounts, width: float | None, font: str):
    for picture in (
        flow_tree_picture(many),
        flow_tree_picture(many, most=150),
        flow_tree_picture(flows_by_class(made(7, n=900), "run")),
    ):
        figure = StudyFigure(picture, "", (), FigureStyle(width_mm=width, font=font, titles=False)).figure
        assert not figure.touching_texts, figure.fit_sentence
        assert not figure.crossed_texts, figure.fit_sentence


def test_long_hostile_names_fit_and_are_escaped():
    h = Hierarchy.from_edges([[HOSTILE, f"{HOSTILE}{i}"] for i in range(9)])
    study = Study.read(h, from_lists([[f"{HOSTILE}{i}"] for i in range(9)]), {HOSTILE: from_lists([[HOSTILE]] * 9)})
    picture = flow_tree_picture(flows_by_class(Finder(study, study.score(["hF"])), HOSTILE))
    assert StudyFigure(picture, "", (), FigureStyle(width_mm=84, titles=False)).figure.fits
    markup = drawn(picture, ("<i>",))
    assert "<b>50" not in markup
    assert "<i>" not in markup


def test_the_drawing_says_every_number(many: FlowCounts):
    picture = flow_tree_picture(many)
    markup = drawn(picture, ("Says so.",))
    said = str(Words(markup))
    for branch in picture.branches:
        what = f"{branch.name} classes" if branch.folded else branch.name
        told = f"{what}: true here {branch.amount:,}, lost here {branch.here:,}, lost above {branch.gone:,}"
        assert told in said
    picked = re.findall(r'data-pick="((?:class|under) \w+)"', markup)
    assert len(picked) == 2 * len(picture.branches)
    assert markup.count('tabindex="-1"') == 2 * len(picture.branches)
