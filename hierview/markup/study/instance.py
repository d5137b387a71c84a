"""An instance under one system, as HTML: what the measures say of it, and its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...model.case import Case
from .. import html, workbench


def said(system: str, values: Sequence[tuple[str, str]]) -> str:
    """The system's name, and each measure with its value."""
    told = ", ".join(f"<bdi>{escape(name)}</bdi> <b>{escape(value)}</b>" for name, value in values)
    return f'<section class="evidence"><h2><bdi>{escape(system)}</bdi></h2><p>{told}</p></section>'


def drawing(case: Case) -> str:
    """The case, drawn small."""
    return f'<section class="evidence">{workbench.picture(case, html.class_ids(case))}</section>'
