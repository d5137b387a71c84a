"""Files of a study that is to be made: brought, told apart, read, decided upon, scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import streamlit as st

from ...errors import HierviewError, quoted
from ...formats.hierarchies.readings import Reading
from ...languages import N_, _, translated_options
from ...markup import html
from ...markup.readings import choose_sentence, distinguishing_words
from ...measures import parse_measure
from ...ui.files.bringing import with_readings
from ...ui.files.reading import choose_reading, column_choices, none_of_these_button
from ...ui.files.server_files import FileToRead
from ...ui.shell.jobs import confined_task, jobs, watch_first
from ...ui.shell.markdown import inert_markdown
from ...ui.shell.page_state import on_upload, set_widget, widget_value
from ...ui.shell.widgets import choose_measures, select_box, text_field
from ...ui.viewer import viewer
from ..answers.answers import Policies
from ..answers.report import AnswersReport
from ..inputs import roles as given
from ..inputs.roles import FilesRead, GivenFile, Policy, Role
from ..inputs.tables.columns import ColumnRoles
from ..inputs.tables.heads import free_name
from ..markup import data as draw
from ..markup.answers import POLICIES, answers_panel_html, policies_table_html
from ..scoring.compiled import cache_folder
from ..tasks import USUAL, read_given_files, score_given_files
from .current_study import MOST_MEASURES, begin_study, measures_as_asked, measures_to_score
from .shelves import retention_sentence
from .state import STUDY, StudyState, change, current

PLACE = "study-look"
_FILES = "study-files"
_ASKED, _BY_HAND = "study-asked", "study-by-hand"  # the file whose readings are shown; the name of one told by hand
_TITLE, _CHOSEN, _TEXT, _NAME = "study-title", "study-measures", "study-text", "study-textname"
USUAL_PRICE = 12  # of FathomNet: twice the six ranks above a species
_SETS = "study-sets"  # what sets are taken as, once that is chosen
_STEP, _NAMED = "study-step", "study-named"  # a file and the step whose rows are shown, or the column that gets a name
_NONE = ("", None)
_MISSING = {"empty": N_("count as no prediction"), "drop": N_("leave these instances out for all systems")}
_UNKNOWN = {"drop": N_("leave these labels out"), "wrong": N_("count each as a wrong class of its own")}
_OPEN = {
    "outside": N_("A text that is no class counts as"),
    "abstained": N_("A text that says none counts as"),
    "ambiguous": N_("A text that names several counts as"),
}
_EMPTY = {"keep": N_("keep them"), "drop": N_("leave these instances out")}


def show_new(state: StudyState) -> None:
    """Show what was brought, what is still wanting, and once all is there what was read and how to go on."""
    files = _brought_files()
    _show_upload(state)
    if not files:
        viewer(html.quiet_paragraph_html(f"{_limits_text()} {retention_sentence()}"), "studylimits")
        return
    _show_files(state, files)
    if wanting := given.missing_sentence(files):
        viewer(html.notice_html(wanting, "hint"), "study-wanting")
        return
    kernels = map(str, filter(None, [cache_folder()]))  # sets that hold their own ancestors are scored, too
    about = tuple((file.name, file.role, file.system, file.choices, sha256(file.data).hexdigest()) for file in files)
    watch_first(
        PLACE,
        about,
        *confined_task(*kernels),
        read_given_files,
        tuple(files),
        page=STUDY,
        draw=partial(_show_reading, state),
    )


def _limits_text() -> str:
    return _(
        "Up to {files} files of at most {size} MB each, {classes:,} classes and {labels:,} labels in all; what is "
        "larger is scored in the shell (hierview study). Hierarchies of every shape that hierview opens; labels as two "
        "columns of id and classes, a row for each class, lines, JSON lines, or Parquet.",
        files=given.MOST_FILES,
        size=given.LARGEST_GIVEN // 10**6,
        classes=given.MOST_CLASSES,
        labels=given.MOST_LABELS,
    )


def _brought_files() -> tuple[GivenFile, ...]:
    files: tuple[GivenFile, ...] = jobs().kept.get(_FILES, ())
    return files


def _replace_files(files: Sequence[GivenFile]) -> None:
    """Replace the files that were brought; the controls take their values anew."""
    jobs().kept[_FILES] = tuple(files)
    change(trouble="", widget_epoch=current().widget_epoch + 1)


def _change_file(i: int, **fields: Any) -> None:
    """Take one file with other fields."""
    _replace_files([replace(file, **fields) if k == i else file for k, file in enumerate(_brought_files())])


def _add_files(further: Sequence[tuple[str, bytes]]) -> None:
    """Add further files, each with its most likely role beside those that are there."""
    files = list(_brought_files())
    every = [(file.name, file.data) for file in files] + list(further)
    if len(every) > given.MOST_FILES or sum(len(data) for _, data in every) > given.MOST_GIVEN:
        change(trouble=_("These are too many. {limits}", limits=_limits_text()))
        return
    for (name, data), role in zip(further, given.guess_roles(every)[len(files) :], strict=True):
        files.append(GivenFile(name, data, role, given.system_name(name, (file.system for file in files))))
    _replace_files(files)


def _show_upload(state: StudyState) -> None:
    drop_column, paste_column = st.columns([3, 2], gap="medium")
    with drop_column:
        key = f"study-upload-{state.widget_epoch}"
        st.file_uploader(
            _("Drop the hierarchy, the true classes and one file for each system here, all at once or one by one"),
            accept_multiple_files=True,
            key=key,
            max_upload_size=given.LARGEST_GIVEN // 10**6,
            on_change=on_upload(key, lambda files: _add_files([(file.name, file.getvalue()) for file in files])),
        )
    with paste_column, st.expander(_("Or paste a text")):
        st.text_area(_("Text of a file"), key=_TEXT, height=96, placeholder="book 1\tMusic|Dance")
        st.text_input(_("Name"), key=_NAME, placeholder="gold.tsv")
        st.button(_("Add it"), key="study-add", on_click=_show_paste)


def _show_paste() -> None:
    text = str(widget_value(_TEXT) or "")
    if text.strip():
        name = str(widget_value(_NAME) or "").strip() or _("pasted {n}", n=len(_brought_files()) + 1)
        _add_files([(name, text.encode("utf-8", "replace"))])
        set_widget(_TEXT, "")
        set_widget(_NAME, "")


def _show_files(state: StudyState, files: Sequence[GivenFile]) -> None:
    for i, file in enumerate(files):
        with st.container(key=f"studyfile-{i}", horizontal=True, vertical_alignment="center"):
            st.markdown(f"{inert_markdown(file.name)} :gray[{_size_text(len(file.data))}]", width=300)
            label, key = _("What {name} is", name=inert_markdown(file.name)), f"study-role-{i}-{state.widget_epoch}"
            roles, use = translated_options(given.ROLES), partial(_set_role, i)
            select_box(label, roles, file.role, key, use, 220, label_visibility="collapsed")
            if file.role in given.RUNS:
                label = _("Name of the system of {name}", name=inert_markdown(file.name))
                key, rename = f"study-system-{i}-{state.widget_epoch}", partial(_rename_system, i)
                text_field(label, file.system, key, rename, label_visibility="collapsed", width=180)
            if file.role == "scores":
                _choose_kind(state, i, file)
            key = f"study-drop-{i}-{state.widget_epoch}"
            st.button(_("Remove"), key=key, type="tertiary", on_click=_drop_file, args=(i,))
        if file.role == "hierarchy" and (source := _source_to_choose(file)) is not None:
            _choose_reading(state, i, source)


def _choose_kind(state: StudyState, i: int, file: GivenFile) -> None:
    """Show the guessed kind of a file's scores, which one choice changes."""
    words = {word: _(says) for word, (says, _choices) in given.SCORE_KINDS.items()}
    now = next((word for word, (_says, how) in given.SCORE_KINDS.items() if how == file.choices), "")
    label, key = _("Kind of scores of {name}", name=inert_markdown(file.name)), f"study-kind-{i}-{state.widget_epoch}"
    select_box(label, words, now, key, partial(_set_kind, i), 220, label_visibility="collapsed")


def _source_to_choose(file: GivenFile) -> FileToRead | None:
    """The hierarchy with its readings; None where it is not asked which is meant."""
    source: FileToRead | None = jobs().kept.get(_ASKED)
    if source is None or (source.name, source.data) != (file.name, file.data):
        return None
    return replace(source, choices=file.choices)


def _choose_reading(state: StudyState, i: int, source: FileToRead) -> None:
    """Show a list of the readings of the hierarchy; labels are matched anew with each."""
    use, by_hand = partial(_choose_source, i), jobs().kept.get(_BY_HAND) == source.name
    with st.container(key="asked-head", horizontal=True, vertical_alignment="center"):
        if not by_hand:
            viewer(choose_sentence(source.readings), "asked-sentence")
        none_of_these_button("study", by_hand, lambda by_hand: jobs().kept.update({_BY_HAND: by_hand and source.name}))
    if by_hand:
        column_choices(source, f"study-hierarchy-{state.widget_epoch}", use)
    else:
        choose_reading(source, source.reading, "study-readings", lambda reading: use(source.read_as(reading)))


def _choose_source(i: int, source: FileToRead) -> None:
    _change_file(i, choices=source.choices)


def _size_text(size: int) -> str:
    return f"{size / 10**6:.1f} MB" if size >= 10**5 else f"{size / 1000:.1f} kB"


def _set_role(i: int, role: Role) -> None:
    file = _brought_files()[i]
    # Labels and scores are read in other ways.
    _change_file(i, role=role, choices=() if "scores" in (file.role, role) else file.choices)


def _set_kind(i: int, word: str) -> None:
    _change_file(i, choices=given.SCORE_KINDS[word][1])


def _rename_system(i: int, name: str) -> None:
    others = [file.system for k, file in enumerate(_brought_files()) if k != i]
    _change_file(i, system=free_name(name, others))


def _drop_file(i: int) -> None:
    _replace_files([file for k, file in enumerate(_brought_files()) if k != i])


def _show_reading(state: StudyState, result: tuple[FilesRead | HierviewError]) -> None:
    """Show what was read, and the controls that follow: decisions, measures, Score."""
    (reading,) = result
    if isinstance(reading, HierviewError):
        i, file = next((i, file) for i, file in enumerate(_brought_files()) if file.role == "hierarchy")
        if (readings := getattr(reading, "readings", ())) and _source_to_choose(file) is None:
            source = jobs().kept[_ASKED] = with_readings(FileToRead(file.name, file.data), readings)
            if not readings[0].doubt:
                _choose_source(i, source.read_as(source.readings[0]))
            st.rerun()
        if readings:
            viewer(html.notice_html(_("Choose how {name} is read.", name=quoted(file.name)), "hint"), "study-asked")
            return
        # One file may hold systems, too; this one does not.
        wanting = all(file.role not in given.RUNS for file in _brought_files())
        said = getattr(reading, "said", "")
        more = f" {_('Choose above what these scores are.')}" if said else ""
        viewer(html.notice_html(f"{said or reading}.{more}", "hint" if wanting else "error"), "study-unread")
        _show_columns(getattr(reading, "columns", None) or {})
        return
    ways = () if any(map(_source_to_choose, _brought_files())) else reading.ways
    viewer(
        draw.files_read_html(reading.reads, reading.hierarchy, distinguishing_words(ways)[1:]),
        "studydata",
        on_pick=partial(_show_readings, ways),
    )
    if reading.notes:
        viewer(html.quiet_paragraph_html(" ".join(reading.notes)), "study-notes")
    _show_columns(reading.columns)
    _show_answers(reading.answers)
    policy = _ask_policy(state, reading)
    with st.container(key="studyscore", horizontal=True, vertical_alignment="bottom"):
        usual = [parse_measure(text) for text in USUAL]
        choose_measures(_("Measures"), measures_to_score(), usual, _CHOSEN, max_selections=MOST_MEASURES)
        st.text_input(_("Title"), key=_TITLE, placeholder=given.usual_title(_brought_files()), width=200)
        label, open_ = _("Score"), policy is None
        st.button(label, key="study-score", type="primary", on_click=_make_and_score, args=(policy,), disabled=open_)
    if open_:
        sentence = _("Choose above what becomes of the labels that are not in the hierarchy.")
        viewer(html.notice_html(sentence, "hint"), "open")
    viewer(html.quiet_paragraph_html(retention_sentence()), "studykept")


def _show_readings(readings: Sequence[Reading], _pick: str) -> None:
    """Show the readings of a hierarchy that was opened by the first of them."""
    file = next(file for file in _brought_files() if file.role == "hierarchy")
    jobs().kept[_ASKED] = with_readings(FileToRead(file.name, file.data), readings)


def _show_columns(columns: Mapping[int, ColumnRoles]) -> None:
    """Show the role of each column of each file, which one choice changes, and the rows matched by one step."""
    kept = jobs().kept
    for i, found in columns.items():
        name, epoch = _brought_files()[i].name, current().widget_epoch
        step, naming = (
            value if file == name else None for file, value in (kept.get(_STEP, _NONE), kept.get(_NAMED, _NONE))
        )
        shown = draw.column_table_html(found, name, step, naming)
        viewer(shown, f"study-columns-{i}-{epoch}", on_pick=partial(_follow_pick, i, found))
        if naming is not None:
            label = _("Name of the system in {column}", column=inert_markdown(found.heads[naming]))
            use = partial(_rename_column, i, found, naming)
            text_field(label, found.system_name(naming), f"study-naming-{i}-{epoch}", use, width=280)


def _follow_pick(i: int, columns: ColumnRoles, pick: str) -> None:
    """Give a column the role that was chosen, or a name; or show the rows of a step."""
    kept, name = jobs().kept, _brought_files()[i].name
    first, _sep, role = pick.partition(" ")
    if first == draw.STEP:
        kept[_STEP] = _NONE if kept.get(_STEP) == (name, role) else (name, role)
    elif first.isdigit() and (k := int(first)) < len(columns.roles):
        kept[_NAMED] = (name, k) if role == draw.NAMED else _NONE
        if role in columns.role_options():
            _change_file(i, choices=columns.choices_with_role(k, role))


def _rename_column(i: int, columns: ColumnRoles, k: int, name: str) -> None:
    jobs().kept[_NAMED] = _NONE
    _change_file(i, choices=columns.choices_with_name(k, name))


def _show_answers(reports: Mapping[int, AnswersReport]) -> None:
    """Show what answers in words were taken for; a class is confirmed for a text by one choice."""
    for i, report in reports.items():
        file = _brought_files()[i]
        confirmed = dict(dict(file.choices).get("confirmed", ()))
        key, use = f"study-answers-{i}-{current().widget_epoch}", partial(_confirm_class, i, report)
        viewer(answers_panel_html(report, file.name, confirmed), key, on_pick=use)
        if table := policies_table_html(report):
            viewer(table, f"study-policies-{i}")


def _confirm_class(i: int, report: AnswersReport, pick: str) -> None:
    k, _sep, c = pick.partition(" ")
    if k.isdigit() and int(k) < len(report.unclear):
        text, *_more, candidates = report.unclear[int(k)]
        if c in dict(candidates):
            choices = dict(_brought_files()[i].choices)
            choices["confirmed"] = (*choices.get("confirmed", ()), (text, c))
            _change_file(i, choices=tuple(choices.items()))


def _answer_policies(reports: Iterable[AnswersReport]) -> Policies:
    """What texts that are no class count as, of each kind that there is; by policies that can be of all systems."""
    reports, chosen = [report for report in reports if report.open_policies], {}
    can_be = [
        policy for policy in POLICIES if all(policy in r.policies and r.policies[policy][1] for r in reports)
    ] or ["empty"]
    for name in sorted({name for report in reports for name in report.open_policies}):
        names, key = translated_options(POLICIES).__getitem__, f"study-policy-{name}"
        chosen[name] = st.selectbox(_(_OPEN[name]), [*can_be, "price"], format_func=names, key=key, width=420)
    if "price" in chosen.values():
        price = st.number_input(_("Price of no answer, in edges"), 0, 10**9, USUAL_PRICE, key="study-price", width=420)
        chosen = {name: f"price={price}" if policy == "price" else policy for name, policy in chosen.items()}
    return Policies(**chosen)


def _ask_policy(state: StudyState, reading: FilesRead) -> Policy | None:
    """What becomes of what does not fit; None while something that has no usual answer is not decided."""
    choices: dict[str, Any] = {}
    unknown = {"drop": _UNKNOWN["drop"]} if reading.unknown_true_count else _UNKNOWN
    for name, many, options, first, what in (
        ("missing", reading.missing_count, _MISSING, 0, N_("{n:,} instances have no row in a run")),
        ("unknown", reading.unknown_count, unknown, None, N_("{n:,} labels are not in the hierarchy")),
        ("empty_truth", reading.empty, _EMPTY, 0, N_("{n:,} instances have no true class")),
    ):
        if many:
            names, key = translated_options(options).__getitem__, f"study-{name}"
            choices[name] = st.radio(_(what, n=many), list(options), first, names, key=key, horizontal=True)
    if reading.sets is not None:
        choices["sets"] = jobs().kept.get(_SETS, "given")
        pick = partial(jobs().kept.__setitem__, _SETS)
        viewer(draw.sets_panel_html(reading.sets, choices["sets"]), "study-sets", on_pick=pick)
    choices["answers"] = _answer_policies(reading.answers.values())
    return None if None in choices.values() else Policy(**choices)


def _make_and_score(policy: Policy) -> None:
    """Make the study and go to its ranking, where the work is shown."""
    measures = measures_as_asked(widget_value(_CHOSEN) or ())
    if not measures:
        change(trouble=_("Choose at least one measure."))
        return
    title = str(widget_value(_TITLE) or "") or given.usual_title(_brought_files())
    begin_study(title, score_given_files, _brought_files(), policy, tuple(policy.answers.priced(measures)))
