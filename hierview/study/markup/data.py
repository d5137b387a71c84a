"""Data of a study as HTML: files as they were read, and what a paper printed."""

from __future__ import annotations

from collections.abc import Sequence

from ...languages import N_, _
from ...markup.html import other_readings_link_html
from ...safe import Markup, joined, safe, translated_markup
from ..inputs.closures import Sets
from ..inputs.data import ReadReport
from ..inputs.tables.columns import LEFT_OUT, SYSTEM, ColumnRoles
from ..printed import PublishedStudy
from ..sets_compared import SetsCompared
from ..study import Study
from .values import fixed_text, plain_table_html, row_html, scrolling_table_html

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


def files_read_html(files: Sequence[ReadReport], hierarchy: str = "", others: Sequence[str] = ()) -> Markup:
    """The files as they were read: a row each, and below what is odd about them.

    hierarchy: how it was read, in a sentence.  others: how else it may be, in words.
    """
    rows = joined(
        row_html(
            safe("<bdi>{}</bdi>", file.name),
            (
                f"{file.instances:,}",
                f"{file.labels:,}",
                *map(_column_count, (len(file.missing), len(file.extra), sum(count for _, count, _ in file.unknown))),
                file.shape,
            ),
        )
        for file in files
    )
    heads = (_("file"), _("instances"), _("labels"), _("missing"), _("extra"), _("unknown"), _("read as"))
    odd = joined(
        safe("<li><b><bdi>{}</bdi></b>: {}</li>", file.name, sentence)
        for file in files
        for sentence in file.sentences()
    )
    says = _("The hierarchy was {hierarchy}.", hierarchy=hierarchy)
    heading = safe('<p class="read-so">{}{}</p>', says, other_readings_link_html(others)) if hierarchy else Markup()
    nothing = safe('<p class="quiet">{}</p>', _("Nothing is odd about them."))
    below = safe('<ul class="odd">{}</ul>', odd) if odd else nothing
    return heading + plain_table_html(_("Files as they were read"), heads, rows, "reads") + below


def _column_count(count: int) -> str:
    return safe("<b>{}</b>", f"{count:,}") if count else "0"


def column_table_html(columns: ColumnRoles, file: str, step: str | None = None, named: int | None = None) -> Markup:
    """The first rows of a file of labels below the role of each column, which a list changes.

    step: whose rows are shown alone.  named: the column whose system gets another name.
    """
    part = next((part for part in columns.matched if part.step == step), None)
    names = {"id": _("id"), "true": _("true classes"), "label": _("classes"), LEFT_OUT: _("left out")}
    heads, lists = [], []
    for k, (head, now) in enumerate(zip(columns.heads, columns.roles, strict=True)):
        system = _("system {name}", name=columns.system_name(k))
        options = joined(
            safe(
                '<option value="{} {}"{}>{}</option>',
                k,
                role,
                " selected" if role == now else "",
                system if role == SYSTEM else names.get(role, role.replace("level", _("level"))),
            )
            for role in columns.role_options()
        )
        if now == SYSTEM:
            chosen = " selected" if k == named else ""
            options += safe('<option value="{} {}"{}>{}</option>', k, NAMED, chosen, _("another name …"))
        label = _("What {column} of {file} is", column=head, file=file)
        lists.append(safe('<td><select data-choose aria-label="{}">{}</select></td>', label, options))
        heads.append(safe('<th scope="col"{}><bdi>{}</bdi></th>', _left_out_html(now), head))
    cells = (
        joined(
            safe("<td{}><bdi>{}</bdi></td>", _left_out_html(now), cell[:LONGEST_CELL])
            for cell, now in zip(row, columns.roles, strict=True)
        )
        for row in (part.rows if part else columns.rows)
    )
    many = _("{n:,} rows more", n=columns.more) if columns.more and not part else ""
    table = safe(
        '<table class="plain roles"><thead><tr>{}</tr><tr>{}</tr></thead><tbody>{}</tbody></table>',
        joined(lists),
        joined(heads),
        joined(safe("<tr>{}</tr>", row) for row in cells),
    )
    more = safe('<p class="quiet">{}</p>', many) if many else ""
    return (
        _steps_html(columns, step) + scrolling_table_html(table, _("What each column of {file} is", file=file)) + more
    )


def _steps_html(columns: ColumnRoles, now: str | None) -> Markup:
    """How labels of these rows were matched, on one line: a button for each step, which shows its rows."""
    counts = [f"{part.labels:,} {_(_STEPS.get(part.step, part.step))}" for part in columns.matched]
    if len(counts) < 2:
        return safe('<p class="matched">{}</p>', _("Labels: {counts}.", counts=counts[0])) if counts else Markup()
    buttons = [
        safe(
            '<button type="button" data-pick="{} {}" aria-pressed="{}">{}</button>',
            STEP,
            part.step,
            str(part.step == now).lower(),
            count,
        )
        for part, count in zip(columns.matched, counts, strict=True)
    ]
    return safe('<p class="matched">{}</p>', translated_markup("Labels: {counts}.", counts=joined(buttons, ", ")))


def _left_out_html(role: str) -> Markup:
    return Markup(' class="quiet"') if role == LEFT_OUT else Markup()


def sets_panel_html(sets: SetsCompared, now: Sets | None = None) -> Markup:
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
    of_systems = joined(safe('<th scope="col"><bdi>{}</bdi></th>', name) for name in systems[:MOST_SYSTEMS])
    table = safe(
        '<table class="plain"><thead><tr><th scope="col">{}</th>{}<td></td></tr></thead><tbody>{}</tbody></table>',
        _("{measure} where sets are", measure=sets.measure),
        of_systems,
        _set_choices_html(sets, now),
    )
    return safe(
        '<section class="own-ancestors"><div><h3>{}</h3><p>{}</p></div>{}</section>',
        _("Some sets hold a class and its own ancestor"),
        says,
        scrolling_table_html(table, _("Sets taken otherwise")),
    )


def _set_choices_html(sets: SetsCompared, now: Sets | None) -> Markup:
    """A row for each choice, with the averages that follow."""
    ways: dict[Sets, tuple[str, str]] = {
        "given": (_("as given"), _("nothing is changed")),
        "specific": (_("most specific"), _("ancestors inside a set are taken out")),
        "closed": (_("closed"), _("all ancestors are added")),
    }
    rows = []
    for choice, (name, what) in ways.items():
        radio = safe('<input type="radio" name="sets" data-pick="{}"{}>', choice, " checked" if choice == now else "")
        head = safe("<b>{}</b> <span>{}</span>", name, what)
        head = head if now is None else safe("<label>{}{}</label>", radio, head)
        best, cells = sets.best[choice], []
        for system, value in list(zip(sets.holding, sets.values[choice], strict=True))[:MOST_SYSTEMS]:
            text = fixed_text(None if value != value else value)
            cells.append(safe("<td>{}</td>", safe("<b>{}</b>", text) if system in best else text))
        leads = _("{system} leads", system=", ".join(best)) if len(best) < len(sets.holding) else ""
        rows.append(
            safe('<tr><th scope="row">{}</th>{}<td class="leads"><bdi>{}</bdi></td></tr>', head, joined(cells), leads)
        )
    return joined(rows)


def study_account_html(study: Study) -> Markup:
    """Account of what a kept study was made of."""
    h = study.hierarchy
    roots = joined([safe("<bdi>{}</bdi>", root) for root in h.roots[:3]], ", ") + (", …" if len(h.roots) > 3 else "")
    columns = ", ".join(study.data.columns)
    more = safe("<p>{}</p>", _("More about each instance: {columns}.", columns=columns)) if columns else ""
    says = translated_markup("{n:,} classes, {edges:,} edges, from {roots}.", n=len(h), edges=h.edge_count, roots=roots)
    standing, files = study.data.standing_sentence(), files_read_html(study.data.reads)
    return safe('<section class="study-data"><p>{} {}</p>{}{}</section>', says, standing, more, files)


def printed_study_html(study: PublishedStudy, why: str) -> Markup:
    """Account of what a paper printed, where numbers do not follow from others, and what cannot be shown."""
    cells = study.cells
    wrong = [row for row in cells.to_dict("records") if not row["agrees"]]
    listed = joined(
        row_html(
            " ".join(filter(None, (row["system"], row["row"], row["column"]))),
            (row["printed"], f"{row['ours']:.3f}", row["because"]),
        )
        for row in wrong[:MOST_OF_CELLS]
    )
    heads = (_("number"), _("printed"), _("follows"), _("why"))
    table = plain_table_html(_("Numbers that are printed otherwise"), heads, listed) if wrong else ""
    follow = _("None of the printed numbers follows from others.")
    if len(cells):
        right = len(cells) - len(wrong)
        follow = _("Of {n:,} printed numbers that follow from others, {right:,} do.", n=len(cells), right=right)
    counts = {"systems": len(study.systems), "measures": len(study.measures)}
    many = _("{systems} systems under {measures} measures, from {source}.", **counts, source=study.source)
    return safe(
        '<section class="study-data"><p><b>{}</b>: {}</p><p>{}</p><p>{}</p>{}</section>',
        study.title,
        many,
        why,
        follow,
        table,
    )
