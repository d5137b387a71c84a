"""In a notebook a case shows itself as its drawing and a result as a table."""

from __future__ import annotations

from html import escape

from .explain import HierarchyPicture, number
from .measures import Result
from .model.case import Case


def case_svg(case: Case) -> str:
    """The case's drawing as one stand-alone SVG element; a sentence in it where it is too large to draw."""
    # What draws takes a while to load, and a shell needs none of it.
    from .draw.backends.svg import svg
    from .draw.scenes.hierarchy import drawable_part, hierarchy_scene

    part = drawable_part(case)
    if part is None:
        text = f"{len(case.hierarchy):,} classes: too many to draw"
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30"><text y="20">{text}</text></svg>'
    return svg(hierarchy_scene(part, HierarchyPicture(("Hierarchy",))))


def result_html(result: Result) -> str:
    """A result's value, parts and notes as a table."""
    rows = [("value", number(result.value, 4)), *((name, number(value, 4)) for name, value in result.parts.items())]
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    notes = "".join(f"<br>{escape(note)}" for note in result.notes)
    return f"<table><caption>{escape(result.measure)}{notes}</caption>{cells}</table>"


def install() -> None:
    """Give both classes their look. They know nothing of drawing, so it is done from outside."""
    Case._repr_svg_ = case_svg  # type: ignore[attr-defined]
    Result._repr_html_ = result_html  # type: ignore[attr-defined]
