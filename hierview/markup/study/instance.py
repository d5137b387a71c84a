"""An instance under one system, as HTML: what the measures say of it, and its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...draw.hierarchy import drawable
from ...model.case import Case
from .. import html, pictures, workbench

_PHONE = 320.0  # px, at the smallest scale, of a dialog on a phone


def said(system: str, values: Sequence[tuple[str, str]]) -> str:
    """The system's name, and each measure with its value."""
    told = ", ".join(f"<bdi>{escape(name)}</bdi> <b>{escape(value)}</b>" for name, value in values)
    return f'<section class="evidence"><h2><bdi>{escape(system)}</bdi></h2><p>{told}</p></section>'


def drawing(case: Case, cases: Sequence[Case]) -> str:
    """The case, drawn small; where several are drawn beside each other, with the marked classes of all in view."""
    ids = html.class_ids(case)
    part = drawable(case)
    if len(cases) == 1 or part is None:
        picture = workbench.picture(case, ids)
    else:
        marked = [c for other in cases for c in other.marked]
        frames = pictures.frames(part, ids, part, (1.0, 1.0), marked, _PHONE)
        picture = f'<div class="canvas beside">{frames}</div>'
    return f'<section class="evidence">{picture}</section>'
