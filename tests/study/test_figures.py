"""Figures of a study: nothing touches, names are escaped at each sink, the same bytes every time."""

import random
from dataclasses import replace

import pytest

from hierview import Hierarchy
from hierview.draw.figures.figure import FigureStyle
from hierview.explain import EstimatesPicture
from hierview.study import Study, from_lists
from hierview.study.curves import operating_pictures
from hierview.study.per_class.flows import flow_tree_picture, flows_by_class
from hierview.study.publish.figures import STUDY_FORMATS, StudyFigure, slide_figures
from hierview.study.results.instances import Finder, InstanceQuery
from hierview.study.results.pictures import differences_picture, histogram_picture, kendall_picture, ranking_picture
from hierview.study.results.points import points_picture, scatter_points
from hierview.study.results.scores import Scores
from tests.study.test_curves import SYSTEMS

pytestmark = pytest.mark.slow

HOSTILE = "<b>50%_$x&y{</b> with a name that is far longer than any column of a journal has room for"


def scored(names: list[str], measures: tuple[str, ...] = ("hF", "GIE", 'LCaF(variant="extended")')) -> Scores:
    return found(names, measures).scores


def found(names: list[str], measures: tuple[str, ...]) -> Finder:
    rng = random.Random(7)
    classes = [f"c{i:02}" for i in range(20)]
    h = Hierarchy.from_edges([[classes[rng.randrange(i)], classes[i]] for i in range(1, 20)])
    true = [rng.sample(classes, 2) for _ in range(40)]
    runs = {
        name: from_lists([{c if rng.random() < 0.9 - 0.03 * k else rng.choice(classes) for c in row} for row in true])
        for k, name in enumerate(names)
    }
    study = Study.read(h, from_lists(true), runs)
    return Finder(study, study.score(measures))


@pytest.fixture(scope="module")
def many() -> Scores:
    return scored([HOSTILE, *(f"system {i}" for i in range(18))])


def pictures(scores: Scores) -> list:
    a, b, *_ = scores.systems
    return [
        ranking_picture(scores, "hF", "pooled"),
        ranking_picture(scores, "GIE"),
        differences_picture(scores, a, b),
        kendall_picture(scores),
        kendall_picture(scores, "instances"),
        histogram_picture(scores, "GIE", a, b),
    ]


@pytest.mark.whole
def test_nothing_touches_with_many_systems_and_long_names(many: Scores):
    for picture in pictures(many):
        for width in (84, 174):
            for font in ("sans", "serif"):
                figure = StudyFigure(picture, "", (), FigureStyle(width_mm=width, font=font, titles=False)).figure
                assert figure.fits, (picture.title, width, figure.fit_sentence)


@pytest.mark.whole
def test_slides_are_read_in_a_room(many: Scores):
    """Ten points at least; rows that one slide has no room for go on, on the same axis."""
    for picture in pictures(many):
        slides = slide_figures(StudyFigure(picture, ""))
        for figure in slides:
            assert figure.fits, (picture.title, figure.fit_sentence)
            assert figure.least_pt >= 10
        if isinstance(picture, EstimatesPicture):
            names = [item.says for figure in slides for item in figure.items if item.role == "series"]
            assert len(names) == len(picture.rows)
            ticks = {
                tuple(label.text for i in figure.items if i.role == "axis" for label in i.labels) for figure in slides
            }
            assert len(ticks) == 1


def hostile() -> list:
    """Pictures of four kinds, each with such a name in it."""
    names = [HOSTILE, "b"]
    finder = found(names, ("hF", "GIE"))
    cloud = scatter_points(finder, InstanceQuery(*names), "A.hF", "B.hF")
    curves = operating_pictures([replace(SYSTEMS[0], system=HOSTILE)], 0.3)
    tree = flow_tree_picture(flows_by_class(finder, HOSTILE))
    branches = (replace(tree.branches[0], name=HOSTILE), *tree.branches[1:])
    flows = replace(tree, branches=branches)
    return [ranking_picture(finder.scores, "hF"), points_picture(cloud), curves[0], flows]


@pytest.mark.parametrize("key", list(STUDY_FORMATS))
def test_every_format_is_the_same_bytes_and_escapes_names(key: str):
    for picture in hostile():
        data, again = (
            STUDY_FORMATS[key].data(StudyFigure(picture, "origin </svg> %\n\\input{x}", ("<i>",))) for _ in range(2)
        )
        assert data == again
        if not STUDY_FORMATS[key].text:
            continue
        text = "\n".join(line for line in data.decode().splitlines() if not line.lstrip().startswith("%"))
        assert "<b>50%_$" not in text
        if key == "svg":
            assert "&lt;b&gt;50%" in text
            assert text.count("</svg>") == 1
        else:
            assert r"50\%\_\$x" in text
            assert "\n\\input{x}" not in text
