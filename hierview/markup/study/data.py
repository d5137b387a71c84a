"""Data of a study as HTML: files as they were read, and what a paper printed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...study.data import Read
from ...study.published import PublishedStudy
from ...study.study import Study

MOST_OF_CELLS = 40  # numbers that are printed otherwise, as they are listed


def reads(found: Sequence[Read], hierarchy: str = "") -> str:
    """The files as they were read: a row each, and below what is odd about them."""
    rows = "".join(
        f'<tr><th scope="row"><bdi>{escape(read.name)}</bdi></th><td>{read.instances:,}</td><td>{read.labels:,}</td>'
        f"<td>{_of(len(read.missing))}</td><td>{_of(len(read.extra))}</td>"
        f"<td>{_of(sum(count for _, count, _ in read.unknown))}</td><td>{escape(read.shape)}</td></tr>"
        for read in found
    )
    heads = ("file", "instances", "labels", "missing", "extra", "unknown", "read as")
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    odd = "".join(
        f"<li><b><bdi>{escape(read.name)}</bdi></b>: {escape(sentence)}</li>"
        for read in found
        for sentence in read.sentences()
    )
    told = f"<p>The hierarchy was {escape(hierarchy)}.</p>" if hierarchy else ""
    return (
        f'{told}<div class="sideways" tabindex="0" role="region" aria-label="Files as they were read">'
        f'<table class="plain reads"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        + (f'<ul class="odd">{odd}</ul>' if odd else '<p class="quiet">Nothing is odd about them.</p>')
    )


def _of(count: int) -> str:
    return f"<b>{count:,}</b>" if count else "0"


def read(study: Study) -> str:
    """Account of what a kept study was made of."""
    h = study.hierarchy
    roots = ", ".join(f"<bdi>{escape(root)}</bdi>" for root in h.roots[:3]) + (", …" if len(h.roots) > 3 else "")
    columns = ", ".join(map(escape, study.data.columns))
    more = f"<p>More about each instance: {columns}.</p>" if columns else ""
    return (
        f'<section class="study-data"><p>{len(h):,} classes, {h.edge_count:,} edges, from {roots}. '
        f"{escape(study.data.standing())}</p>{more}{reads(study.data.reads)}</section>"
    )


def printed(study: PublishedStudy, why: str) -> str:
    """Account of what a paper printed, where numbers do not follow from others, and what cannot be shown."""
    cells = study.cells
    wrong = [row for row in cells.to_dict("records") if not row["agrees"]]
    listed = "".join(
        f'<tr><th scope="row">{escape(" ".join(filter(None, (row["system"], row["row"], row["column"]))))}</th>'
        f"<td>{escape(row['printed'])}</td><td>{row['ours']:.3f}</td><td>{escape(row['because'])}</td></tr>"
        for row in wrong[:MOST_OF_CELLS]
    )
    table = (
        '<div class="sideways" tabindex="0" role="region" aria-label="Numbers that are printed otherwise">'
        '<table class="plain"><thead><tr><th scope="col">number</th><th scope="col">printed</th><th scope="col">follows'
        f'</th><th scope="col">why</th></tr></thead><tbody>{listed}</tbody></table></div>'
        if wrong
        else ""
    )
    follow = (
        f"Of {len(cells):,} printed numbers that follow from others, {len(cells) - len(wrong):,} do."
        if len(cells)
        else "None of the printed numbers follows from others."
    )
    many = f"{len(study.systems)} systems under {len(study.measures)} measures"
    return (
        f'<section class="study-data"><p><b>{escape(study.title)}</b>: {many}, from {escape(study.source)}.</p>'
        f"<p>{escape(why)}</p><p>{follow}</p>{table}</section>"
    )
