"""Choose: what is needed, which measures remain, and the choice as a link and a paragraph."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from ...explain import number
from ...languages import _, count_text, in_parts
from ...markup import html
from ...markup.pages import choosing as draw
from ...publish.choice import paragraph
from ...workbench.choosing import NEEDS, Consequences, Exclusion, Judged, Need, consequences
from ..export.linked import show_link
from ..shell.cases import pack
from ..shell.links import link
from ..shell.page_state import in_language, set_widget
from ..shell.widgets import radio
from ..viewer import viewer
from .state import address_of, answer_need


def choosing(answers: Mapping[str, str]) -> None:
    """The questions, and beside them what follows from their answers."""
    choice = consequences(answers)
    questions_column, result_column = st.columns([400, 552], gap="large")
    with questions_column, st.container(key="needs"):
        viewer(draw.questions_head(), "needs-head")
        for need in NEEDS:
            _question(need, choice.answers.get(need.key))
    with result_column, st.container(key="choosing"):
        candidates = [_candidate(standing) for standing in choice.standings]
        viewer(draw.choice_html(candidates, _sentences(choice), bool(choice.reasons)), "choice")
        _handed_on(choice)


def _question(need: Need, present: str | None) -> None:
    says = {option.key: _(option.says) for option in need.options}
    key = f"need-{need.key}"
    set_widget(key, present)
    radio(_(need.asks), says, None, key, lambda option: answer_need(need.key, option), horizontal=True)


def _candidate(standing: Judged) -> draw.Candidate:
    measure = standing.measure
    text = str(measure)
    steps = [_("far misses are alike only after the long-distance step")] * bool(standing.after_step)
    return draw.Candidate(
        measure.label(),
        in_parts(measure.title()),
        f"?{urlencode(in_language({'m': text}))}",
        [_against(text, exclusion) for exclusion in standing.exclusions],
        (*steps, *map(_, standing.limits)),
    )


def _against(measure: str, exclusion: Exclusion) -> draw.Against:
    evidence = exclusion.evidence
    cases = []
    for role, case, value in zip(evidence.roles, evidence.trial, evidence.values, strict=True):
        where = pack(case)
        address = f"./?{urlencode(in_language({'c': where, 'm': measure}))}" if where else ""
        cases.append((_(role), case, number(value), address))
    return draw.Against(_(exclusion.fault), evidence.explanation, cases)


def _sentences(choice: Consequences) -> list[str]:
    if not choice.remaining:
        return [
            _(
                "Without your answer to “{asks}”: {names}.",
                asks=_(need.asks),
                names=", ".join(s.measure.label() for s in remaining),
            )
            for need, remaining in choice.without
        ]
    beside = choice.beside
    if beside is None or beside.agrees:
        return []
    remain = ", ".join(beside.remain) or _("none")
    return [
        count_text(
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remains.",
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remain.",
            len(beside.remain),
            names=", ".join(beside.printed),
            setting=beside.setting,
            remain=remain,
        )
    ]


def _handed_on(choice: Consequences) -> None:
    """The choice to hand on: its link, and a paragraph for a paper."""
    address = link({"q": address_of(choice.answers)})
    texts = paragraph(choice, address)
    if texts is None:
        if not choice.reasons:
            viewer(html.plain_text(_("Answer a question to have a paragraph for a paper.")), "choice-none")
        return
    with st.container(key="choice-paper"):
        st.subheader(_("For a paper"), anchor=False)
        for tab, text in zip(
            st.tabs([_("Words"), "LaTeX", "BibTeX", _("Link")]),
            (texts.words, texts.latex, texts.references, address),
            strict=True,
        ):
            with tab:
                show_link(text, "choice") if text == address else st.code(text, language=None, wrap_lines=True)
