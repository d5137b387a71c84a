"""Export: a figure or a table as a file, previewed at its true size. Nothing of it is computed while it is closed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import streamlit as st

from ...draw.backends.latex import tex
from ...draw.figures.figure import FigureStyle
from ...errors import HierviewError
from ...formats import preset, preset_names, preset_pairs
from ...languages import ENGLISH, N_, _, language
from ...markup import html
from ...measures import Measure
from ...model.case import Case
from ...publish.figures.export import Export
from ...publish.figures.fitting import NOTHING_FITS, ways_to_fit
from ...publish.figures.making import figure_file, python_code
from ...publish.figures.panels import panels
from ...publish.naming import capitalised
from ...publish.registry import FIGURE_FORMATS
from ...safe import safe
from ..explore.view import DIRECTIONS, ViewState, case_title
from ..explore.why_views import VIEWS
from ..shell.cases import case_label
from ..shell.markdown import inert_markdown
from ..shell.page_state import set_widget, widget_value
from ..viewer import viewer
from .export_table import case_table
from .exporting import (
    Texts,
    copy_buttons,
    dots_per_inch_control,
    letter_and_colour_controls,
    mistake_sentence,
    option_row,
    set_looks,
    show_sheet,
    show_tabs,
    show_text_to_copy,
    show_verdict,
    text_to_copy,
    tick_boxes,
    width_control,
)

# Where several formats are of one kind, the first stands for them, and a second choice says which.
_FORMATS = {f.key: f.title for f in FIGURE_FORMATS.values() if f.kind in ("", f.key) and not f.bundle}
_MANY = 8  # pictures that may take more than a second
_FIT = "export-fitting"  # fields of the style that are set next, for it fits so
_BUNDLES = [f for f in FIGURE_FORMATS.values() if f.bundle]

# Drawing the same figure again, for another format or when a text is copied, costs nothing.
_cached: Callable[[Export], Export] = lru_cache(maxsize=16)(lambda export: export)
_file_of = lru_cache(maxsize=16)(figure_file)


def export_button(
    state: ViewState,
    label: str = N_("Export"),
    key: str = "export",
    quiet: bool = False,
    on_click: Callable[[], None] | None = None,
) -> None:
    """A button that opens the dialog on the open picture, or does `on_click`, where there is something to export."""
    far = state.answerable and state.counts_beyond_part(state.measure(state.why.row))
    enabled = state.answerable and not state.answers.guessing and not far
    reason = _("This measure counts classes that the drawing does not hold: a figure would not say the same")
    kind: Literal["tertiary", "secondary"] = "tertiary" if quiet else "secondary"
    pressed = st.button(
        _(label), key=key, type=kind, disabled=not enabled, help=reason if far else None, on_click=on_click
    )
    if pressed and on_click is None:
        export_dialog(state)


def export_dialog(state: ViewState) -> None:
    """The dialog on the open picture."""
    measure = state.measure(state.why.row)
    called = next(filter(None, case_title(state)), "")
    called = called[:1].lower() + called[1:] if language() == ENGLISH else called
    title = _("Export: {measure}, {called}", measure=measure.label(), called=called)
    st.dialog(inert_markdown(title), width="large")(_show_dialog)(state, measure)


def _show_dialog(state: ViewState, measure: Measure) -> None:
    show_tabs("Figure", lambda what: case_table(state) if what == "Table" else _show_figure(state, measure))


# Figures


def _show_figure(state: ViewState, measure: Measure) -> None:
    preview, fields = st.columns([46, 50], gap="large")
    with fields, st.container(key="exportfields"):
        options = _export_fields(state, measure)
    try:
        with fields, st.empty():
            export = _draw_export(_cached(Export(**options | {"style": FigureStyle(**options["style"])})))
            with suppress(HierviewError):  # which its button says
                for bundle in _BUNDLES:
                    _draw_export(replace(export, format=bundle.key))
        proposal = export.in_words
    except HierviewError as error:
        with preview, st.container(key="exportpage"):
            viewer(html.notice_html(mistake_sentence(error)), "export-trouble")
        return
    with fields, st.container(key="exportalt"):
        alt = st.text_area(_("Alt text"), proposal, key=f"export-alt-{export.title}", height=84)
        show_verdict(export.tightest_figure, FIGURE_FORMATS[export.format].losses(export))
        if FIGURE_FORMATS[export.format].sized and not export.tightest_figure.fits:
            _make_fit(export)
    export = export if alt == proposal else _cached(replace(export, alt=alt))
    texts = _show_texts(export)
    with preview, st.container(key="exportpage"):
        if not show_text_to_copy(texts):
            show_sheet(export.style, export.caption, lambda style: _cached(replace(export, style=style)).figure)
    with st.container(key="exportfoot", horizontal=True, vertical_alignment="center"):
        viewer(
            safe('<span class="quiet small">{}</span>', _("The file holds the case and opens again here.")),
            "export-foot",
        )
        copy_buttons(texts)
        for bundle in _BUNDLES:
            _show_download(replace(export, format=bundle.key), _(bundle.title), "tertiary", bundle.key)
        trouble = _show_download(
            export, _("Download {title}", title=_(FIGURE_FORMATS[export.format].title)), "primary", "primary"
        )
    if trouble:
        viewer(html.notice_html(trouble), "export-refused")


def _draw_export(export: Export) -> Export:
    """The export once its figures are drawn; whoever waits for many sees how far that is, and may ask for others."""
    doing = _("Drawing …")
    if len(export.pages) < _MANY:
        with st.spinner(doing):
            export.draw(lambda share: None)
        return export
    bar = st.progress(0.0, doing)
    export.draw(lambda share: bar.progress(share, doing))
    bar.empty()
    return export


def _make_fit(export: Export) -> None:
    """A button that sets what makes it fit, at its width if that can be; a sentence where nothing does."""
    if not st.button(_("Make it fit"), key="export-fit", type="tertiary"):
        return
    with st.spinner(_("Looking for what makes it fit …")):
        choices = ways_to_fit(export)
    if choices:
        set_widget(_FIT, min((changes for changes, _figure in choices), key=lambda changes: "width_mm" in changes))
        st.rerun(scope="fragment")
    viewer(html.notice_html(f"{_(NOTHING_FITS)}."), "export-nothing-fits")


def _export_fields(state: ViewState, measure: Measure) -> dict[str, Any]:
    case = state.case
    set_looks(widget_value(_FIT, {}))
    set_widget(_FIT, {})
    kind = option_row(_("Format"), _FORMATS, "pdf", "export-format")
    variants = {f.key: f.variant for f in FIGURE_FORMATS.values() if f.kind == kind}
    if variants:
        kind = option_row(_("As"), variants, kind, f"export-{kind}")
    dpi = dots_per_inch_control(FIGURE_FORMATS[kind])
    style = width_control()
    with st.container(key="exportpanels"):
        what, other = _panels_and_second_case(state, measure, case)
    direction = option_row(_("Direction"), DIRECTIONS, _proposed_direction(state, measure), "export-direction")
    ticks = (
        ("letters", _("Letters"), True),
        ("titles", _("Titles"), True),
        ("legend", _("Legend"), False),
        ("fold", _("Fold"), state.picture_look.fold),
        ("key", _("Key of cut names"), False),
    )
    style["direction"] = direction
    with st.container(key="exportmore"), st.expander(_("More")):
        style |= letter_and_colour_controls() | tick_boxes(*ticks)
    choices = {"case": case, "measure": measure, "what": what, "other": other}
    return choices | {"format": kind, "dpi": dpi, "style": style}


def _proposed_direction(state: ViewState, measure: Measure) -> str:
    """The direction that is proposed: the one that was chosen; one that the drawing took by itself if it has room."""
    preferred, present = state.picture_look.direction, state.canvas_look.direction
    if preferred != "auto" or present == "down":
        return preferred
    style = FigureStyle(direction=present, fold=state.picture_look.fold)
    return (
        present
        if _has_room(Export(state.case, measure, (VIEWS[state.why.view].panel(state, measure),), style=style))
        else preferred
    )


@lru_cache(maxsize=16)
def _has_room(export: Export) -> bool:
    try:
        return _cached(export).figure.fits
    except HierviewError:  # which is said once the figure is drawn
        return False


def _panels_and_second_case(state: ViewState, measure: Measure, case: Case) -> tuple[tuple[str, ...], Case | None]:
    """What is to be drawn, and the case that is drawn beside this one."""
    viewer(safe('<span class="quiet small">{}</span>', _("Panels")), "export-panels-head")
    open_now = VIEWS[state.why.view].panel(state, measure)
    names: list[str] = []
    with st.container(key="exportchecks"):
        for name in panels(case, measure):
            # A landscape and a sensitivity as they are set in Why.
            panel = open_now if open_now.startswith(f"{name} ") else name
            if st.checkbox(
                inert_markdown(capitalised(_(name))), value=panel == open_now, key=f"export-panel-{measure}-{name}"
            ):
                names.append(panel)
    if "steps" in names:
        steps = st.text_input(
            _("Steps"), placeholder=_("all, or such as 1,3-5 beside each other"), key="export-step"
        ).strip()
        if steps:
            names[names.index("steps")] = f"steps {steps}"
    # The case that this one is paired with comes first.
    pairs = [pair.b if pair.a == state.name else pair.a for pair in preset_pairs() if state.name in (pair.a, pair.b)]
    others = [name for name in dict.fromkeys([*pairs, *preset_names()]) if name != state.name]
    beside = st.selectbox(
        _("Beside it"),
        ["", *others],
        format_func=({"": _("no other case")} | {name: case_label(name) for name in others}).__getitem__,
        key="export-other",
    )
    if not beside:
        return tuple(names), None
    return (*names, "comparison"), preset(beside)


def _show_texts(export: Export) -> Texts:
    kind = FIGURE_FORMATS[export.format]
    return text_to_copy(kind, lambda: _file_of(export)[2].decode()) | {
        _("Copy as Python"): ("python", lambda: python_code(export)),
        _("Caption"): ("latex", lambda: tex.tex_words(export.caption)),
        "BibTeX": ("latex", lambda: export.bibtex),
    }


def _show_download(export: Export, label: str, looks: Literal["primary", "tertiary"], key: str) -> str:
    """The button that hands out the file; a sentence where there is none."""
    try:
        with st.spinner(_("Writing …")):
            name, mime, data = _file_of(export)
    except HierviewError as error:
        st.button(
            label, key=f"export-no-{key}", type=looks, disabled=True, help=inert_markdown(mistake_sentence(error))
        )
        return mistake_sentence(error)
    st.download_button(label, data, name, mime, key=f"export-{key}", type=looks, on_click="ignore")
    return ""
