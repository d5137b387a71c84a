"""Views that need scikit-learn, an extra that is slow to load: curves, and examples that are trained on request."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec

import streamlit as st

from ...errors import HierviewError
from ...languages import N_, _, translated_options
from ...markup import html
from ...study.storage.learnt_files import NEAREST, decision_files
from ...study.ui.current_study import OpenStudy, begin_study, folder_of
from ...study.ui.state import NEW, VIEWS, StudyState, change
from ...ui.shell.page_state import widget_value
from ...ui.viewer import viewer

NO_SKLEARN = N_("This needs scikit-learn, which is not installed here; pip install 'hierview[classifiers]' brings it.")
NO_SCORES = N_(
    "No system of this study has scores here. Curves stand where files of scores were read or classifiers were "
    "learnt: load your own, train an example under Data, or use hierview classify."
)

EXAMPLES = {
    "drawn": N_("Documents drawn from a known model"),
    "digits": N_("Images of handwritten digits"),
    "names": N_("Names of characters, as short texts"),
}
SYSTEMS = {
    "flat": N_("flat: one decision among all leaves"),
    "cascade": N_("cascade: the best child at each level"),
    "p_path": N_("p_path: the most probable path"),
    "knn2": N_("knn2: votes of neighbours"),
}
MEASURES = ("hF", "LCaF", "GIE")  # all have a value where a system answers with several classes or none
_WHAT, _SYSTEMS = "study-train-what", "study-train-systems"


def views(state: StudyState) -> dict[str, str]:
    """The views of what is open: Curves where there are scores, or where it is asked for."""
    titles = dict(VIEWS)
    if state.view != "curves" and not _has_scores(state):
        del titles["curves"]
    return titles


def _has_scores(state: StudyState) -> bool:
    with suppress(HierviewError):
        return bool(state.kept_id and state.study != NEW and decision_files(folder_of(state)))
    return False


def show_curves(state: StudyState, open_study: OpenStudy) -> None:
    """The curves, or why there are none."""
    if open_study.folder is None or not set(decision_files(open_study.folder)) & set(
        open_study.standings("mean").systems
    ):
        viewer(html.notice_html(_(NO_SCORES), "hint"), "nocurves")
        return
    try:
        module = import_module(".curves", __package__)
    except ImportError:
        viewer(html.notice_html(_(NO_SKLEARN), "hint"), "nosklearn")
        return
    module.show(state, open_study)


def show_numbers(open_study: OpenStudy, system: str, i: int, measure: str) -> None:
    """A link to a document with what its classifiers said, where anything is left of that."""
    if open_study.folder is None or system not in {
        **decision_files(open_study.folder),
        **decision_files(open_study.folder, NEAREST),
    }:
        return
    with suppress(ImportError):  # without scikit-learn nothing of it is read
        module = import_module(".curves", __package__)
        try:
            case = module.document_with_numbers(open_study, system, i)
        except HierviewError as error:
            viewer(html.notice_html(f"{error}.", "hint"), f"numbers-refused-{i}")
            return
        module.link_to_numbers("Open with its probabilities", case, measure, f"numbers-{system}-{i}")


def train() -> None:
    """A choice of documents and systems that are learnt from them, in a process of its own."""
    with st.expander(_("Train an example")):
        if find_spec("sklearn") is None:
            viewer(html.notice_html(_(NO_SKLEARN), "hint"), "nosklearn")
            return
        st.selectbox(
            _("Documents"), list(EXAMPLES), format_func=translated_options(EXAMPLES).__getitem__, key=_WHAT, width=420
        )
        titles = translated_options(SYSTEMS)
        st.multiselect(_("Systems"), list(titles), list(titles), titles.__getitem__, key=_SYSTEMS, width=420)
        st.button(_("Train"), key="study-train", on_click=_start_training)


def _start_training() -> None:
    """Begin, and go to the ranking, where the work is shown."""
    what, systems = str(widget_value(_WHAT) or ""), tuple(map(str, widget_value(_SYSTEMS) or ()))
    if what not in EXAMPLES or not systems:
        change(trouble=_("Choose at least one system to train."))
        return
    task = import_module("..experiment", __package__).train_example
    begin_study(_("Trained: {example}", example=_(EXAMPLES[what])), task, what, systems, MEASURES)
