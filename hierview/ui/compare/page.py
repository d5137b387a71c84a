"""Compare: two predictions, which one is worse, and which measures say so."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import partial

import streamlit as st

from ...answers.compare import compared_measures, parameter_declaration, prediction_words
from ...answers.conventions import CONVENTIONS
from ...answers.cost import answering_cost
from ...errors import HierviewError
from ...languages import _, translated_options
from ...markup import html
from ...markup.pages import compare as draw
from ...publish.naming import case_phrase as named
from ...publish.tables import Table, TableOptions
from ...publish.tables.compared import comparison_table
from ...safe import Markup
from ..explore.panels.picker import case_picker
from ..export.export_table import table_button
from ..export.linked import show_link
from ..shell.cases import all_row_keys, source_and_name
from ..shell.control_data import number_control
from ..shell.jobs import result_when_ready
from ..shell.links import address_with, link_to_explore
from ..shell.page_state import on_change
from ..shell.widgets import draw_control, popover, segmented_control, select_box
from ..viewer import viewer
from .pairs import long_table_pairs, short_table_pairs, shown_differences
from .state import (
    SHOULD,
    CompareState,
    Side,
    address_parameters,
    begin_guess,
    change,
    change_settings,
    current,
    reveal_numbers,
    show_pair,
    show_side,
)

_GUESS = "guess"  # beside the names of tables


def show() -> None:
    """Show the page that compares two predictions."""
    state = current()
    _show_head(state)
    # One place for what may be said or not, so that nothing below is drawn anew when it comes or goes.
    with st.container(key="said"):
        if state.trouble:
            viewer(html.notice_html(state.trouble), "trouble")
        if not state.same and not state.asking and (sentence := _reason_sentence(state)):
            viewer(
                html.quiet_paragraph_html(sentence, html.english_attribute() if state.guessed is None else Markup()),
                "because",
            )
        if not state.same and state.pair is not None and state.other_pairs:
            _show_pairs_beside(state)
    case_b = state.case_a if state.same else state.case_b
    ids = html.class_ids(state.case_a, case_b)
    pictures = draw.both_pictures_html(
        state.case_a, case_b, (prediction_words(state.case_a), prediction_words(case_b)), ids
    )
    column_a, column_b = st.columns(2, gap="medium")
    with column_a:
        _show_side(state, "a", pictures[0])
    with column_b:
        if state.same:
            _show_settings(state)
        else:
            _show_side(state, "b", pictures[1])
    _show_answers(state, ids)


def _reason_sentence(state: CompareState) -> str:
    """What is known of the pair, beside the guess where there was one."""
    pair = state.pair
    if pair is None or state.worse != pair.worse:
        return ""
    if state.guessed is None:
        return pair.because
    means = _("as you said") if state.guessed == pair.worse else _("you said {should}", should=_(SHOULD[state.guessed]))
    return _("Worse is {should}, {means}. {because}", should=_(SHOULD[pair.worse]), means=means, because=pair.because)


def _show_pairs_beside(state: CompareState) -> None:
    with st.container(key="beside", horizontal=True, vertical_alignment="center"):
        for pair in state.other_pairs:
            label = _("Also: {a} and {b}", a=pair.a, b=pair.b)
            st.button(label, type="tertiary", on_click=show_pair, args=(pair.a, pair.b))


def _show_head(state: CompareState) -> None:
    with st.container(key="comparehead", horizontal=True, vertical_alignment="center"):
        question = _("What do other settings change?") if state.same else _("Which prediction is worse?")
        st.title(question, anchor=False, width="content")
        # Its place stays where it is not asked, or the switch would be drawn anew and lose the focus.
        place = st.empty()
        if not state.same:
            epoch, names = state.widget_epoch, translated_options(SHOULD).__getitem__
            key = f"should-{epoch}"
            use = on_change(key, lambda worse: change(expected=worse, widget_epoch=epoch + (worse is None)))
            place.segmented_control(
                _("Worse is:"), list(SHOULD), default=state.worse, format_func=names, key=key, on_change=use
            )
        with st.container(
            key="compareactions", horizontal=True, horizontal_alignment="right", vertical_alignment="center"
        ):
            key = f"same-{state.widget_epoch}"
            changed = on_change(key, lambda same: change(same=bool(same)))
            st.toggle(_("Same case, other settings"), value=state.same, key=key, on_change=changed)
            popover(
                _("Share"),
                "compare-share",
                lambda: show_link(address_with(address_parameters(state)), "compare"),
                type="primary",
            )


def _show_side(state: CompareState, side: Side, picture: Markup) -> None:
    name, case = (state.a, state.case_a) if side == "a" else (state.b, state.case_b)
    with st.container(key=f"side{side}", horizontal=True, vertical_alignment="center"):
        st.subheader(side.upper(), anchor=False, width="content")
        case_picker(name, source_and_name(name, case), lambda chosen, found: show_side(side, chosen, found), f"-{side}")
        with st.container(key=f"open{side}", horizontal=True, horizontal_alignment="right"):
            link_to_explore(_("Open in Explore"), {"c": name})
    viewer(picture, f"picture-{side}")


def _show_settings(state: CompareState) -> None:
    """The settings of B in place of another case."""
    with st.container(key="sideb", horizontal=True, vertical_alignment="center"):
        st.subheader("B", anchor=False, width="content")
        st.markdown(_("the same case with these settings"))
    epoch = state.widget_epoch
    with st.container(key="othersettings", border=True):
        says = _("What tools decide differently: whether the root counts, how graphs and pairs are found, what 0/0 is.")
        names, now = {name: name for name in CONVENTIONS}, state.settings.convention

        def follow(name: str) -> None:
            change_settings(convention=name)

        select_box(_("Convention"), names, now, f"convention-{epoch}", follow, help=says)
        for name in ("default_cost", "max_distance"):
            setting = parameter_declaration(name)

            def use(value: float | None, name: str = name) -> None:
                exact = None if value is None else Fraction(str(value))
                with suppress(HierviewError):
                    change_settings(**{name: parameter_declaration(name).check("B", name, exact)})

            now = getattr(state.settings, name)
            draw_control(number_control(setting, name, now), f"{name}-{epoch}", use)


def _show_answers(state: CompareState, ids: html.Ids) -> None:
    with st.container(key="comparetabs", horizontal=True, vertical_alignment="center"):
        tables = {"headline": _("Headline"), "all": _("All ({n})", n=len(all_row_keys()))}
        tables |= {} if state.same else {_GUESS: _("Guess first")}
        asking = state.asking and not state.same
        key = f"compared-{state.widget_epoch}-{state.asking}"
        segmented_control(_("Answers"), tables, _GUESS if asking else state.table, key, _show_table)
        viewer(html.marks_legend_html(), "legend")
        if not asking:
            measures = [*compared_measures(state.case_a, state.case_b)]
            table_button(_("comparison"), partial(_export_table, state), measures, "comparison")
    if asking:
        _ask_guess(state)
        return
    slow = max((state.case_a, state.case_b), key=answering_cost)
    groups = result_when_ready(
        slow, "compared", _("the table"), long_table_pairs if state.table == "all" else short_table_pairs, state
    )
    if groups is None:
        return
    asks = _("what changes?") if state.same else _("as it should be?") if state.worse else _("which is better?")
    viewer(draw.comparison_html(groups, ids, asks, *_source_sentences(state, groups)), "compared")


def _export_table(state: CompareState, options: TableOptions) -> Table:
    a = (named(state.case_a), state.case_a)
    b = ("other settings", state.case_a) if state.same else (named(state.case_b), state.case_b)
    return comparison_table((a, b), shown_differences(state), options)


def _show_table(name: str) -> None:
    """Show a table, or hide the numbers until there is a guess."""
    if name == _GUESS:
        begin_guess()
    else:
        change(asking=False, table=name, widget_epoch=current().widget_epoch + 1)


def _ask_guess(state: CompareState) -> None:
    text = _("Say above which prediction is worse: A, neither or B.")
    if state.expected is not None:
        text = _("Your guess: {guess}. What do the measures say?", guess=_(SHOULD[state.expected]))
    with st.container(key="guess"):
        viewer(html.quiet_paragraph_html(text), "guesssaid")
        with st.container(key="guessends", horizontal=True, vertical_alignment="center"):
            label = _("Show numbers")
            st.button(label, "shownumbers", type="primary" if state.expected else "tertiary", on_click=reveal_numbers)


def _source_sentences(state: CompareState, groups: list[tuple[str, list[draw.ComparedRow]]]) -> list[str]:
    """Where the printed values that are spoken of stand."""
    rows = [r for _family, group in groups for pair in group for r in (pair, *pair.folded)]
    sides = (("A", state.case_a, [r.a for r in rows]), ("B", state.case_b, [r.b for r in rows]))
    return [
        _("Printed, {side}: {source}.", side=side, source=case.source)
        for side, case, side_rows in sides
        if any(r.note for r in side_rows)
    ]
