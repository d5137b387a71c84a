"""The page of a study: which one is open, what is in it, and one of its views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import streamlit as st

from ...errors import HierviewError
from ...flats import missing_flat_sentence, part_at
from ...languages import N_, _, count_text
from ...markup import html
from ...safe import Markup, safe
from ...ui.shell.page_state import on_change, widget_value
from ...ui.shell.widgets import choose_measures, inline_markup, segmented_control
from ...ui.viewer import viewer
from ..inputs.example import TITLE
from ..markup import data, ranking
from ..printed import NO_INSTANCES, published_studies
from ..results.standings import Standings
from ..sets_compared import sets_of_scored
from ..tasks import score_kept_study
from . import differences, files, instances, levels, printed_elsewhere
from .current_study import (
    MOST_MEASURES,
    OpenStudy,
    begin_work,
    forget_study,
    measures_as_asked,
    measures_to_score,
    open_study_of,
    study_with_scores,
    work_out_study,
)
from .export import export_buttons, ranking_exports
from .shelves import HOURS, retention_sentence, study_shelf
from .state import AVERAGES, EXAMPLE, KEPT, NEW, VIEWS, StudyState, change, choose, current, heading_text, show_study

BESIDE = 7  # measures at most with which the triangle has room beside the table
_MORE = "study-more"
_LEARNING = part_at("study.learning")  # curves and training, of classifiers; None without these
NEEDED = N_(
    "These are printed values: the instances are not published, and {view} needs them. Load your own data, or try the "
    "example."
)
_PAPERS = {"k15": "K15, Table {}", "r23": "R23, Table {}", "s03": "S03", "t15": "K15’s thesis, Table {}"}


def show() -> None:
    """Show the page of studies."""
    state = current()
    bar = st.container(key="studybar", horizontal=True, vertical_alignment="center")
    with bar:
        _show_picker(state)
        facts = st.empty()
        with st.container(key="studyactions", horizontal=True, horizontal_alignment="right"):
            for study, label in ((EXAMPLE, _("Try the example")), (NEW, _("Load your own"))):
                if state.study != study:
                    st.button(label, type="tertiary", key=f"study-{study}", on_click=show_study, args=(study,))
    _show_head(state)
    if state.trouble:
        viewer(html.notice_html(state.trouble), "trouble")
    if state.study == NEW:
        files.show_new(state)
        _show_training()
        return
    try:
        open_study = open_study_of(state)
    except HierviewError as error:
        viewer(html.notice_html(f"{error}."), "nostudy")
        return
    if open_study is None:
        return
    with facts.container():
        viewer(_facts_text(state, open_study), "studyfacts")
    if open_study.printed is not None and state.view in ("levels", "differences", "instances", "curves"):
        viewer(html.notice_html(_(NEEDED, view=_(VIEWS[state.view])), "hint"), "needed")
        return
    _SHOW[state.view](state, open_study)
    if state.view == "data":
        _show_training()


def _show_training() -> None:
    if _LEARNING is not None:
        _LEARNING.train()


def _views_by_name(state: StudyState) -> dict[str, str]:
    """The views of what is open; Curves where classifiers are here, and there is something to draw."""
    if _LEARNING is not None:
        views: dict[str, str] = _LEARNING.views(state)
        return views
    return {view: title for view, title in VIEWS.items() if view != "curves" or view == state.view}


@st.cache_data(show_spinner=False)
def _titles() -> dict[str, str]:
    titles = {}
    for name, title in published_studies().items():
        paper, _slash, part = name.partition("/")
        short = title.rpartition(" (")[0] if paper == "s03" else title.partition(" (")[0]
        titles[name] = f"{short} ({_PAPERS.get(paper, paper).format(part)})"
    return titles


def _show_picker(state: StudyState) -> None:
    """All studies that this visitor can open."""
    keys = [key for key in dict.fromkeys([*state.mine, *study_shelf().finished_ids()]) if key in study_shelf()]
    options = _titles() | {EXAMPLE: TITLE} | {f"{KEPT}{key}": study_shelf().title(key) for key in keys}
    options[NEW] = _("Your own data …")
    names = list(options)
    inline_markup(safe('<span class="wb-quiet">{}</span>', _("Study")))
    key = f"study-{state.study}-{state.widget_epoch}"
    st.selectbox(
        _("Study"),
        names,
        index=names.index(state.study) if state.study in options else None,
        format_func=options.__getitem__,
        key=key,
        label_visibility="collapsed",
        width=390,
        on_change=on_change(key, show_study),
    )


def _facts_text(state: StudyState, open_study: OpenStudy) -> Markup:
    """What is in the study, and what cannot be shown of it."""
    standings = open_study.standings("mean")
    facts = [
        count_text("{n:,} system", "{n:,} systems", len(standings.systems)),
        count_text("{n:,} measure", "{n:,} measures", len(standings.measures)),
    ]
    if open_study.scored is not None:
        facts.insert(0, count_text("{n:,} instance", "{n:,} instances", open_study.scored.instances))
    more = ""
    if open_study.printed is not None:
        more = _("published values only: Differences and Instances need the runs")
    elif state.kept_id and study_shelf().temporary:
        more = _("kept for {hours} hours under this address", hours=HOURS)
    return safe('<p class="study-facts"><span>{}</span> <span class="quiet">{}</span></p>', ", ".join(facts), more)


def _show_head(state: StudyState) -> None:
    with st.container(key="studyhead", horizontal=True, vertical_alignment="center"):
        st.title(heading_text(state), anchor=False, width="content")
        if state.study != NEW:
            key = f"study-view-{state.view}-{state.widget_epoch}"
            with st.container(key="studyviews", width="content"):
                segmented_control(_("View"), _views_by_name(state), state.view, key, lambda view: choose(view=view))


def _show_ranking(state: StudyState, open_study: OpenStudy) -> None:
    """Show the ranking table, and beside it, or below where it is wide, the triangle of agreement."""
    standings = printed_elsewhere.standings_as_counted(state, open_study, open_study.standings(state.average))
    by = standings.at(state.by)
    chosen = printed_elsewhere.chosen_cell(state, standings) if open_study.scored is not None else None
    # A further column counts as two: its title is longer than a measure's, and seven columns leave names no room.
    if len(standings.measures) + 2 * len(standings.system_numbers) <= BESIDE:
        with st.container(key="studyrank"):
            table, triangle = st.columns([796, 372] if chosen is None else [644, 540], gap="large")
    else:
        table, triangle = st.container(), st.container()
    with table:
        _show_averages(state, open_study)
        marks = ranking.ranking(standings, by, chosen, open_study.scored is not None)
        viewer(marks, "ranking", on_pick=lambda text: _pick_in_ranking(standings, text))
    with triangle:
        if chosen is not None:
            printed_elsewhere.show_panel(state, open_study, standings, chosen)
        else:
            viewer(ranking.triangle(standings), "taus")
        export_buttons(open_study, *ranking_exports(open_study, standings, by))


def _pick_in_ranking(standings: Standings, text: str) -> None:
    """Rank by the measure whose head was clicked, or choose the value that was."""
    if text.startswith(ranking.CELL):
        printed_elsewhere.choose_cell(standings, text)
    elif any(measure.text == text for measure in standings.measures):
        choose(by=text)


def _show_averages(state: StudyState, open_study: OpenStudy) -> None:
    """Show the choice of mean or pooled values, where there is one."""
    if not open_study.has_pooled:
        return
    with st.container(key="studyaverage", horizontal=True, vertical_alignment="center"):
        key = f"study-average-{state.widget_epoch}"
        segmented_control(_("Average"), AVERAGES, state.average, key, lambda average: choose(average=average))
        st.caption(_("Pooled: the formula on sums over all instances, where a measure has one; the others stay means."))


def _show_data(state: StudyState, open_study: OpenStudy) -> None:
    """Show what was read, and of a kept study further measures, and the way to remove it."""
    if open_study.printed is not None:
        viewer(data.printed_study_html(open_study.printed, NO_INSTANCES), "studydata")
        return
    viewer(data.study_account_html(study_with_scores(open_study)[0]), "studydata")
    doing = _("Scoring with sets taken otherwise")
    for sets in work_out_study(open_study, "study-sets", doing, sets_of_scored) or ():
        viewer(data.sets_panel_html(sets), "study-sets")
    if state.study == EXAMPLE:
        return
    viewer(html.quiet_paragraph_html(retention_sentence()), "studykept")
    with st.container(key="studymore", horizontal=True, vertical_alignment="bottom"):
        scored = {measure.text for measure in open_study.standings("mean").measures}
        others = [measure for measure in measures_to_score() if str(measure) not in scored]
        choose_measures(_("Further measures"), others, [], _MORE, max_selections=MOST_MEASURES)
        st.button(_("Score them"), key="study-score-more", on_click=_show_score_more, args=(state, open_study))
        label = _("Remove this study")
        st.button(label, key="study-remove", type="tertiary", on_click=_show_removal, args=(state, open_study))


def _show_score_more(state: StudyState, open_study: OpenStudy) -> None:
    measures = widget_value(_MORE) or []
    if measures and open_study.folder is not None:
        try:
            begin_work(open_study.folder, score_kept_study, measures_as_asked((*open_study.measure_texts, *measures)))
        except HierviewError as error:
            change(trouble=f"{error}.")


def _show_removal(state: StudyState, open_study: OpenStudy) -> None:
    if open_study.folder is None:
        return
    forget_study(open_study.folder)
    with suppress(HierviewError):  # it may be gone already
        study_shelf().remove(state.kept_id)
    show_study(NEW)
    change(mine=tuple(key for key in state.mine if key != state.kept_id))


def _show_curves(state: StudyState, open_study: OpenStudy) -> None:
    if _LEARNING is not None:
        _LEARNING.show_curves(state, open_study)
    else:
        viewer(html.notice_html(f"{missing_flat_sentence('commands', 'classify')}."), "nocurves")


_SHOW: Mapping[str, Callable[[StudyState, OpenStudy], None]] = {
    "data": _show_data,
    "ranking": _show_ranking,
    "levels": levels.show,
    "differences": differences.show,
    "instances": instances.show,
    "curves": _show_curves,
}
