"""The pictures of a lesson: the panels of Explore, for one case or for several side by side."""

from __future__ import annotations

from ..draw.arrange import Panel
from ..lessons import Lesson, Show
from ..measures import parse_measure
from .figures.export import Export
from .figures.panels import measure_for


def pictures(lesson: Lesson, show: Show) -> tuple[Panel, ...]:
    """The panels of a block `show`, case by case; a HierviewError lists the pictures that there are."""
    found: list[Panel] = []
    for name in show.cases:
        case = lesson.cases[name]
        measure = parse_measure(show.measure) if show.measure else measure_for(case, (show.picture,))
        for page in Export(case, measure, (show.picture,)).pages:
            found += page.panels
    return tuple(found)
