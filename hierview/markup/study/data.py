"""Data of a study as HTML: files as they were read, and what a paper printed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...languages import _
from ...study.inputs.data import Read
from ...study.published import PublishedStudy
from ...study.study import Study

MOST_OF_CELLS = 40  # numbers that are printed otherwise, as they are listed


def reads(files: Sequence[Read], hierarchy: str = "") -> str:
    """The files as they were read: a row each, and below what is odd about them."""
    rows = "".join(
        f'<tr><th scope="row"><bdi>{escape(file.name)}</bdi></th><td>{file.instances:,}</td><td>{file.labels:,}</td>'
        f"<td>{_of(len(file.missing))}</td><td>{_of(len(file.extra))}</td>"
        f"<td>{_of(sum(count for _, count, _ in file.unknown))}</td><td>{escape(file.shape)}</td></tr>"
        for file in files
    )
    heads = (_("file"), _("instances"), _("labels"), _("missing"), _("extra"), _("unknown"), _("read as"))
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    odd = "".join(
        f"<li><b><bdi>{escape(file.name)}</bdi></b>: {escape(sentence)}</li>"
        for file in files
        for sentence in file.sentences()
    )
    heading = f"<p>{_('The hierarchy was {hierarchy}.', hierarchy=escape(hierarchy))}</p>" if hierarchy else ""
    return (
        f'{heading}<div class="sideways" tabindex="0" role="region" aria-label="{_("Files as they were read")}">'
        f'<table class="plain reads"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        + (f'<ul class="odd">{odd}</ul>' if odd else f'<p class="quiet">{_("Nothing is odd about them.")}</p>')
    )


def _of(count: int) -> str:
    return f"<b>{count:,}</b>" if count else "0"


def account(study: Study) -> str:
    """Account of what a kept study was made of."""
    h = study.hierarchy
    roots = ", ".join(f"<bdi>{escape(root)}</bdi>" for root in h.roots[:3]) + (", …" if len(h.roots) > 3 else "")
    columns = ", ".join(map(escape, study.data.columns))
    more = f"<p>{_('More about each instance: {columns}.', columns=columns)}</p>" if columns else ""
    says = _("{n:,} classes, {edges:,} edges, from {roots}.", n=len(h), edges=h.edge_count, roots=roots)
    standing = escape(study.data.standing())
    return f'<section class="study-data"><p>{says} {standing}</p>{more}{reads(study.data.reads)}</section>'


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
        f'<div class="sideways" tabindex="0" role="region" aria-label="{_("Numbers that are printed otherwise")}">'
        f'<table class="plain"><thead><tr><th scope="col">{_("number")}</th><th scope="col">{_("printed")}</th>'
        f'<th scope="col">{_("follows")}</th><th scope="col">{_("why")}</th></tr></thead>'
        f"<tbody>{listed}</tbody></table></div>"
        if wrong
        else ""
    )
    follow = _("None of the printed numbers follows from others.")
    if len(cells):
        right = len(cells) - len(wrong)
        follow = _("Of {n:,} printed numbers that follow from others, {right:,} do.", n=len(cells), right=right)
    counts = {"systems": len(study.systems), "measures": len(study.measures)}
    many = _("{systems} systems under {measures} measures, from {source}.", **counts, source=escape(study.source))
    return (
        f'<section class="study-data"><p><b>{escape(study.title)}</b>: {many}</p>'
        f"<p>{escape(why)}</p><p>{follow}</p>{table}</section>"
    )
