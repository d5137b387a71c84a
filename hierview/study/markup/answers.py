"""Answers in words as HTML: what they were taken for, what waits to be confirmed, what every policy gives."""

from __future__ import annotations

from collections.abc import Mapping

from ...languages import N_, _
from ...markup.html import english_attribute
from ...safe import Markup, joined, safe, translated_markup
from ..answers.report import MEASURES, AnswersReport
from .values import fixed_text, plain_table_html, row_html

LONGEST = 80  # characters of a text
POLICIES: Mapping[str, str] = {
    "empty": N_("no class"),
    "root": N_("the root"),
    "farthest": N_("the class farthest from the truth, the worst case"),
    "drop": N_("the instance is left out"),
    "own": N_("a class of its own outside the hierarchy"),
    "price": N_("no class, which costs TIE a price"),
}


def answers_panel_html(report: AnswersReport, name: str, confirmed: Mapping[str, str]) -> Markup:
    """Panel on what the answers in a file were taken for, with a list of classes beside each text that is open.

    The list reports the place of the text and a class.  confirmed: the classes of texts that somebody chose before.
    """
    counts = ", ".join(f"{n:,} {step}" for step, n in report.steps)
    says = translated_markup(
        "{file}, {n:,} answers: {counts}.",
        file=safe("<b><bdi>{}</bdi></b>", name),
        n=report.answers,
        counts=safe("<span{}>{}</span>", english_attribute(), counts),
    )
    chosen = ", ".join(f"{text[:LONGEST]} = {c}" for text, c in confirmed.items())
    confirmed_texts = safe('<p class="quiet">{}</p>', _("Confirmed: {texts}.", texts=chosen)) if chosen else ""
    rows = joined(_open_row_html(report, k, name) for k in range(len(report.unclear)))
    heads = (_("text"), _("class"), _("what it is"), _("how often"))
    table = plain_table_html(_("Texts of {file} that are no class", file=name), heads, rows, "roles") if rows else ""
    return safe("<p>{}</p>{}{}", says, confirmed_texts, table)


def _open_row_html(report: AnswersReport, k: int, name: str) -> Markup:
    """The row of a text that was not matched. Nothing is chosen by likeness: its list begins with no class."""
    text, category, often, _ids, candidates = report.unclear[k]
    options = safe('<option value="" selected>{}</option>', _("not confirmed")) + joined(
        safe('<option value="{} {}">{}</option>', k, c, f"{c} ({why})" if why else c) for c, why in candidates
    )
    label = _("The class of {answer} of {file}", answer=text[:LONGEST], file=name)
    choice = safe('<select data-choose aria-label="{}">{}</select>', label, options) if candidates else "–"
    return row_html(
        safe("<bdi>{}</bdi>", text[:LONGEST] or "–"),
        (choice, safe("<span{}>{}</span>", english_attribute(), category), f"{often:,}"),
    )


def policies_table_html(report: AnswersReport) -> Markup:
    """The averages under every policy, those of fewer instances with their number; "" where none is needed."""
    rows = []
    for policy, (n, values) in report.policies.items():
        shown = [fixed_text(v) + (f" ({defined:,})" if defined < n else "") for v, defined in values]
        rows.append(row_html(_(POLICIES[policy]), (f"{n:,}", *shown) if shown else ["–"] * (1 + len(MEASURES))))
    heads = (_("What is no class counts as"), _("instances"), *MEASURES)
    return plain_table_html(_("What every policy gives"), heads, joined(rows), "policies") if rows else Markup()
