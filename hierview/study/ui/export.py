"""Export of a study: its pictures and tables as files, by the dialog that all pages have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import streamlit as st

from ...draw.figures.figure import FigureStyle
from ...errors import HierviewError
from ...explain import PlainPicture
from ...languages import N_, _
from ...markup import html
from ...publish.tables import MOST_DIGITS, Table, TableOptions
from ...ui.export.exporting import (
    MadeBy,
    Texts,
    caption_fields,
    chosen_table_format,
    dots_per_inch_control,
    figure_look_controls,
    file_buttons,
    mistake_sentence,
    option_row,
    rounding_control,
    show_sheet,
    show_table_page,
    show_tabs,
    show_text_to_copy,
    show_verdict,
    table_look_controls,
    text_to_copy,
    tick_boxes,
)
from ...ui.viewer import viewer
from ...version import __version__
from ..publish.figures import STUDY_FORMATS, StudyFigure
from ..publish.tables import DIGITS, study_signature, table_for_paper
from ..results.pictures import ranking_picture
from ..results.standings import Standings, standings_table, tau_picture, taus_table
from ..results.tables import StudyTable, summary_table
from .current_study import OpenStudy, study_with_scores

T = TypeVar("T")
Pictures = Mapping[str, Callable[[], PlainPicture]]  # by what is said of each
Tables = Mapping[str, Callable[[], StudyTable]]

_BUTTONS: tuple[tuple[str, str, Literal["secondary", "tertiary"]], ...] = (
    (N_("Export table"), "Table", "secondary"),
    (N_("Export picture"), "Figure", "tertiary"),
)

_NONE = N_("There is none of what is shown; the other page has it.")


def constant_maker(picture_or_table: T) -> Callable[[], T]:
    """Maker of a picture or table that is there already."""
    return lambda: picture_or_table


def export_buttons(open_study: OpenStudy, pictures: Pictures, tables: Tables, more: str = "") -> None:
    """A button for a table and one for a picture; either opens the dialog, which has both.

    more: what parts their keys from those of others on the page.
    """
    with st.container(key=f"studyexport{more}", horizontal=True, vertical_alignment="center"):
        for label, tab, kind in _BUTTONS:
            if not (tables if tab == "Table" else pictures):
                continue
            if st.button(_(label), key=f"study-export-{tab}{more}", type=kind):
                st.dialog(_("Export: study"), width="large")(_export_dialog)(tab, open_study, pictures, tables)


def ranking_exports(open_study: OpenStudy, standings: Standings, measure_number: int) -> tuple[Pictures, Tables]:
    """Pictures and tables of a ranking."""
    measure = standings.measures[measure_number]
    pictures: dict[str, Callable[[], PlainPicture]] = {N_("Agreement"): lambda: tau_picture(standings)}
    tables: dict[str, Callable[[], StudyTable]] = {N_("Ranking"): lambda: standings_table(standings, measure_number)}
    if open_study.scored is not None:
        pictures[N_("Ranking")] = lambda: ranking_picture(
            study_with_scores(open_study)[1], measure.text, measure.average
        )
        tables[N_("Averages")] = lambda: summary_table(study_with_scores(open_study)[1], average=measure.average)
    return pictures, tables | {N_("Agreement"): lambda: taus_table(standings)}


def _export_dialog(tab: str, open_study: OpenStudy, pictures: Pictures, tables: Tables) -> None:
    def show(what: str) -> None:
        if not (pictures if what == "Figure" else tables):
            viewer(html.notice_html(_(_NONE), "hint"), "export-none")
        elif what == "Figure":
            _figure_tab(open_study, pictures)
        else:
            show_table_page(lambda: _table_tab(open_study, tables), dict, "study")

    show_tabs(tab, show)


def _origin_text(open_study: OpenStudy) -> str:
    """One line that states all that the numbers depend on."""
    if open_study.scored is None:
        return f"hierview {__version__} | printed: {open_study.source}"
    study, scores = study_with_scores(open_study)
    return study_signature(study, scores)


def _figure_tab(open_study: OpenStudy, pictures: Pictures) -> None:
    preview, fields = st.columns([46, 50], gap="large")
    with fields, st.container(key="exportfields"):
        what = option_row(_("Picture"), {name: name for name in pictures}, next(iter(pictures)), "export-study-picture")
        kind = STUDY_FORMATS[
            option_row(_("Format"), {f.key: f.title for f in STUDY_FORMATS.values()}, "pdf", "export-study-as")
        ]
        dpi = dots_per_inch_control(kind)
        style = figure_look_controls() | tick_boxes(("titles", _("Titles"), False))
    try:
        with st.spinner(_("Drawing …")):
            picture, origin = pictures[what](), _origin_text(open_study)
            study_figure = StudyFigure(picture, origin, (), FigureStyle(**style), dpi)
            tightest = study_figure.tightest_figure(kind.key)
            data = kind.data(study_figure)
    except HierviewError as error:
        with preview, st.container(key="exportpage"):
            viewer(html.notice_html(mistake_sentence(error)), "export-trouble")
        return
    with fields, st.container(key="exportalt"):
        show_verdict(tightest, says=study_figure.verdict_text(kind.key))
    texts: Texts = text_to_copy(kind, data.decode)
    with preview, st.container(key="exportpage"):
        if not show_text_to_copy(texts):
            show_sheet(study_figure.style, picture.title, lambda s: StudyFigure(picture, origin, (), s).figure)
    file_buttons(_("The file says what made it."), texts, kind, study_figure.stem, data)


def _table_tab(open_study: OpenStudy, tables: Tables) -> MadeBy:
    what = option_row(_("Table"), {name: name for name in tables}, next(iter(tables)), "export-study-table")
    kind = chosen_table_format()
    options: dict[str, Any] = {
        "measures_as": option_row(
            _("Rows are"), {"columns": _("as shown"), "rows": _("turned")}, "columns", "export-study-turned"
        ),
        "rounding": rounding_control(),
        "digits": int(st.number_input(_("At most"), 0, MOST_DIGITS, DIGITS, key="export-study-digits")),
    }
    ticks = ("best", _("Best in bold"), True), ("arrows", _("Arrows"), True), ("fixed", _("0.50, not 0.5"), True)
    options |= table_look_controls(kind, *ticks) | caption_fields("tab:study")

    def make() -> Table:
        return table_for_paper(
            tables[what](), [_origin_text(open_study)], TableOptions(**options), split_intervals=kind.key == "csv"
        )

    return kind, make
