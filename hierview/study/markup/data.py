"""Data of a study as HTML: files as they were read, and what a paper printed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...languages import N_, _
from ...markup.html import also_html
from ..inputs.closures import Sets
from ..inputs.data import ReadReport
from ..inputs.tables.columns import LEFT_OUT, SYSTEM, ColumnRoles
from ..printed import PublishedStudy
from ..sets_compared import SetsCompared
from ..study import Study
from .values import fixed_text, plain_table, row_html, sideways

MOST_SYSTEMS = 6  # whose values stand beside each choice
LONGEST_CELL = 60  # characters
STEP, NAMED = "step", "name"  # what begins a pick of a step; what stands behind the column that gets another name
_STEPS = {
    "id": N_("by id"),
    "name": N_("by name"),
    "path": N_("by path"),
    "old id": N_("by old id"),
    "code": N_("by code"),
    "id and name": N_("by id and name"),
    "spelling": N_("by spelling"),
    "": N_("not in the hierarchy"),
}
MOST_OF_CELLS = 40  # numbers that are printed otherwise, as they are listed


def reads(files: Sequence[ReadReport], hierarchy: str = "", others: Sequence[str] = ()) -> str:
    """The files as they were read: a row each, and below what is odd about them.

    hierarchy: how it was read, in a sentence.  others: how else it may be, in words.
    """
    rows = "".join(
        row_html(
            f"<bdi>{escape(file.name)}</bdi>",
            (
                f"{file.instances:,}",
                f"{file.labels:,}",
                *map(_column_count, (len(file.missing), len(file.extra), sum(count for _, count, _ in file.unknown))),
                escape(file.shape),
            ),
        )
        for file in files
    )
    heads = (_("file"), _("instances"), _("labels"), _("missing"), _("extra"), _("unknown"), _("read as"))
    odd = "".join(
        f"<li><b><bdi>{escape(file.name)}</bdi></b>: {escape(sentence)}</li>"
        for file in files
        for sentence in file.sentences()
    )
    says = _("The hierarchy was {hierarchy}.", hierarchy=escape(hierarchy))
    heading = f'<p class="read-so">{says}{also_html(others)}</p>' if hierarchy else ""
    below = f'<ul class="odd">{odd}</ul>' if odd else f'<p class="quiet">{_("Nothing is odd about them.")}</p>'
    return heading + plain_table(_("Files as they were read"), heads, rows, "reads") + below


def _column_count(count: int) -> str:
    return f"<b>{count:,}</b>" if count else "0"


def column_table(columns: ColumnRoles, file: str, step: str | None = None, named: int | None = None) -> str:
    """The first rows of a file of labels below the role of each column, which a list changes.

    step: whose rows are shown alone.  named: the column whose system gets another name.
    """
    part = next((part for part in columns.matched if part.step == step), None)
    names = {"id": _("id"), "true": _("true classes"), "label": _("classes"), LEFT_OUT: _("left out")}
    heads, lists = [], []
    for k, (head, now) in enumerate(zip(columns.heads, columns.roles, strict=True)):
        system = _("system {name}", name=columns.name(k))
        options = "".join(
            f'<option value="{k} {role}"{" selected" if role == now else ""}>'
            f"{escape(system if role == SYSTEM else names.get(role, role.replace('level', _('level'))))}</option>"
            for role in columns.options()
        )
        if now == SYSTEM:
            chosen = " selected" if k == named else ""
            options += f'<option value="{k} {NAMED}"{chosen}>{escape(_("another name …"))}</option>'
        label = escape(_("What {column} of {file} is", column=head, file=file))
        lists.append(f'<td><select data-choose aria-label="{label}">{options}</select></td>')
        heads.append(f'<th scope="col"{_left_out(now)}><bdi>{escape(head)}</bdi></th>')
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{_left_out(now)}><bdi>{escape(cell[:LONGEST_CELL])}</bdi></td>"
            for cell, now in zip(row, columns.roles, strict=True)
        )
        + "</tr>"
        for row in (part.rows if part else columns.rows)
    )
    many = _("{n:,} rows more", n=columns.more) if columns.more and not part else ""
    table = (
        f'<table class="plain roles"><thead><tr>{"".join(lists)}</tr><tr>{"".join(heads)}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
    more = f'<p class="quiet">{many}</p>' if many else ""
    return _steps(columns, step) + sideways(table, _("What each column of {file} is", file=file)) + more


def _steps(columns: ColumnRoles, now: str | None) -> str:
    """How labels of these rows were matched, on one line: a button for each step, which shows its rows."""
    counts = [f"{part.labels:,} {_(_STEPS.get(part.step, part.step))}" for part in columns.matched]
    if len(counts) < 2:
        return f'<p class="matched">{_("Labels: {counts}.", counts=escape(counts[0]))}</p>' if counts else ""
    buttons = ", ".join(
        f'<button type="button" data-pick="{STEP} {part.step}" aria-pressed="{str(part.step == now).lower()}">'
        f"{escape(count)}</button>"
        for part, count in zip(columns.matched, counts, strict=True)
    )
    return f'<p class="matched">{_("Labels: {counts}.", counts=buttons)}</p>'


def _left_out(role: str) -> str:
    return ' class="quiet"' if role == LEFT_OUT else ""


def sets_panel(sets: SetsCompared, now: Sets | None = None) -> str:
    """Panel on sets that hold ancestors of their own classes: the averages that follow from each choice of sets.

    now: the choice, where there is one to make.
    """
    systems = [*sets.holding]
    counts = [_("{n:,} of {all:,} true sets", n=sets.true, all=sets.instances)]
    counts += [_("{n:,} of {name}", n=sets.holding[name], name=name) for name in systems[:MOST_SYSTEMS]]
    moved = ", ".join(sets.moved) or _("none of the usual measures")
    says = _(
        "{counts} hold an ancestor of their own classes. Pairs and exact hits count it as one more class; it moves "
        "{measures}.",
        counts=", ".join(counts),
        measures=moved,
    )
    of_systems = "".join(f'<th scope="col"><bdi>{escape(name)}</bdi></th>' for name in systems[:MOST_SYSTEMS])
    table = (
        f'<table class="plain"><thead><tr><th scope="col">{_("{measure} where sets are", measure=escape(sets.measure))}'
        f"</th>{of_systems}<td></td></tr></thead><tbody>{_choices(sets, now)}</tbody></table>"
    )
    return (
        f'<section class="own-ancestors"><div><h3>{_("Some sets hold a class and its own ancestor")}</h3>'
        f"<p>{escape(says)}</p></div>{sideways(table, _('Sets taken otherwise'))}</section>"
    )


def _choices(sets: SetsCompared, now: Sets | None) -> str:
    """A row for each choice, with the averages that follow."""
    ways: dict[Sets, tuple[str, str]] = {
        "given": (_("as given"), _("nothing is changed")),
        "specific": (_("most specific"), _("ancestors inside a set are taken out")),
        "closed": (_("closed"), _("all ancestors are added")),
    }
    rows = []
    for choice, (name, what) in ways.items():
        radio = f'<input type="radio" name="sets" data-pick="{choice}"{" checked" if choice == now else ""}>'
        head = f"<b>{escape(name)}</b> <span>{escape(what)}</span>"
        head = head if now is None else f"<label>{radio}{head}</label>"
        best, cells = sets.best[choice], []
        for system, value in list(zip(sets.holding, sets.values[choice], strict=True))[:MOST_SYSTEMS]:
            text = fixed_text(None if value != value else value)
            cells.append(f"<td>{f'<b>{text}</b>' if system in best else text}</td>")
        leads = _("{system} leads", system=", ".join(best)) if len(best) < len(sets.holding) else ""
        rows.append(
            f'<tr><th scope="row">{head}</th>{"".join(cells)}<td class="leads"><bdi>{escape(leads)}</bdi></td></tr>'
        )
    return "".join(rows)


def account(study: Study) -> str:
    """Account of what a kept study was made of."""
    h = study.hierarchy
    roots = ", ".join(f"<bdi>{escape(root)}</bdi>" for root in h.roots[:3]) + (", …" if len(h.roots) > 3 else "")
    columns = ", ".join(map(escape, study.data.columns))
    more = f"<p>{_('More about each instance: {columns}.', columns=columns)}</p>" if columns else ""
    says = _("{n:,} classes, {edges:,} edges, from {roots}.", n=len(h), edges=h.edge_count, roots=roots)
    standing = escape(study.data.standing_sentence())
    return f'<section class="study-data"><p>{says} {standing}</p>{more}{reads(study.data.reads)}</section>'


def printed(study: PublishedStudy, why: str) -> str:
    """Account of what a paper printed, where numbers do not follow from others, and what cannot be shown."""
    cells = study.cells
    wrong = [row for row in cells.to_dict("records") if not row["agrees"]]
    listed = "".join(
        row_html(
            escape(" ".join(filter(None, (row["system"], row["row"], row["column"])))),
            (escape(row["printed"]), f"{row['ours']:.3f}", escape(row["because"])),
        )
        for row in wrong[:MOST_OF_CELLS]
    )
    heads = (_("number"), _("printed"), _("follows"), _("why"))
    table = plain_table(_("Numbers that are printed otherwise"), heads, listed) if wrong else ""
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
