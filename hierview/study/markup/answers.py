"""Answers in words as HTML: what they were taken for, what waits to be confirmed, what every policy gives."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ...languages import N_, _
from ...markup.html import english_attribute
from ..answers.report import MEASURES, AnswersReport
from .values import fixed_text, plain_table, row_html

LONGEST = 80  # characters of a text
POLICIES: Mapping[str, str] = {
    "empty": N_("no class"),
    "root": N_("the root"),
    "farthest": N_("the class farthest from the truth, the worst case"),
    "drop": N_("the instance is left out"),
    "own": N_("a class of its own outside the hierarchy"),
    "price": N_("no class, which costs TIE a price"),
}


def answers_panel(report: AnswersReport, name: str, confirmed: Mapping[str, str]) -> str:
    """Panel on what the answers in a file were taken for, with a list of classes beside each text that is open.

    The list reports the place of the text and a class.  confirmed: the classes of texts that somebody chose before.
    """
    counts = ", ".join(f"{n:,} {step}" for step, n in report.steps)
    says = _(
        "{file}, {n:,} answers: {counts}.",
        file=f"<b><bdi>{escape(name)}</bdi></b>",
        n=report.answers,
        counts=f"<span{english_attribute()}>{escape(counts)}</span>",
    )
    chosen = ", ".join(f"{text[:LONGEST]} = {c}" for text, c in confirmed.items())
    told = f'<p class="quiet">{escape(_("Confirmed: {texts}.", texts=chosen))}</p>' if chosen else ""
    rows = "".join(_open_row(report, k, name) for k in range(len(report.unclear)))
    heads = (_("text"), _("class"), _("what it is"), _("how often"))
    table = plain_table(_("Texts of {file} that are no class", file=name), heads, rows, "roles") if rows else ""
    return f"<p>{says}</p>{told}{table}"


def _open_row(report: AnswersReport, k: int, name: str) -> str:
    """The row of a text that was not matched. Nothing is chosen by likeness: its list begins with no class."""
    text, category, often, _ids, candidates = report.unclear[k]
    options = f'<option value="" selected>{escape(_("not confirmed"))}</option>' + "".join(
        f'<option value="{k} {escape(c)}">{escape(f"{c} ({why})" if why else c)}</option>' for c, why in candidates
    )
    label = escape(_("The class of {answer} of {file}", answer=text[:LONGEST], file=name))
    choice = f'<select data-choose aria-label="{label}">{options}</select>' if candidates else "–"
    return row_html(
        f"<bdi>{escape(text[:LONGEST]) or '–'}</bdi>",
        (choice, f"<span{english_attribute()}>{escape(category)}</span>", f"{often:,}"),
    )


def policies_table(report: AnswersReport) -> str:
    """The averages under every policy, those of fewer instances with their number; "" where none is needed."""
    rows = []
    for policy, (n, values) in report.policies.items():
        shown = [fixed_text(v) + (f" ({defined:,})" if defined < n else "") for v, defined in values]
        rows.append(row_html(escape(_(POLICIES[policy])), (f"{n:,}", *shown) if shown else ["–"] * (1 + len(MEASURES))))
    heads = (_("What is no class counts as"), _("instances"), *MEASURES)
    return plain_table(_("What every policy gives"), heads, "".join(rows), "policies") if rows else ""
