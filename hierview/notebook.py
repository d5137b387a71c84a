"""In a notebook a case shows itself as its drawing and a result as a table."""

from __future__ import annotations

from .explain import HierarchyPicture, number
from .measures import Result
from .model.case import Case
from .safe import joined, safe


def case_svg(case: Case) -> str:
    """The case's drawing as one stand-alone SVG element; a sentence in it where it is too large to draw."""
    # What draws takes a while to load, and a shell needs none of it.
    from .draw.backends.svg import svg
    from .draw.scenes.hierarchy import drawable, hierarchy_scene

    part = drawable(case)
    if part is None:
        text = f"{len(case.hierarchy):,} classes: too many to draw"
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30"><text y="20">{text}</text></svg>'
    return str(svg(hierarchy_scene(part, HierarchyPicture(("Hierarchy",)))))


def result_html(result: Result) -> str:
    """A result's value, parts and notes as a table."""
    rows = [("value", number(result.value, 4)), *((name, number(value, 4)) for name, value in result.parts.items())]
    cells = joined(safe("<tr><th>{}</th><td>{}</td></tr>", name, text) for name, text in rows)
    notes = joined(safe("<br>{}", note) for note in result.notes)
    return str(safe("<table><caption>{}{}</caption>{}</table>", result.measure, notes, cells))


def install() -> None:
    """Give both classes their look. They know nothing of drawing, so it is done from outside."""
    Case._repr_svg_ = case_svg  # type: ignore[attr-defined]
    Result._repr_html_ = result_html  # type: ignore[attr-defined]
