"""Sentences on what a file was taken for, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def read_as_html(sentence: str, notes: Iterable[str]) -> str:
    """The sentence on what a file was taken for, and what was left out or made."""
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    text = f"{sentence[:1].upper()}{sentence[1:]}."
    return f'<div class="read-as"><p>{escape(text)}</p>{f"<ul>{listed}</ul>" * bool(listed)}</div>'


def first_rows(rows: Iterable[Sequence[str]]) -> str:
    """The first rows as they were parted; empty where there are none."""
    body = "".join(f"<tr>{''.join(f'<td><bdi>{escape(cell[:60])}</bdi></td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="sideways"><table class="plain rows"><tbody>{body}</tbody></table></div>' if body else ""
