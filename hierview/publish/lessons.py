"""The pictures of a lesson: the panels of Explore, for one case or for several side by side."""

from __future__ import annotations

from dataclasses import replace

from ..draw.figures.arrange import Panel
from ..explain import Picture
from ..lessons import Lesson, Show
from ..measures import parse_measure
from ..model.case import Case
from .figures.export import Export
from .figures.panels import measure_for


def by_case(lesson: Lesson, show: Show) -> list[tuple[str, Case, list[Picture]]]:
    """The pictures of a block `show` under the names of their cases."""
    groups: list[tuple[str, Case, list[Picture]]] = []
    for panel in pictures(lesson, show):
        if not groups or groups[-1][1] is not panel.case:
            name = next((n for n in show.cases if lesson.cases[n] is panel.case), "")
            groups.append((name, panel.case, []))
        picture = panel.picture if panel.title is None else replace(panel.picture, title=panel.title)
        groups[-1][2].append(picture)
    return groups


def pictures(lesson: Lesson, show: Show) -> tuple[Panel, ...]:
    """The panels of a block `show`, case by case; a HierviewError lists the pictures that there are."""
    panels: list[Panel] = []
    for name in show.cases:
        case = lesson.cases[name]
        measure = parse_measure(show.measure) if show.measure else measure_for(case, (show.picture,))
        for page in Export(case, measure, (show.picture,)).pages:
            panels += page.panels
    return tuple(panels)
