"""What views show as tables: the same numbers, in every format of tables."""

from dataclasses import replace

import pytest

from hierview.draw.figures.figure import FigureStyle
from hierview.publish.registry import TABLE_FORMATS
from hierview.publish.tables import TableOptions
from hierview.publish.tables.latex import latex
from hierview.publish.tables.widths import table_setting_of
from hierview.study import Study
from hierview.study.per_class.class_table import class_shares, ordered_classes
from hierview.study.per_class.flows import flows_by_class
from hierview.study.publish.figures import StudyFigure
from hierview.study.publish.tables import table_for_paper
from hierview.study.results import view_tables as views
from hierview.study.results.differences import differences_of_systems, part_differences, parts_picture
from hierview.study.results.instances import Finder, InstanceQuery
from hierview.study.results.tables import StudyTable, difference_table
from tests.study.test_curves import SYSTEMS
from tests.study.test_study import small


@pytest.fixture(scope="module")
def finder() -> Finder:
    study: Study = small(60)
    return Finder(study, study.score(["hF", "GIE"]))


@pytest.fixture(scope="module")
def tables(finder: Finder) -> dict[str, StudyTable]:
    study, scores = finder.study, finder.scores
    parts = part_differences(scores, study.parts("depth"), "depth", ("near", "far"), "hF")
    return {
        "contrasts": views.contrast_table(differences_of_systems(scores, "near", "far")),
        "parts": views.parts_table(parts, "near", "far"),
        "instances": views.instances_table(
            finder.instances_page(InstanceQuery("near", "far", by="A.hF - B.hF", rows=5))
        ),
        "classes": views.classes_table(
            ordered_classes(class_shares({"flat": study.per_class()}, "near", study.hierarchy), rows=5)
        ),
        "flows": views.flows_table(flows_by_class(finder, "near")),
        "threshold": views.threshold_table(SYSTEMS, 0.3),
        "curves": views.curve_table(SYSTEMS),
        "best": views.best_table(SYSTEMS),
        "calibration": views.calibration_table(SYSTEMS),
    }


@pytest.mark.parametrize("key", list(TABLE_FORMATS))
def test_every_format_takes_every_table(tables: dict[str, StudyTable], key: str):
    for table in tables.values():
        assert all(len(row) == len(table.columns) for row in table.rows)
        made = [
            TABLE_FORMATS[key].write(table_for_paper(table, ("origin",), TableOptions(), key == "csv")) for _ in "ab"
        ]
        assert made[0] == made[1]
        assert made[0]
        assert "<flat>" not in made[0] or key != "html"


def test_averages_of_ones_own_data_are_not_called_printed(finder: Finder):
    shares = class_shares({"distance": finder.study.per_class("distance")}, "near", finder.study.hierarchy)
    names = views.classes_table(ordered_classes(shares)).names[-4:]
    assert names == ("micro", "micro, not limited to 1", "macro", "macro, mean of F1")


def test_the_instances_of_two_systems_fit_a_page_under_their_names(tables: dict[str, StudyTable]):
    long = {"near": "a_system_with_a_long_name", "far": "another_one_with_a_long_name"}
    columns = tuple(
        replace(column, of=long.get(column.of, ""), name=column.name.replace(column.of, long[column.of]))
        if column.of
        else column
        for column in tables["instances"].columns
    )
    named = replace(tables["instances"], columns=columns)
    table = table_for_paper(named, (), TableOptions("columns", width_mm=174))
    setting = table_setting_of(table)
    assert setting.fits
    assert [name for name, _, _ in setting.shared] == list(long.values())
    made = latex(table)
    for i, name in enumerate(long.values()):
        assert rf"\multicolumn{{3}}{{c}}{{{name}}}".replace("_", r"\_") in made
        assert rf"\cmidrule(lr){{{4 + 3 * i}-{6 + 3 * i}}}" in made
    head = made.splitlines()[[line.strip() for line in made.splitlines()].index(r"\midrule") - 1]
    assert head.count("predicted") == head.count("GIE") == 2
    assert "long" not in head
    assert not table_setting_of(replace(table, options=TableOptions("columns", width_mm=60))).fits


def test_differences_are_those_of_the_shell(finder: Finder, tables: dict[str, StudyTable]):
    shell = difference_table(finder.scores, "near", "far")
    mine = tables["contrasts"]
    for name in ("difference", "n", "wins", "ties", "losses"):
        a, b = ([column.name for column in table.columns].index(name) for table in (mine, shell))
        assert [row[a] for row in mine.rows] == [row[b] for row in shell.rows]


def test_parts_are_drawn_with_their_intervals(finder: Finder):
    parts = part_differences(finder.scores, finder.study.parts("depth"), "depth", ("near", "far"), "hF")
    picture = parts_picture(parts, "near", "far")
    assert [row.label for row in picture.rows] == [part.name for part in parts.rows]
    assert [row.low for row in picture.rows] == [part.difference.low for part in parts.rows]
    assert StudyFigure(picture, "", (), FigureStyle(titles=False)).figure.fits
