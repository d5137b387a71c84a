"""The gallery of cases, as HTML: each a small drawing with its name; and what the browser keeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..draw.scenes.hierarchy import drawable_part
from ..languages import _
from ..model.case import Draft
from ..safe import Markup, joined, safe
from .pictures import thumbnail_html


def gallery_html(groups: Iterable[tuple[str, Sequence[tuple[str, str, Draft]]]], selected: str) -> Markup:
    """The case picker: groups of (key, number, case), each as a small drawing with its name."""
    sections: list[Markup] = []
    for heading, cards in groups:
        body: list[Markup] = []
        for key, label, case in cards:
            part = drawable_part(case)
            picture = thumbnail_html(part) if part is not None else Markup()
            name = case.name or _("Unnamed case")
            state = " selected" if key == selected else ""
            body.append(
                safe(
                    '<button type="button" class="card{}" data-pick="{}" '
                    'data-find="{}">{}'
                    '<span><span class="number">{}</span> {}</span></button>',
                    state,
                    key,
                    f"{label} {name}",
                    picture,
                    label,
                    name[:60],
                )
            )
        if body:
            cards_html = safe('<div class="cards">{}</div>', joined(body))
            sections.append(safe('<section class="group"><h3>{}</h3>{}</section>', heading, cards_html))
    find = _("Find a case")
    return safe(
        '<div class="gallery"><input type="search" placeholder="{0}" aria-label="{0}">{1}</div>', find, joined(sections)
    )


def shelf_html(shelf: str, content: str, state: str) -> Markup:
    """Content for the browser to keep, unseen: cases or answers. state: "ask" until it said what it kept, "forget"."""
    data = safe('data-shelf="{}" data-content="{}"', shelf, content)
    return safe('<i hidden {} data-state="{}"></i>', data, state)
