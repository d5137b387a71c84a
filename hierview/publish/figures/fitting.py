"""Ways to make a figure fit: a direction or folding, else another width or smaller letters, or figures of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from ...draw.figures.figure import PAGE_MM, Figure
from ...languages import N_
from .export import Export

NOTHING_FITS = N_("No direction, folding or width makes it fit at 7 pt: mark fewer classes, or choose fewer panels")
Changes = Mapping[str, Any]  # fields of a figure's style
_WIDE, _SMALL, _FOLDED = {"width_mm": 174}, {"font_pt": 7}, {"fold": True}


def ways_to_fit(export: Export) -> list[tuple[Changes, Figure]]:
    """Changes of its style, each of which makes it fit, and the figures then; none where no change does.

    One that keeps its width and its letters, if there is one; else one that is wider and one of smaller letters, if
    one of these fits; else one that is both.
    """
    for tried in (({},), (_WIDE, _SMALL), (_WIDE | _SMALL,)):
        if fitting := [way for changes in tried if (way := _first_fitting_changes(export, changes))]:
            return fitting
    return []


def too_many_steps_advice(export: Export) -> str:
    """Advice where all steps are far higher than a page, as the first of them tells; "" elsewhere."""
    if "steps" not in export.what or export.format == "beamer" or export.style.width_mm is None:
        return ""
    count, first = len(export.pages), replace(export, what=("step 1",), format="svg").figure
    if count * first.height_mm <= 1.5 * PAGE_MM:
        return ""
    return (
        f"{count} steps below each other are higher than a page: --steps 1,2,3 shows some beside each other, "
        "--panel step-2 shows one"
    )


def _first_fitting_changes(export: Export, changes: Changes) -> tuple[Changes, Figure] | None:
    """These changes, alone or with folding or another direction, once it fits with them; None if it never does."""
    directions: list[dict[str, str]] = [{}]
    if export.style.direction != "auto":  # which tries every direction by itself
        directions += [{"direction": way} for way in ("right", "indented")]
    for fold, direction in product(({}, _FOLDED), directions):
        more = {**changes, **fold, **direction}
        style = replace(export.style, **more)
        if style != export.style and (figure := replace(export, style=style).tightest_figure).fits:
            return more, figure
    return None


def changes_to_fit_alone(export: Export) -> tuple[Changes, tuple[str, ...]] | None:
    """The changes with which each of its pictures fits as a figure of its own, and their panels; None if they do not.

    Of a single picture, of slides and of two cases None, too.
    """
    if export.format == "beamer" or len(export.separate_panels) < 2 or export.other is not None:
        return None
    for changes in ({}, _FOLDED, _SMALL, _FOLDED | _SMALL, _WIDE, _WIDE | _FOLDED | _SMALL):
        style = replace(export.style, **changes)
        if all(replace(export, what=(what,), style=style).tightest_figure.fits for what in export.separate_panels):
            return changes, export.separate_panels
    return None
