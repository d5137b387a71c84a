"""In a notebook a case shows itself as its drawing."""

from __future__ import annotations

from .draw.backends.svg import svg_markup
from .draw.scenes.hierarchy import drawable_part, hierarchy_scene
from .explain import HierarchyPicture
from .model.case import Case


def case_svg(case: Case) -> str:
    """The case's drawing as one stand-alone SVG element; a sentence in it where it is too large to draw."""
    part = drawable_part(case)
    if part is None:
        text = f"{len(case.hierarchy):,} classes: too many to draw"
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30"><text y="20">{text}</text></svg>'
    return str(svg_markup(hierarchy_scene(part, HierarchyPicture(("Hierarchy",)))))
