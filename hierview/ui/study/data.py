"""Data: what a study was made of and how it was read, further measures, and the way to remove it."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from ...answers import all_measures
from ...errors import HierviewError
from ...languages import _
from ...markup import html
from ...markup.study import data as draw
from ...measures import Measure
from ...study.published import NO_INSTANCES
from ...study.tasks import score_kept
from ..page_state import widget
from ..study_state import EXAMPLE, NEW, StudyState, change, show_study
from ..viewer import viewer
from .opened import MOST_MEASURES, Open, begin, forget, scores_of
from .shelves import shelf, told

_MORE = "study-more"


def show(state: StudyState, found: Open) -> None:
    """Show what was read, and of a kept study further measures, and the way to remove it."""
    if found.printed is not None:
        viewer(draw.printed(found.printed, NO_INSTANCES), "studydata")
        return
    viewer(draw.read(scores_of(found)[0]), "studydata")
    if state.study == EXAMPLE:
        return
    viewer(html.plain_text(told()), "studykept")
    with st.container(key="studymore", horizontal=True, vertical_alignment="bottom"):
        scored = {measure.text for measure in found.standings("mean").measures}
        st.multiselect(
            _("Further measures"),
            [m for m in all_measures() if str(m) not in scored],
            format_func=Measure.label,
            key=_MORE,
            max_selections=MOST_MEASURES,
        )
        st.button(_("Score them"), key="study-score-more", on_click=_score_more, args=(state, found))
        st.button(_("Remove this study"), key="study-remove", type="tertiary", on_click=_remove, args=(state, found))


def _score_more(state: StudyState, found: Open) -> None:
    chosen = widget(_MORE) or []
    if chosen and found.folder is not None:
        try:
            begin(found.folder, score_kept, tuple(map(str, chosen)))
        except HierviewError as error:
            change(trouble=f"{error}.")


def _remove(state: StudyState, found: Open) -> None:
    if found.folder is None:
        return
    forget(found.folder)
    with suppress(HierviewError):  # it may be gone already
        shelf().remove(state.kept)
    gone = state.kept
    show_study(NEW)
    change(mine=tuple(key for key in state.mine if key != gone))
