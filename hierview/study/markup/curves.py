"""Curves over the threshold, calibration, risk and coverage of one or two systems, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from ...explain import CurvesPicture, number, plain
from ...languages import N_, _
from ...safe import Markup, joined, safe, translated_markup
from ..curves import (
    Calibration,
    SystemCurves,
    areas_sentence,
    calibration_pictures,
    calibration_sentence,
    coherence_sentence,
    fmax_sentence,
    operating_pictures,
    operating_sentence,
    percent_text,
    risk_picture,
    risk_sentence,
    selective_picture,
    selective_sentence,
    sets_pictures,
    systems_by_distinct_scores,
)
from .classes import flow_tree_html
from .values import (
    ColumnHead,
    captioned_picture_html,
    fixed_text,
    measure_name_html,
    paragraphs_html,
    pictures_in_row_html,
    row_html,
    titled_table_html,
)

_RULE = N_(
    "One rule for all systems, so a mean here may differ from the one that Ranking shows of a system's own answers: "
    "each document answers with its deepest class whose probability reaches the threshold, along the classes that no "
    "other beats in probability and depth together; the root where none does."
)
_HOW = N_(
    "Steps are exact; where a measure is undefined it counts 0. A ring marks the best threshold. A click chooses one."
)
_SETS = N_(
    "Each document is given every class whose score, or that of a class below it, reaches the threshold, without the "
    "one root. The best threshold is chosen on these data: on others it gives less."
)
_DOTS = N_(
    "Each dot is as many pairs of a document and a class; on the line the probability came true. Answers are the "
    "classes that each system answers with. In brackets: where 95 % of 1,000 resamples of the documents lie."
)
BRANCHES = 12  # that are shown

_BLOCKED = N_(
    "Blocking of {name}: the documents at or below each inner class and how many of them its own classifier is the "
    "first to reject, with less than ½ (Sun, Lim and Ng 2003, Eq. 21)."
)


def operating_curves_html(systems: Sequence[SystemCurves], chosen: float | None = None) -> Markup:
    """The curves by threshold: coherence, then operating curves. A click reports `t` and a threshold."""
    # What cannot be of the probabilities comes first: everything else rests on them.
    notes = [
        safe("<p><b><bdi>{}</bdi></b>: {}</p>", name, coherence_sentence(one))
        for name, one in systems_by_distinct_scores(systems)
    ]
    return safe('<section class="study-curves">{}{}</section>', joined(notes), _operating_html(systems, chosen))


def _set_curves_html(systems: Sequence[SystemCurves], chosen: float | None) -> Markup:
    """Sets by threshold: F, precision over recall, and semantic distance."""
    pictures = sets_pictures(systems, chosen)
    figures = joined(_figure_html(picture, plain(picture.title)) for picture in pictures)
    says = [(name, f"{fmax_sentence(one)} {areas_sentence(one)}") for name, one in systems_by_distinct_scores(systems)]
    told = paragraphs_html([_(_SETS)]) if pictures else ""
    return safe(
        "<h2>{}</h2>{}{}{}",
        _("Sets by threshold"),
        told,
        pictures_in_row_html(figures) if pictures else "",
        _system_sentences_html(says),
    )


def curves_html(systems: Sequence[SystemCurves], chosen: float | None = None) -> Markup:
    """Sets by threshold, calibration, risk and coverage, and where documents are rejected."""
    blocking = [(name, one.blocking) for name, one in systems_by_distinct_scores(systems) if one.blocking is not None]
    trees = joined(flow_tree_html(picture, (_(_BLOCKED, name=name),)) for name, picture in blocking)
    return safe(
        '<section class="study-curves">{}{}{}</section>',
        _set_curves_html(systems, chosen),
        _calibration_and_risk_html(systems),
        trees,
    )


def _operating_html(systems: Sequence[SystemCurves], chosen: float | None) -> Markup:
    pictures = operating_pictures(systems, chosen)
    figures = Markup()
    for k, measure in enumerate(systems[0].measures):
        sentences = [(name, operating_sentence(one, k)) for name, one in systems_by_distinct_scores(systems)]
        figures += _figure_html(
            pictures[k], measure_name_html(measure.measure, measure.better), _system_sentences_html(sentences)
        )
    figures += _figure_html(pictures[-1], _("Answered below the root"))
    return safe("<h2>{}</h2>{}{}", _("By threshold"), paragraphs_html([_(_HOW)]), pictures_in_row_html(figures))


def _calibration_and_risk_html(systems: Sequence[SystemCurves]) -> Markup:
    by_depth: dict[int, list[tuple[str, str]]] = {}
    for name, one in systems_by_distinct_scores(systems):
        for depth, bins in one.calibration:
            by_depth.setdefault(depth, []).append((name, calibration_sentence(bins)))
    of_answers = [(one.system, calibration_sentence(one.answers)) for one in systems if one.answers is not None]
    texts = [*(by_depth[depth] for depth in sorted(by_depth)), *([of_answers] if of_answers else [])]
    figures = joined(
        _figure_html(picture, plain(picture.title), _system_sentences_html(rows))
        for picture, rows in zip(calibration_pictures(systems), texts, strict=True)
    )
    dots = safe(
        "<h2>{}</h2>{}{}{}",
        _("Calibration by depth"),
        pictures_in_row_html(figures),
        paragraphs_html([_(_DOTS)]),
        _branches_table_html(systems),
    )
    calibrated = dots if figures else ""  # an order is no probability
    risks = _system_sentences_html([(one.system, risk_sentence(one)) for one in systems])
    risk = _figure_html(risk_picture(systems), _("Risk and coverage"), risks)
    if (selective := selective_picture(systems)) is not None:
        areas = _system_sentences_html(
            [(name, selective_sentence(one)) for name, one in systems_by_distinct_scores(systems)]
        )
        risk += _figure_html(selective, _("Answers above the best leaf"), areas)
    return safe("{}<h2>{}</h2>{}", calibrated, _("Answering less"), pictures_in_row_html(risk))


def _branches_table_html(systems: Sequence[SystemCurves]) -> Markup:
    """A table of calibration below each child of the root, that of the first system's greatest error first."""
    apart = [(name, dict(one.branches)) for name, one in systems_by_distinct_scores(systems) if one.branches]
    if not apart:
        return Markup()
    first = apart[0][1]
    order = sorted(first, key=lambda branch: -first[branch].error)
    texts = [_(text, name=name) for text in (N_("{name}: ECE"), N_("{name}: Brier")) for name, _bins in apart]
    columns = [ColumnHead(_("branch"), numbers=False), *(ColumnHead(text, better="lower") for text in texts)]
    rows = Markup()
    for branch in order[:BRANCHES]:
        bins_of = [bins.get(branch) for _, bins in apart]
        rows += row_html(safe("<bdi>{}</bdi>", branch), (_text_with_ends(bins, k) for k in (0, 1) for bins in bins_of))
    label = _("Calibration by branch")
    if len(order) > BRANCHES:
        counts = {"shown": BRANCHES, "all": f"{len(order):,}"}
        label = _("Calibration by branch, the {shown} of {all} with the greatest error", **counts)
    return titled_table_html(label, columns, rows)


def _text_with_ends(bins: Calibration | None, k: int) -> str:
    """The calibration error, or the Brier score, and below it the limits of 95 % of the resamples."""
    if bins is None:
        return fixed_text(None)
    value = fixed_text((bins.error, bins.brier)[k])
    if not bins.limits or bins.limits[k].why:
        return value
    return safe("{} <small>[{}, {}]</small>", value, fixed_text(bins.limits[k].low), fixed_text(bins.limits[k].high))


def _system_sentences_html(rows: Sequence[tuple[str, str]]) -> Markup:
    """A sentence on each system, behind its name."""
    return joined(safe('<p class="concludes"><bdi>{}</bdi>: {}</p>', name, sentence) for name, sentence in rows)


def _figure_html(picture: CurvesPicture, title: str, sentences: Markup = Markup()) -> Markup:
    return captioned_picture_html(picture, safe("<h3>{}</h3>{}", title, sentences))


def threshold_table_html(systems: Sequence[SystemCurves], chosen: float) -> Markup:
    """A table of the answers at a threshold: each measure, the share below the root, and by which rule."""
    columns = [ColumnHead(_("system"), numbers=False)]
    columns += [ColumnHead(m.measure, better=m.better) for m in systems[0].measures]
    columns.append(ColumnHead(_("answered")))
    rows = Markup()
    for name, one in systems_by_distinct_scores(systems):
        cells = [fixed_text(m.curve.value_at(chosen)) for m in one.measures] + [
            percent_text(one.answered.value_at(chosen))
        ]
        rows += row_html(safe("<bdi>{}</bdi>", name), cells)
    label = _("At threshold {chosen}", chosen=number(chosen, 4))
    return titled_table_html(label, columns, rows) + paragraphs_html([_(_RULE)])


def changed_answers_head_html(system: str, chosen: float) -> Markup:
    """The head of the documents whose answers change near a threshold."""
    says = translated_markup(
        "Documents whose answers by {system} change nearest to {chosen}; each opens in Explore with its numbers on the "
        "drawing.",
        system=safe("<bdi>{}</bdi>", system),
        chosen=number(chosen, 4),
    )
    return safe('<p class="says">{}</p>', says)
