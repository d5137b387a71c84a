"""Parts of the export dialog that all of its pages share: controls of a figure, its sheet, texts to be copied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from ...draw.figures.figure import Figure, FigureStyle
from ...draw.figures.pages import true_size_page_html
from ...errors import HierviewError
from ...explain import Words, number
from ...languages import ENGLISH, N_, _, spoken_language, translated_options
from ...markup import html
from ...publish.base import ExportFormat
from ...publish.naming import capitalised
from ...publish.registry import TABLE_FORMATS
from ...publish.tables import Table
from ...publish.tables.html import html_text as as_html
from ...publish.tables.widths import table_setting_of
from ...safe import safe
from ..shell.page_state import set_widget, widget_value
from ..viewer import viewer

_WIDTHS: dict[str, float | None] = {"84 mm": 84, "174 mm": 174, N_("Free"): None}
_ROOMS = {"page": N_("A page"), "84 mm": "84 mm", "174 mm": "174 mm"}
_FONTS = {"sans": "Source Sans", "serif": "Liberation Serif"}
_COLOURS = {"colour": N_("Colour"), "grey": N_("Grey"), "line": N_("Line art")}
_LABELS = {"text": N_("Text"), "outlines": N_("Outlines")}
_COLUMN = 84  # mm
_WIDEST_BESIDE = 100  # mm that have room beside the controls
HALVES = (46, 50)  # how the preview and the controls share the dialog
_SHOWN = "export-shown"  # the text that is shown to be copied

Texts = dict[str, tuple[str | None, Callable[[], str]]]  # by the name of the button: the language, and what makes it


def show_tabs(first: str, show: Callable[[str], None]) -> None:
    """The two pages of the dialog, "Figure" and "Table", the one that was asked for first."""
    with st.container(key="exporttabs"):
        key = "export-tab" if first == "Figure" else f"export-tab-{first}"
        pages = {"Figure": N_("Figure"), "Table": N_("Table")}
        tab = option_row(_("What"), pages, first, key, label_visibility="collapsed")
    show(tab or first)


def option_row(label: str, options: dict[str, str], default: str, key: str, **more: Any) -> Any:
    """Show a few options side by side, and return the one that is chosen."""
    word_of = translated_options(options).__getitem__
    return st.segmented_control(
        label, list(options), default=default, format_func=word_of, key=key, required=True, **more
    )


def dots_per_inch_control(kind: ExportFormat[Any]) -> int:
    """The control of how finely a format is drawn that is made of dots, and what it asks for."""
    return int(st.number_input(_("Dots per inch"), 36, 2400, 300, 50, key="export-dpi")) if kind.dpi else 300


def tick_boxes(*boxes: tuple[str, str, bool]) -> dict[str, bool]:
    """Boxes to tick, each by its name, what it says, and whether it is ticked at first."""
    with st.container(key="exportparts", horizontal=True):
        return {name: st.checkbox(_(label), value=value, key=f"export-{name}") for name, label, value in boxes}


def figure_look_controls() -> dict[str, Any]:
    """The controls of how a figure looks, and what they ask for: fields of its style."""
    return width_control() | letter_and_colour_controls()


def width_control() -> dict[str, Any]:
    """The control of how wide a figure is, and the field of its style that it asks for."""
    return {"width_mm": _WIDTHS[option_row(_("Width"), {name: name for name in _WIDTHS}, "84 mm", "export-width")]}


def letter_and_colour_controls() -> dict[str, Any]:
    """The controls of a figure's letters and colours, which are chosen once for a paper, and what they ask for."""
    with st.container(key="exportfont", horizontal=True, vertical_alignment="bottom"):
        font = st.selectbox(_("Font"), list(_FONTS), format_func=_FONTS.__getitem__, key="export-font")
        size = st.number_input("pt", 4.0, 36.0, 8.0, 0.5, format="%g", key="export-pt")
    colour = option_row(_("Colour"), _COLOURS, "colour", "export-colour")
    labels = option_row(_("Labels"), _LABELS, "text", "export-labels")
    return {"font": font, "font_pt": size, "colour": colour, "labels": labels}


def set_looks(changes: Mapping[str, Any]) -> None:
    """Set the controls of these fields of a figure's style, before they are made."""
    for name, value in changes.items():
        if name == "width_mm":
            set_widget("export-width", next(width for width, mm in _WIDTHS.items() if mm == value))
        elif name == "font_pt":
            set_widget("export-pt", float(value))
        else:
            set_widget(f"export-{name}", value)


def table_look_controls(kind: ExportFormat[Any], *boxes: tuple[str, str, bool]) -> dict[str, Any]:
    """The controls of how a table looks, and what they ask for: its options. boxes: as `ticked`."""
    if kind.key != "latex":
        return tick_boxes(*boxes)
    width = option_row(_("Width"), _ROOMS, "page", "export-room")
    return {"width_mm": _WIDTHS.get(width)} | tick_boxes(*boxes, ("siunitx", "siunitx", False))


def show_sheet(style: FigureStyle, caption: Words, figure: Callable[[FigureStyle], Figure]) -> None:
    """Show a figure in a column of text, in the page's own font, or else in outlines."""
    style = replace(style, labels="outlines") if style.font == "serif" else style
    two = style.width_mm == 174
    with st.container(key="exporthead", horizontal=True, vertical_alignment="center"):
        width = _("In two columns of the page, true size") if two else _("In one column of the page, true size")
        viewer(safe('<span class="quiet small">{}</span>', width), "export-head")
        st.button(
            _("One column") if two else _("Two columns"),
            key="export-columns",
            type="tertiary",
            on_click=lambda: set_widget("export-width", "84 mm" if two else "174 mm"),
        )
    drawing = figure(style)
    with st.container(key="exportwide" if drawing.width_mm > _WIDEST_BESIDE else "exportsheet"):
        viewer(true_size_page_html(drawing, caption, style.width_mm or _COLUMN), "export-preview")


def show_verdict(figure: Figure, losses: Iterable[str] = (), says: str = "") -> None:
    """Whether a figure fits, and what its format leaves out. says: that in other words than the figure's own."""
    size = f"{number(figure.width_mm, 0)} × {number(figure.height_mm, 0)} mm"
    looks = "fits" if figure.fits else "tight"
    text = safe('{} <span class="quiet">{}</span>', says or figure.fit_sentence, size)
    viewer(safe('<p class="verdict {}"{}>{}</p>', looks, html.english_attribute(), text), "export-verdict")
    for i, lost in enumerate(losses):
        viewer(html.notice_html(lost, "hint"), f"export-hint-{i}")


def mistake_sentence(error: HierviewError) -> str:
    """Text of a mistake, as a sentence."""
    return capitalised(str(error))


def text_to_copy(kind: ExportFormat[Any], text: Callable[[], str]) -> Texts:
    """A text to be copied: the file itself, where it is text."""
    return (
        {_("Copy {title}", title=_(kind.title)): ("latex" if kind.extension == "tex" else None, text)}
        if kind.text
        else {}
    )


def copy_buttons(texts: Texts) -> None:
    """Show a button for each text to be copied; a second click hides the text again."""
    for label in texts:
        now = widget_value(_SHOWN)
        st.button(
            label,
            key=f"export-show-{label}",
            type="tertiary",
            on_click=lambda label=label, now=now: set_widget(_SHOWN, None if now == label else label),
        )


def file_buttons(says: str, texts: Texts, kind: ExportFormat[Any], stem: str, data: bytes) -> None:
    """Show buttons that copy or download a file, below a sentence on it. stem: of its name."""
    with st.container(key="exportfoot", horizontal=True, vertical_alignment="center"):
        viewer(safe('<span class="quiet small">{}</span>', says), "export-foot")
        copy_buttons(texts)
        label, name = _("Download {title}", title=_(kind.title)), f"{stem}.{kind.extension}"
        st.download_button(label, data, name, kind.mime, "export-primary", type="primary", on_click="ignore")


def chosen_table_format() -> ExportFormat[Table]:
    """The control of a table's format, and the one that is chosen."""
    return TABLE_FORMATS[
        option_row(_("Format"), {f.key: f.title for f in TABLE_FORMATS.values()}, "latex", "export-table")
    ]


def rounding_control() -> str:
    """The control of how digits are left out, and the way that is chosen."""
    way: str = option_row(_("Digits"), {"round": _("Rounded"), "truncate": _("Cut")}, "round", "export-rounding")
    return way


def caption_fields(example: str) -> dict[str, str]:
    """The fields of a caption and of what LaTeX refers to it by, such as the example, and what stands in them."""
    caption = st.text_input(_("Caption"), key="export-caption")
    label = st.text_input(_("Label"), key="export-label", placeholder=example)
    return {"caption": caption.strip(), "label": label.strip()}


MadeBy = tuple[ExportFormat[Table], Callable[[], Table]]  # the format of a table, and what makes it


def show_table_page(
    fields_of: Callable[[], MadeBy],
    more: Callable[[], Texts],
    stem: str,
    shares: tuple[int, int] = HALVES,
    opens: bool = False,
) -> None:
    """A table with its controls. more: texts to copy.  stem: the file's name.  opens: whether it leads to cases."""
    preview, fields = st.columns(shares, gap="large" if shares == HALVES else "medium")
    with fields, st.container(key="exportfields"):
        kind, make = fields_of()
    try:
        with st.spinner(_("Evaluating …")), spoken_language(ENGLISH):  # the language of a table is that of the paper
            table = make()
            markup, data = as_html(table), kind.data(table)
    except HierviewError as error:
        with preview:
            viewer(html.notice_html(mistake_sentence(error)), "export-trouble")
        return
    if kind.key == "latex" and (advice := table_setting_of(table).advice):  # it has no room, or none in a column
        with fields:
            viewer(html.notice_html(advice, "hint"), "export-room-told")
    texts = text_to_copy(kind, data.decode) | more()
    with preview, st.container(key="exportpage"):
        if not show_text_to_copy(texts):
            viewer(safe('<div class="paper tabled">{}</div>', markup), "export-preview")
    leads = opens and len(table.origin) > 1 and kind.key != "csv"
    says = _("The file says what made it, and where each case opens.") if leads else _("The file says what made it.")
    file_buttons(says, texts, kind, stem, data)


def show_text_to_copy(texts: Texts) -> bool:
    """Show the text that was asked for, to be copied; whether there is one."""
    label = widget_value(_SHOWN)
    if label not in texts:
        return False
    language, make = texts[label]
    with st.container(key="exporthead", horizontal=True, vertical_alignment="center"):
        viewer(safe('<span class="quiet small">{}</span>', label.removeprefix("Copy ")), "export-head")
        st.button(
            _("Back to the preview"), key="export-back", type="tertiary", on_click=lambda: set_widget(_SHOWN, None)
        )
    try:
        text = make()
    except HierviewError as error:
        viewer(html.notice_html(mistake_sentence(error)), "export-shown-refused")
        return True
    with st.container(key="exportshown"):
        st.code(text, language=language, height=460)
    return True
