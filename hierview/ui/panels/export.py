"""Export: a figure or a table as a file, previewed at its true size. Nothing of it is computed while it is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any, Literal

import streamlit as st

from ...answers.answers import everything
from ...draw.backends import tex
from ...draw.figure import FigureStyle
from ...draw.pages import page
from ...errors import HierviewError
from ...explain import number
from ...formats import preset, preset_names, preset_pairs
from ...markup import html
from ...measures import Measure
from ...model.case import Case
from ...publish.base import ExportFormat
from ...publish.figures.export import Export
from ...publish.figures.making import bibtex_of, made, python
from ...publish.figures.panels import panels
from ...publish.naming import name_of
from ...publish.registry import FIGURE_FORMATS, TABLE_FORMATS
from ...publish.tables import MOST_DIGITS, Table, TableOptions, table_of
from ...publish.tables.html import html as as_html
from ..markdown import inert
from ..page_state import set_widget, widget
from ..view import ViewState, case_label, case_title, shown_measures
from ..viewer import viewer
from ..why_views import VIEWS

# Where several formats are of one kind, the first stands for them, and a second choice says which.
_FORMATS = {f.key: f.title for f in FIGURE_FORMATS.values() if f.kind in ("", f.key) and not f.bundle}
_BUNDLES = [f for f in FIGURE_FORMATS.values() if f.bundle]
_WIDTHS: dict[str, float | None] = {"84 mm": 84, "174 mm": 174, "Free": None}
_FONTS = {"sans": "Source Sans", "serif": "Liberation Serif"}
_DIRECTIONS = {"auto": "As it fits", "down": "Down", "right": "Right", "indented": "Indented"}
_COLOURS = {"colour": "Colour", "grey": "Grey", "line": "Line art"}
_LABELS = {"text": "Text", "outlines": "Outlines"}
_TABLES = {f.key: f.title for f in TABLE_FORMATS.values()}
_COLUMN = 84  # mm
_WIDEST_BESIDE = 100  # mm that have room beside the controls
_SHOWN = "export-shown"  # the text that is shown to be copied

Texts = dict[str, tuple[str | None, Callable[[], str]]]  # by the name of the button: the language, and what makes it

# Drawing the same figure again, for another format or when a text is copied, costs nothing.
_kept: Callable[[Export], Export] = lru_cache(maxsize=16)(lambda export: export)
_made = lru_cache(maxsize=16)(made)


def export_button(state: ViewState, label: str = "Export", key: str = "export", quiet: bool = False) -> None:
    """A button that opens the dialog on the open picture, where there is something to export."""
    far = state.answerable and state.beyond(state.measure(state.chosen))
    usable = state.answerable and not state.asking and not far
    told = "This measure counts classes that the drawing does not hold: a figure would not say the same"
    looks: Literal["tertiary", "secondary"] = "tertiary" if quiet else "secondary"
    if st.button(label, key=key, type=looks, disabled=not usable, help=told if far else None):
        measure = state.measure(state.chosen)
        called = next(filter(None, case_title(state)), "")
        title = f"Export: {measure.label()}, {called[:1].lower()}{called[1:]}"
        st.dialog(inert(title), width="large")(_dialog)(state, measure)


def _dialog(state: ViewState, measure: Measure) -> None:
    # A dialog stands outside the part of the page that knows whether it is dark.
    with st.container(key=f"export{st.context.theme.type or 'light'}"):
        _tabs(state, measure)


def _tabs(state: ViewState, measure: Measure) -> None:
    with st.container(key="exporttabs"):
        tab = st.segmented_control(
            "What",
            ["Figure", "Table"],
            default="Figure",
            key="export-tab",
            required=True,
            label_visibility="collapsed",
        )
    (_table if tab == "Table" else _figure)(state, measure)


# Figures


def _figure(state: ViewState, measure: Measure) -> None:
    shown, fields = st.columns([46, 50], gap="large")
    with fields, st.container(key="exportfields"):
        given = _fields(state, measure)
    try:
        with st.spinner("Drawing …"):
            export = _kept(Export(**given | {"style": FigureStyle(**given["style"])}))
            spoken = export.spoken
    except HierviewError as error:
        with shown, st.container(key="exportpage"):
            viewer(html.notice(_sentence(error)), "export-trouble")
        return
    with fields, st.container(key="exportalt"):
        alt = st.text_area("Alt text", spoken, key=f"export-alt-{export.title}", height=84)
        _verdict(export)
    export = export if alt == spoken else _kept(replace(export, alt=alt))
    texts = _texts(export)
    with shown, st.container(key="exportpage"):
        if not _copied(texts):
            _preview(export)
    with st.container(key="exportfoot", horizontal=True, vertical_alignment="center"):
        viewer('<span class="quiet small">The file holds the case and opens again here.</span>', "export-foot")
        _buttons(texts)
        for bundle in _BUNDLES:
            _download(replace(export, format=bundle.key), bundle.title, "tertiary", bundle.key)
        trouble = _download(export, f"Download {FIGURE_FORMATS[export.format].title}", "primary", "primary")
    if trouble:
        viewer(html.notice(trouble), "export-refused")


def _fields(state: ViewState, measure: Measure) -> dict[str, Any]:
    """The controls of a figure, and what they ask for."""
    case = state.case
    kind = _choice("Format", _FORMATS, "pdf", "export-format")
    variants = {f.key: f.variant for f in FIGURE_FORMATS.values() if f.kind == kind}
    if variants:
        kind = _choice("As", variants, kind, f"export-{kind}")
    dpi = 300
    if FIGURE_FORMATS[kind].dpi:
        dpi = int(st.number_input("Dots per inch", 36, 2400, 300, 50, key="export-dpi"))
    width = _choice("Width", {name: name for name in _WIDTHS}, "84 mm", "export-width")
    with st.container(key="exportfont", horizontal=True, vertical_alignment="bottom"):
        font = st.selectbox("Font", list(_FONTS), format_func=_FONTS.__getitem__, key="export-font")
        size = st.number_input("pt", 4.0, 36.0, 8.0, 0.5, format="%g", key="export-pt")
    colour = _choice("Colour", _COLOURS, "colour", "export-colour")
    labels = _choice("Labels", _LABELS, "text", "export-labels")
    with st.container(key="exportpanels"):
        what, other = _panels(state, measure, case)
    direction = _choice("Direction", _DIRECTIONS, "auto", "export-direction")
    ticks = (
        ("letters", "Letters", True),
        ("titles", "Titles", True),
        ("legend", "Legend", False),
        ("fold", "Fold", False),
    )
    style = {"width_mm": _WIDTHS[width], "font": font, "font_pt": size, "colour": colour, "labels": labels}
    style |= {"direction": direction} | _ticked(*ticks)
    return {
        "case": case,
        "measure": measure,
        "what": what,
        "format": kind,
        "dpi": dpi,
        "other": other,
        "style": style,
    }


def _choice(label: str, options: dict[str, str], default: str, key: str) -> Any:
    return st.segmented_control(
        label, list(options), default=default, format_func=options.__getitem__, key=key, required=True
    )


def _ticked(*boxes: tuple[str, str, bool]) -> dict[str, bool]:
    """Boxes to tick, each by its name, what it says, and whether it is ticked at first."""
    with st.container(key="exportparts", horizontal=True):
        return {name: st.checkbox(said, value=value, key=f"export-{name}") for name, said, value in boxes}


def _panels(state: ViewState, measure: Measure, case: Case) -> tuple[tuple[str, ...], Case | None]:
    """What is to be drawn, and the case that is drawn beside this one."""
    viewer('<span class="quiet small">Panels</span>', "export-panels-head")
    open_now = VIEWS[state.view].panel(state, measure)
    chosen: list[str] = []
    with st.container(key="exportchecks"):
        for name in panels(case, measure):
            # A landscape and a sensitivity as they are set in Why.
            given = open_now if open_now.startswith(f"{name} ") else name
            if st.checkbox(
                inert(name[:1].upper() + name[1:]), value=given == open_now, key=f"export-panel-{measure}-{name}"
            ):
                chosen.append(given)
    if "steps" in chosen:
        step = st.number_input(
            "Step",
            1,
            max(1, len(measure.explain(case, measure.evaluate(case)))),
            value=None,
            placeholder="all",
            key="export-step",
        )
        if step is not None:
            chosen[chosen.index("steps")] = f"step {step}"
    others = _others(state)
    beside = st.selectbox(
        "Beside it",
        ["", *others],
        format_func=lambda name: case_label(name) if name else "no other case",
        key="export-other",
    )
    if not beside:
        return tuple(chosen), None
    return (*chosen, "comparison"), preset(beside)


def _others(state: ViewState) -> list[str]:
    """The cases that this one can be shown beside, the one that it is paired with first."""
    pairs = [pair.b if pair.a == state.name else pair.a for pair in preset_pairs() if state.name in (pair.a, pair.b)]
    return [name for name in dict.fromkeys([*pairs, *preset_names()]) if name != state.name]


def _preview(export: Export) -> None:
    """The figure in a column of text."""
    two = export.style.width_mm == 174
    with st.container(key="exporthead", horizontal=True, vertical_alignment="center"):
        told = "two columns" if two else "one column"
        viewer(f'<span class="quiet small">In {told} of the page, true size</span>', "export-head")
        st.button(
            "One column" if two else "Two columns",
            key="export-columns",
            type="tertiary",
            on_click=lambda: set_widget("export-width", "84 mm" if two else "174 mm"),
        )
    # The page's own font is that of the file, or else outlines are.
    style = replace(export.style, labels="outlines") if export.style.font == "serif" else export.style
    drawn = _kept(replace(export, style=style)).figure
    with st.container(key="exportwide" if drawn.width_mm > _WIDEST_BESIDE else "exportsheet"):
        viewer(page(drawn, export.caption, style.width_mm or _COLUMN), "export-preview")


def _verdict(export: Export) -> None:
    """Whether it fits, and what the format leaves out."""
    figure = export.figure
    size = f"{number(figure.width_mm, 0)} × {number(figure.height_mm, 0)} mm"
    looks = "fits" if figure.fits else "tight"
    told = f'{escape(figure.verdict)} <span class="quiet">{size}</span>'
    viewer(f'<p class="verdict {looks}">{told}</p>', "export-verdict")
    for i, lost in enumerate(FIGURE_FORMATS[export.format].losses(export)):
        viewer(html.notice(lost, "hint"), f"export-hint-{i}")


def _sentence(error: HierviewError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]


def _texts(export: Export) -> Texts:
    """What can be copied of a figure."""
    kind = FIGURE_FORMATS[export.format]
    return _copies(kind, lambda: _made(export)[2].decode()) | {
        "Copy as Python": ("python", lambda: python(export)),
        "Caption": ("latex", lambda: tex.words(export.caption)),
        "BibTeX": ("latex", lambda: bibtex_of([export.measure])),
    }


def _copies(kind: ExportFormat[Any], text: Callable[[], str]) -> Texts:
    """The file itself, where it is text."""
    return {f"Copy {kind.title}": ("latex" if kind.extension == "tex" else None, text)} if kind.text else {}


def _download(export: Export, label: str, looks: Literal["primary", "tertiary"], key: str) -> str:
    """The button that hands out the file; a sentence where there is none."""
    try:
        with st.spinner("Writing …"):
            name, mime, data = _made(export)
    except HierviewError as error:
        st.button(label, key=f"export-no-{key}", type=looks, disabled=True, help=inert(_sentence(error)))
        return _sentence(error)
    st.download_button(label, data, name, mime, key=f"export-{key}", type=looks, on_click="ignore")
    return ""


def _buttons(texts: Texts) -> None:
    """A button for each text; a second click puts it away."""
    for label in texts:
        now = widget(_SHOWN)
        st.button(
            label,
            key=f"export-show-{label}",
            type="tertiary",
            on_click=lambda label=label, now=now: set_widget(_SHOWN, None if now == label else label),
        )


def _copied(texts: Texts) -> bool:
    """Whether a text that was asked for is shown, to be copied."""
    label = widget(_SHOWN)
    if label not in texts:
        return False
    language, make = texts[label]
    with st.container(key="exporthead", horizontal=True, vertical_alignment="center"):
        viewer(f'<span class="quiet small">{escape(label.removeprefix("Copy "))}</span>', "export-head")
        st.button("Back to the preview", key="export-back", type="tertiary", on_click=lambda: set_widget(_SHOWN, None))
    try:
        text = make()
    except HierviewError as error:
        viewer(html.notice(_sentence(error)), "export-shown-refused")
        return True
    with st.container(key="exportshown"):
        st.code(text, language=language, height=460)
    return True


# Tables


def _table(state: ViewState, measure: Measure) -> None:
    seen, fields = st.columns([46, 50], gap="large")
    with fields, st.container(key="exportfields"):
        kind, make = _table_fields(state, measure)
    try:
        with st.spinner("Evaluating …"):
            table = make()
            shown, data = as_html(table), kind.data(table)
    except HierviewError as error:
        with seen:
            viewer(html.notice(_sentence(error)), "export-trouble")
        return
    texts = _copies(kind, data.decode) | {
        "BibTeX": ("latex", lambda: bibtex_of(_table_measures(state, measure))),
    }
    with seen, st.container(key="exportpage"):
        if not _copied(texts):
            viewer(f'<div class="paper tabled">{shown}</div>', "export-preview")
    with st.container(key="exportfoot", horizontal=True, vertical_alignment="center"):
        viewer('<span class="quiet small">The file says what made it, and where each case opens.</span>', "export-foot")
        _buttons(texts)
        st.download_button(
            f"Download {kind.title}",
            data,
            f"table.{kind.extension}",
            kind.mime,
            key="export-primary",
            type="primary",
            on_click="ignore",
        )


def _table_measures(state: ViewState, measure: Measure) -> list[Measure]:
    """The measures of the answers with their settings, or all; without those that count more than a part holds."""
    shown = shown_measures(state)
    if widget("export-rows") == "All":
        shown = tuple(m for _, main, under in everything() for m in (main, *under))
    return [m for m in shown if not state.beyond(m)]


def _table_fields(state: ViewState, measure: Measure) -> tuple[ExportFormat[Table], Callable[[], Table]]:
    """The controls of a table: its format, and what makes it."""
    kind = TABLE_FORMATS[_choice("Format", _TABLES, "latex", "export-table")]
    more = st.multiselect(
        "Cases",
        [name for name in preset_names() if name != state.name],
        key="export-cases",
        placeholder="only this one",
        format_func=case_label,
    )
    _choice("Measures", {"Shown": "Shown", "All": "All"}, "Shown", "export-rows")
    turned = _choice("Rows are", {"rows": "measures", "columns": "cases"}, "rows", "export-as")
    rounding = _choice("Digits", {"round": "Rounded", "truncate": "Cut"}, "round", "export-rounding")
    digits = st.number_input("At most", 0, MOST_DIGITS, 2, key="export-digits")
    printed = _choice(
        "Printed", {"none": "no", "differing": "if differing", "all": "all"}, "differing", "export-printed"
    )
    flags = _ticked(
        ("best", "Best in bold", True),
        ("arrows", "Arrows", True),
        ("symbols", "Symbols", False),
        ("units", "Units", False),
        ("fixed", "0.50, not 0.5", False),
    )
    caption = st.text_input("Caption", key="export-caption")
    label = st.text_input("Label", key="export-label", placeholder="tab:cases")

    def make() -> Table:
        options = TableOptions(
            measures_as=turned,
            rounding=rounding,
            digits=int(digits),
            printed=printed,
            caption=caption.strip(),
            label=label.strip(),
            **flags,
        )
        own = name_of(state.case)
        cases = [(own if own != "case" else state.case.name or own, state.case), *((n, preset(n)) for n in more)]
        return table_of(cases, _table_measures(state, measure), options)

    return kind, make
