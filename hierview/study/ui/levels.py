"""By level: how good two systems are at each depth, and which class is taken for which, down to an instance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ...errors import HierviewError
from ...languages import _
from ...markup import html
from ...own.own_measure import is_own
from ...safe import safe
from ...ui.shell.cases import pack_case
from ...ui.shell.links import link_to_explore
from ...ui.shell.widgets import segmented_control
from ...ui.viewer import viewer
from ..markup import instances as draw_instances
from ..markup import levels as draw
from ..per_class.by_level import ABSENT, LevelConvention, LevelScores, level_scores, levels_table
from ..per_class.confusions import (
    SAYS,
    ConfusedPairs,
    ConfusionMatrix,
    MatrixHead,
    confused_pairs,
    confusions_picture,
    confusions_table,
    count_matrix,
    folded_heads,
)
from ..results.instances import cases_of_instance
from ..results.scores import Scores
from ..study import Study
from .current_study import OpenStudy, choose_pair, finder_of, study_with_scores, system_pair, work_out_study
from .export import export_buttons
from .instances import opens_by_link
from .state import CELLS, MATRICES, StudyState, choose

LISTED = 5  # instances of a cell, and so many more at each click


def levels_by_rule(study: Study, scores: Scores, systems: tuple[str, ...]) -> dict[str, tuple[LevelScores, ...]]:
    """The scores by level of some systems under each rule for branches that end early."""
    return {rule: tuple(level_scores(study, system, LevelConvention(rule)) for system in systems) for rule in ABSENT}


def confused_pairs_of_systems(study: Study, scores: Scores, systems: tuple[str, ...]) -> tuple[ConfusedPairs, ...]:
    """The pairs of a true and a predicted class of some systems."""
    return tuple(confused_pairs(study, system) for system in systems)


def show(state: StudyState, open_study: OpenStudy) -> None:
    """Show the levels of both systems, and below which class is taken for which."""
    systems = tuple(filter(None, system_pair(state, open_study)))
    doing = _("Counting level by level")
    by_rule = work_out_study(open_study, "study-levels", doing, levels_by_rule, systems)
    with st.container(key="studypair", horizontal=True, vertical_alignment="bottom"):
        choose_pair(state, open_study, alone=True)
        if by_rule is not None and len(systems) > 1:
            viewer(safe('<p class="finding">{}</p>', draw.leader_sentence(*by_rule[state.absent])), "finding")
    if by_rule is None:
        return
    shown = by_rule[state.absent]
    early = draw.early_ends_html(by_rule, state.absent)
    with st.container(key="studyrank"):
        table, panel = st.columns([840, 344], gap="large") if early else (st.container(), None)
    with table:
        viewer(draw.levels_html(shown[0], shown[1] if len(shown) > 1 else None), "levels")
    if panel is not None:
        with panel:
            viewer(early, "early", panel=True, on_pick=partial(_follow_pick, state))
    export_buttons(open_study, {}, {"By level": lambda: levels_table(shown)}, "-levels")
    doing = _("Pairing true and predicted classes")
    every = work_out_study(open_study, "study-confusions", doing, confused_pairs_of_systems, systems)
    if every is not None:
        _show_matrix(state, open_study, every)


def _show_matrix(state: StudyState, open_study: OpenStudy, runs: tuple[ConfusedPairs, ...]) -> None:
    """Show the matrix with its controls, or those of both systems, and the instances of the chosen cell beside it."""
    study = study_with_scores(open_study)[0]
    opened = [c for c in state.unfolded.split("\n") if c in study.hierarchy]
    heads = folded_heads(study, runs, opened)
    matrices = [count_matrix(one, heads) for one in runs]
    which = state.matrix if len(runs) > 1 else "a"
    of = int(state.matrix_cell.endswith("b") if which == "both" else which == "b")
    chosen = _chosen_cell(state.matrix_cell, heads)
    st.subheader(_("Which class is taken for which?"), anchor=False)
    with st.container(key="studymatrix"):
        left, right = (st.container(), st.container()) if which == "both" else st.columns([728, 448], gap="large")
    with left:
        with st.container(key="studycells", horizontal=True, vertical_alignment="center"):
            epoch = state.widget_epoch
            if len(runs) > 1:
                key = f"study-matrix-{which}-{epoch}"
                segmented_control(_("System"), MATRICES, which, key, lambda to: choose(matrix=to, nth=0))
            key = f"study-cells-{state.cells}-{epoch}"
            segmented_control(_("Cells"), CELLS, state.cells, key, lambda to: choose(cells=to))
        if which == "both":
            for k, place in enumerate(st.columns(2, gap="large")):
                with place:
                    markup = draw.matrix_html(matrices[k], state.cells, chosen if of == k else None, title="AB"[k])
                    viewer(markup, f"matrix-{k}", on_pick=partial(_follow_pick, state, system="ab"[k]))
        else:
            other = matrices[1] if which == "difference" else None
            markup = draw.matrix_html(matrices[of], state.cells, chosen, other)
            viewer(markup, "matrix", on_pick=partial(_follow_pick, state))
        viewer(
            draw.counting_notes_html(
                [sentence for sentence, there in zip(SAYS, _pair_notes(runs), strict=True) if there]
            ),
            "pairs",
        )
        _show_exports(state, open_study, matrices, which)
    if chosen is not None:
        with right:
            _show_cell(state, open_study, runs[of], (heads[chosen[0]], heads[chosen[1]]))


def _show_exports(state: StudyState, open_study: OpenStudy, matrices: Sequence[ConfusionMatrix], systems: str) -> None:
    """The matrices that are shown, as figures and tables."""
    other = matrices[1] if systems == "difference" else None
    shown = {"Confusions": matrices[int(systems == "b")]}
    if systems == "both":
        shown = {f"Confusions, {name}": matrix for name, matrix in zip("AB", matrices, strict=True)}
    pictures = {name: partial(confusions_picture, one, state.cells, other) for name, one in shown.items()}
    tables = {name: partial(confusions_table, one, state.cells, other) for name, one in shown.items()}
    export_buttons(open_study, pictures, tables, "-matrix")


def _pair_notes(runs: tuple[ConfusedPairs, ...]) -> tuple[bool, bool, bool]:
    """Which of the sentences on pairs hold here."""
    several_parents = runs[0].root_paths.has_several_parents
    return True, any(one.has_several_labels for one in runs), several_parents


def _chosen_cell(text: str, heads: tuple[MatrixHead, ...]) -> tuple[int, int] | None:
    """The row and column of the chosen cell, where it is there; after them may stand whose matrix it is of."""
    numbers = [int(part) for part in text.split(" ") if part.isdecimal() and len(part) < 6]
    return (numbers[0], numbers[1]) if len(numbers) == 2 and max(numbers) < len(heads) else None


def _show_cell(
    state: StudyState, open_study: OpenStudy, pairs: ConfusedPairs, cell: tuple[MatrixHead, MatrixHead]
) -> None:
    """Show the instances of a cell, the chosen one drawn, and the link into Explore."""
    numbers = pairs.instances_in(*cell)
    if not numbers:
        return
    study, scores = study_with_scores(open_study)
    nth = min(state.nth, len(numbers) - 1)
    most = LISTED * (nth // LISTED + 1)
    true, predicted = map(draw.head_name, cell)
    title = _("{true} taken for {predicted}: {n:,}", true=true, predicted=predicted, n=len(numbers))
    if true == predicted:
        title = _("{true}, rightly: {n:,}", true=true, n=len(numbers))
    rows = finder_of(open_study).rows_of_system(numbers[:most], pairs.system)
    viewer(draw.cell_html(title, rows, nth, max(0, len(numbers) - most)), "cell", on_pick=partial(_follow_pick, state))
    name = study.data.ids[numbers[nth]]
    try:
        (case,), _changed = cases_of_instance(study, name, [pairs.system], scores.measures, opens_by_link)
    except HierviewError as error:
        viewer(html.notice_html(f"{error}."), "cell-refused")
        return
    viewer(draw_instances.case_drawing_html(case, [case]), "cell-drawn")
    first = next((str(m) for m in scores.measures if not is_own(m)), "")
    if opens_by_link(case):
        with st.container(key="wbopen-cell", width="content"):
            link_to_explore(
                _("Open {name} in Explore", name=name), {"c": pack_case(case)} | ({"m": first} if first else {})
            )


def _follow_pick(state: StudyState, pick: str, system: str = "a") -> None:
    """Follow a click. system: in whose matrix it was, where two stand beside each other."""
    kind, _blank, rest = pick.partition(" ")
    if kind == "absent" and rest in ABSENT:
        choose(absent=rest)
    elif kind == "fold":
        opened = [c for c in state.unfolded.split("\n") if c]
        opened = [c for c in opened if c != rest] if rest in opened else [*opened, rest]
        choose(unfolded="\n".join(opened)[:2_000], matrix_cell="", nth=0)
    elif kind == "cell":
        choose(matrix_cell=f"{rest[:18]} {system}", nth=0)
    elif kind == "nth" and rest.isdecimal() and len(rest) < 8:
        choose(nth=int(rest))
    elif kind == "more":
        choose(nth=LISTED * (state.nth // LISTED + 1))
