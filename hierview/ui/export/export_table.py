"""Tables in the Export dialog: of Explore's measures and cases, and of whatever another page found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from ...answers.answers import all_measures
from ...answers.cards import measures_bibtex
from ...formats import preset, preset_names
from ...languages import N_, _
from ...measures import Measure
from ...publish.naming import preset_name
from ...publish.tables import MOST_DIGITS, Table, TableOptions, table_of
from ..explore.view import ViewState, shown_measures
from ..shell.cases import case_label
from ..shell.markdown import inert_markdown
from ..shell.page_state import widget_value
from .exporting import (
    MadeBy,
    Texts,
    caption_fields,
    chosen_table_format,
    option_row,
    rounding_control,
    show_table_page,
    table_look_controls,
)

Make = Callable[[TableOptions], Table]


_TABLE_FIRST = (56, 40)  # how the preview and the controls share the dialog


def table_button(title: str, make: Make, measures: Sequence[Measure], key: str, waits: bool = False) -> None:
    """A button that opens the dialog on a table that a page shows. waits: whether the table is still being made."""

    def show() -> None:
        with st.container(key="exportonly"):
            show_table_page(lambda: _found_fields(make), _bibtex_of(lambda: measures), key, _TABLE_FIRST, opens=True)

    with st.container(key=f"exporttable-{key}", width="content"):
        reason = _("Once all of the table is there") if waits else None
        if st.button(_("Export"), key=f"export-{key}", type="tertiary", disabled=waits, help=reason):
            st.dialog(inert_markdown(_("Export: {title}", title=title)), width="large")(show)()


def case_table(state: ViewState) -> None:
    """The table of Explore's measures and cases."""
    show_table_page(lambda: _case_fields(state), _bibtex_of(lambda: _table_measures(state)), "table", opens=True)


def _bibtex_of(measures: Callable[[], Sequence[Measure]]) -> Callable[[], Texts]:
    return lambda: {"BibTeX": ("latex", lambda: measures_bibtex(measures()))}


def _found_fields(make: Make) -> MadeBy:
    kind = chosen_table_format()
    options: dict[str, Any] = {"digits": int(st.number_input(_("At most"), 0, MOST_DIGITS, 2, key="export-digits"))}
    options |= table_look_controls(kind, *_FLAGS) | caption_fields("tab:cases")
    return kind, lambda: make(TableOptions(**options))


_FLAGS = (("best", N_("Best in bold"), True), ("arrows", N_("Arrows"), True), ("fixed", N_("0.50, not 0.5"), False))


def _table_measures(state: ViewState) -> list[Measure]:
    """The measures of the answers with their settings, or all; without those that count more than a part holds."""
    measures = shown_measures(state)
    if widget_value("export-rows") == "All":
        measures = all_measures()
    return [m for m in measures if not state.counts_beyond_part(m)]


def _case_fields(state: ViewState) -> MadeBy:
    kind = chosen_table_format()
    more = st.multiselect(
        _("Cases"),
        [name for name in preset_names() if name != state.name],
        key="export-cases",
        placeholder=_("only this one"),
        format_func={name: case_label(name) for name in preset_names()}.__getitem__,
    )
    option_row(_("Measures"), {"Shown": _("Shown"), "All": _("All")}, "Shown", "export-rows")
    printed = {"none": _("no"), "differing": _("if differing"), "all": _("all")}
    options: dict[str, Any] = {
        "measures_as": option_row(_("Rows are"), {"rows": _("measures"), "columns": _("cases")}, "rows", "export-as"),
        "rounding": rounding_control(),
        "digits": int(st.number_input(_("At most"), 0, MOST_DIGITS, 2, key="export-digits")),
        "printed": option_row(_("Printed"), printed, "differing", "export-printed"),
    }
    best, arrows, fixed = _FLAGS
    symbols = (("symbols", _("Symbols"), False), ("units", _("Units"), False))
    options |= table_look_controls(kind, best, arrows, *symbols, fixed) | caption_fields("tab:cases")

    def make() -> Table:
        own = preset_name(state.case)
        cases = [(own if own != "case" else state.case.name or own, state.case), *((n, preset(n)) for n in more)]
        return table_of(cases, _table_measures(state), TableOptions(**options))

    return kind, make
