"""The page of studies without a browser: what an address opens, files that are brought, who sees what."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from errno import ENOSPC
from html import unescape
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest
import streamlit as st
from starlette.datastructures import Headers

from hierview.errors import StudyError
from hierview.jobs import job as job_module
from hierview.study.inputs.roles import GivenFile, Policy, study_of_files
from hierview.study.printed import published_studies
from hierview.study.tasks import score_given_files
from hierview.study.ui import current_study, files, shelves
from hierview.study.ui.shelves import Shelf
from hierview.ui.files import reading as readings_shown
from hierview.ui.shell import jobs as jobs_module
from hierview.ui.shell import server
from hierview.ui.shell.gate import LOCAL_CODE, MEASURES, STUDIES
from tests.app_test import PageAlone, words
from tests.job_tasks import stays
from tests.jobs_here import Here
from tests.processes import PATIENCE, stop_all
from tests.study.test_given import FAR, FILES, GOLD, NEAR, H

pytestmark = pytest.mark.slow


class Visit(PageAlone):
    """A visit to the page."""

    def __init__(self) -> None:
        super().__init__("study")

    @property
    def offered(self) -> list[str]:
        """The studies that can be chosen."""
        return self.control("selectbox", "Study").options

    def bring(self, *files: tuple[str, bytes]) -> dict[str, str]:
        """Drop files."""
        (box,) = self.at.get("file_uploader")
        box.set_value([(name, data, "text/plain") for name, data in files])
        return self.run()

    def until(self, key: str) -> dict[str, str]:
        """The viewers once the work is done that stands in the place of one of them."""
        for job in list(job_module.running_jobs):
            assert job.wait(PATIENCE)
        shown = self.run()
        assert key in shown, shown.keys()
        return shown


@pytest.fixture
def processes() -> None:
    """Asked for by a test whose jobs are processes of their own."""


@pytest.fixture(autouse=True)
def temporary(request, tmp_path, monkeypatch) -> Iterator[Shelf]:
    """A shelf of the test's own; what it began ends with it, also where it failed."""
    if "processes" not in request.fixturenames:
        monkeypatch.setattr(job_module, "Process", Here)
    kept = Shelf(tmp_path, temporary=True)
    monkeypatch.setattr(shelves, "_temporary_root", lambda: tmp_path)
    monkeypatch.setattr(shelves, "_shelf_of", lambda folder: Shelf(folder, False) if folder else kept)
    monkeypatch.delenv(STUDIES, raising=False)
    # All visits of a test are one to Streamlit, so that one would find the files of the one before.
    jobs_of_test = jobs_module.VisitJobs()
    for module in (jobs_module, files):
        monkeypatch.setattr(module, "jobs", lambda: jobs_of_test)
    yield kept
    stop_all()


def first(shown: dict[str, str]) -> str:
    """The system in the first row of the ranking."""
    found = re.search(r'<tbody><tr><th scope="row"><bdi>(.*?)</bdi>', shown["ranking"])
    assert found
    return found[1]


def test_a_published_study_fills_the_first_screen():
    visit = Visit()
    shown = visit.visit()
    assert "15 systems, 6 measures" in shown["studyfacts"]
    assert "published values only" in shown["studyfacts"]
    assert first(shown) == "A"
    assert "MGIA and LCaF rank almost alike" in shown["taus"]
    assert len(visit.offered) == len(published_studies()) + 2
    assert visit.offered[0] == "DMOZ, LSHTC2 (K15, Table 15)"


def test_data_of_a_published_study_tell_what_is_printed_otherwise():
    shown = Visit().visit(study="k15/15", v="data")
    assert "Of 15 printed numbers that follow from others, 10 do." in shown["studydata"]


@pytest.mark.parametrize("study", ["~" + "0" * 32, "~../../etc", "~"])
def test_a_study_that_is_not_there_gets_a_sentence(study):
    shown = Visit().visit(study=study)
    assert "here" in shown.get("nostudy", "") + shown.get("trouble", "")


def test_what_is_wanting_and_what_is_broken_is_said():
    visit = Visit()
    visit.visit(study="new")
    assert "One file is the true classes; here are 0" in visit.bring(("hierarchy.tsv", H))["study-wanting"]
    visit.bring(("gold.tsv", GOLD))
    wanting = visit.until("study-unread")["study-unread"]
    assert '<div class="notice hint" role="status"><p>gold.tsv: one column alone holds classes; a truth and' in wanting
    visit.bring(("bad.tsv", b"1\tPop\n1\tRock|Pop\n"))
    shown = visit.until("study-unread")
    assert "bad.tsv: line 2: instance &#x27;1&#x27; stands in line 1 already" in shown["study-unread"]


def test_scores_that_are_no_probabilities_ask_for_their_kind_in_the_words_of_the_page():
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD))
    visit.bring(("a.csv", b"id,Pop,Rock\n1,2.5,-1.5\n2,-0.5,3.25\n3,1.5,0.5\n"))
    shown = visit.until("study-unread")["study-unread"]
    assert "scores go from -1.5 to 3.25. Choose above what these scores are." in shown
    assert "link=" not in shown


def test_the_readings_of_a_doubtful_hierarchy_stand_with_its_file():
    species = b"species,status,order,family\n" + b"".join(
        b"Species %d,%s,Order %d,Family %d\n" % (k, b"rare" if k % 2 else b"usual", k // 8, k // 2) for k in range(40)
    )
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("tree.dat", species), ("gold.tsv", b"1\tSpecies 1\n"), ("near.tsv", b"1\tSpecies 3\n"))
    shown = visit.until("study-readings")
    assert words(shown["study-readings"]).startswith("Levels order > family > species")
    assert shown["study-readings"].count(" checked") == 1  # nothing speaks against it, so that labels are matched
    shown = visit.until("studydata")
    assert "level 1 in 'order'" in unescape(shown["studydata"])
    shown = visit.press("None of these: say what each column is")
    visit.control("multiselect", "Levels, from the top").set_value(["family", "species"])
    visit.run()
    shown = visit.until("studydata")
    assert "level 1 in 'family', level 2 in 'species'" in unescape(shown["studydata"])


RESULTS = b"doc,gold,a,b,seconds\nd1,Pop,Pop;Music,Rock,2\nd2,Music/Rock,Pop;Music,Rock,1\nd3,Drama,Drama,Drama,1\n"


@pytest.fixture
def picks(monkeypatch) -> dict[str, str]:
    """What is chosen in viewers in the next run, by their keys."""
    chosen: dict[str, str] = {}
    shows = files.viewer

    def chosen_in(markup: str, key: str, **how: Any) -> None:
        shows(markup, key, **how)
        if key in chosen:
            how["on_pick"](chosen.pop(key))
            st.rerun()

    for module in (files, readings_shown):
        monkeypatch.setattr(module, "viewer", chosen_in)
    return chosen


def test_another_reading_of_a_hierarchy_stands_behind_how_it_was_read(picks):
    rows = "".join(f"p{k},{'AB'[k % 2]}wear,{'AB'[k % 2]}{k % 4},fine {k % 8}\n" for k in range(16))
    tree = f"photo,coarse_label,mid_label,fine_label\n{rows}".encode()
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("tree.csv", tree), ("gold.tsv", b"1\tfine 1\n2\tfine 2\n"), ("near.tsv", b"1\tfine 3\n2\tfine 2\n"))
    assert "also: " in words(visit.until("studydata")["studydata"])
    picks["studydata"] = "also"
    shown = visit.run()
    assert shown["study-readings"].count(" checked") == 1
    picks["study-readings"] = "1"
    visit.run()
    shown = visit.until("studydata")
    assert re.findall('value="(.)" data-pick="." checked', shown["study-readings"]) == ["1"]
    assert "also: " not in words(shown["studydata"])


def test_what_each_column_is_and_how_sets_are_taken_is_changed_by_one_choice(picks):
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("hierarchy.tsv", H), ("results.csv", RESULTS))
    shown = visit.until("study-columns-1-1")
    chosen = re.findall(r"selected>(.*?)<", shown["study-columns-1-1"])
    assert chosen == ["id", "true classes", "system a", "system b", "left out"]
    assert "2 by id, 1 by path" in shown["studydata"]
    assert '<input type="radio" name="sets" data-pick="given" checked>' in shown["study-sets"]
    assert "0 of 3 true sets, 2 of a, 0 of b hold an ancestor" in shown["study-sets"]
    picks["study-columns-1-1"] = "step path"
    shown = visit.run()["study-columns-1-1"]
    assert re.findall("<bdi>(d[0-9])<", shown) == ["d2"]
    assert 'data-pick="step path" aria-pressed="true">1 by path<' in shown
    picks["study-columns-1-1"] = "3 name"
    visit.run()
    visit.control("text_input", "Name of the system in b").set_value("bert")
    visit.run()
    shown = visit.until("study-columns-1-2")
    chosen = re.findall(r"selected>(.*?)<", shown["study-columns-1-2"])
    assert chosen[3] == "system bert"
    picks["study-columns-1-2"] = "2 true"
    visit.run()
    shown = visit.until("study-columns-1-3")
    chosen = re.findall(r"selected>(.*?)<", shown["study-columns-1-3"])
    assert chosen == ["id", "system gold", "true classes", "system bert", "left out"]
    assert "2 of 3 true sets" in shown["study-sets"]
    picks["study-sets"] = "specific"
    assert 'data-pick="specific" checked' in visit.run()["study-sets"]
    visit.press("Score")
    shown = visit.until("ranking")
    visit.visit(study=visit.at.session_state["hierview-study"].study, v="data")
    assert "the most specific classes are taken" in visit.run()["studydata"]


def test_answers_in_words_are_confirmed_by_one_choice_and_their_policy_is_stated(picks):
    visit = Visit()
    visit.visit(study="new")
    replies = b"id,answer\n1,**pop**.\n2,Rocks\n3,Jazz\n"
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD), ("replies.csv", replies))
    shown = visit.until("study-policies-2")
    assert "replies.csv , 3 answers: 1 normalised, 2 outside" in words(shown["study-answers-2-1"])
    picks["study-answers-2-1"] = "0 Rock"
    visit.run()
    shown = visit.until("study-policies-2")
    assert "Confirmed: Rocks = Rock." in words(shown["study-answers-2-2"])
    visit.control("selectbox", "A text that is no class counts as").set_value("price")
    visit.run()
    visit.control("number_input", "Price of no answer, in edges").set_value(7)
    visit.control("multiselect", "Measures").set_value(["hF", "TIE"])
    visit.run()
    visit.press("Score")
    assert "TIE (price of no answer = 7)" in words(visit.until("ranking")["ranking"])
    shown = visit.visit(study=visit.at.session_state["hierview-study"].study, v="data")
    assert "outside price=7 (no class; measures by distance are to be given the price 7)" in shown["studydata"]


def test_nothing_is_left_out_before_that_is_chosen():
    visit = Visit()
    visit.visit(study="new")
    strange = b"1\tPop\n2\tNothing\n3\tDrama\n"
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD), ("odd.tsv", strange))
    visit.until("studydata")
    (policy,) = visit.at.radio
    assert (policy.value, visit.control("button", "Score").disabled) == (None, True)
    assert policy.options == ["leave these labels out", "count each as a wrong class of its own"]
    policy.set_value("wrong")
    assert "open" not in visit.run()
    visit.press("Score")
    study = visit.at.session_state["hierview-study"].study
    visit.until("ranking")
    assert "1 outside" in visit.visit(study=study, v="data")["studydata"]


def test_measures_of_ones_own_are_scored_with_the_others(monkeypatch, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def half(hierarchy, true, predicted):\n    return 0.5\n")
    monkeypatch.setenv(LOCAL_CODE, "1")
    monkeypatch.setenv(MEASURES, str(mine))
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD), ("near.tsv", NEAR))
    visit.until("studydata")
    choice = visit.control("multiselect", "Measures")
    assert choice.options[0] == "half"
    choice.set_value([choice.options[0], "hF"])
    visit.press("Score")
    assert "half" in visit.until("ranking")["ranking"]
    study = visit.at.session_state["hierview-study"].study
    assert "0.5" in visit.visit(study=study, v="instances", by="half")["instances"]
    monkeypatch.delenv(MEASURES)
    assert "half" not in visit.visit(study=study, v="ranking")["ranking"]


def test_files_become_a_study_that_only_its_address_opens(processes, temporary, monkeypatch):
    monkeypatch.setattr("hierview.ui.shell.jobs.serves_this_computer_alone", lambda *_: False)  # others come in
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD), ("near.tsv", NEAR), ("far.tsv", FAR))
    shown = visit.until("studydata")
    assert "1 instances of the truth have no row" in shown["studydata"]
    (policy,) = visit.at.radio
    assert policy.options == ["count as no prediction", "leave these instances out for all systems"]
    visit.press("Score")
    shown = visit.until("ranking")
    assert first(shown) == "near"
    assert "3 instances, 2 systems, 6 measures" in shown["studyfacts"]
    study = visit.at.session_state["hierview-study"].study
    assert "kept for 24 hours" in shown["studyfacts"]
    assert re.fullmatch("~[0-9a-f]{32}", study)
    assert "gold: near, far" in visit.offered
    other = Visit()
    other.visit()
    assert "gold: near, far" not in other.offered
    assert first(other.visit(study=study)) == "near"
    visit.visit(study=study, v="data")
    shown = visit.press("Remove this study")
    assert study[1:] not in temporary
    assert "nostudy" in other.visit(study=study, v="ranking")


@pytest.mark.whole
def test_what_was_stopped_is_taken_up_as_it_was_asked_for(processes, temporary):
    key = temporary.make_folder("stopped")
    current_study._study_work().begun[temporary.folder(key)] = score_given_files, (FILES, Policy(), ("GIE",))
    visit = Visit()
    visit.visit(study=f"~{key}")
    assert "1 measure" in visit.until("studyfacts")["studyfacts"]
    bare = temporary.make_folder("bare")
    assert "bring its files again" in visit.visit(study=f"~{bare}")["nostudy"]


def test_what_nothing_can_come_of_leaves_nothing_behind(temporary):
    key = temporary.make_folder("wrong")
    strange = GivenFile("odd.tsv", b"1\tNothing\n", "run", "odd")
    current_study._study_work().begun[temporary.folder(key)] = (
        score_given_files,
        ((*FILES, strange), Policy(unknown="error"), ("GIE",)),
    )
    visit = Visit()
    visit.visit(study=f"~{key}")
    assert "&#x27;Nothing&#x27; (line 1)" in visit.until("nostudy")["nostudy"]
    assert key not in temporary


@pytest.mark.whole
def test_a_folder_of_ones_own_is_offered_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv(STUDIES, str(tmp_path))
    study = study_of_files(FILES, Policy(), tmp_path / "germeval")
    study.score(["hF", "GIE"])
    visit = Visit()
    visit.visit(study="~germeval")
    shown = visit.until("ranking")
    assert "germeval" in visit.offered
    assert "2 measures" in shown["studyfacts"]
    assert "kept for" not in shown["studyfacts"]


# Views of a scored study


@pytest.fixture
def scored(tmp_path, monkeypatch) -> Visit:
    """A visit to a study of three instances and two systems, whose ranking is there."""
    monkeypatch.setenv(STUDIES, str(tmp_path))
    study_of_files(FILES, Policy(), tmp_path / "small").score(["hF", "GIE"])
    visit = Visit()
    visit.visit(study="~small")
    visit.until("ranking")
    return visit


@pytest.mark.whole
def test_two_systems_are_compared_under_every_measure_and_in_each_part(scored):
    shown = scored.visit(study="~small", v="differences")
    assert "Differences, near − far" in shown["differences"]
    assert shown["differences"].count("<figure") == 2
    assert "hF by depth: near − far" in shown["parts"]
    shown = scored.visit(study="~small", v="differences", a="far", b="near", by="GIE", col="top")
    assert "Differences, far − near" in shown["differences"]
    assert "GIE by top: far − near" in shown["parts"]
    assert {box.label: box.value for box in scored.at.selectbox}["Parted by"] == "top"
    scored.at.button(key="study-export-Figure").click()
    preview = words(scored.run()["export-preview"])
    assert "GIE" in preview, "the picture is that of the chosen measure"
    assert "hF" not in preview


def test_a_bar_and_a_part_open_their_instances(scored):
    shown = scored.visit(study="~small", v="differences")
    bars = re.findall(r'data-pick="(by [^"]+)"[^>]*aria-label="([^"]+)"', shown["differences"])
    assert bars
    for pick, said in bars:
        page = scored.visit(study="~small", v="instances", sort=unescape(pick).removeprefix("by "))["instances"]
        assert f"{said.rpartition(' ')[2]} of 3 instances, where " in page
    assert 'data-pick="part ' in shown["parts"]


def test_an_instance_opens_with_what_each_system_says_of_it(scored):
    shown = scored.visit(study="~small", v="instances", open="pair 1")
    assert "hF" in shown["studycase-near"]
    assert "Rock" in shown["studydrawn-far"]
    shown = scored.visit(study="~small", v="instances", open="pair 99")
    assert "below 3" in shown["study-refused"]
    shown = scored.visit(study="~small", v="instances", open="<script>")
    assert not [key for key in shown if key.startswith("studycase")]


def test_a_cell_of_the_matrix_leads_to_the_instance_that_explains_it(scored):
    shown = scored.visit(study="~small", v="levels", matrix="b", fold="Music")
    assert "Level 1" in shown["levels"]
    assert "more often right" in shown["finding"]
    assert "cell" not in shown
    (off, *_) = [p for p in re.findall(r'data-pick="cell (\d+ \d+)"', shown["matrix"]) if len(set(p.split())) > 1]
    alone = scored.visit(study="~small", v="levels", matrix="b", fold="Music", at=off)
    assert " taken for " in alone["cell"]
    assert "<svg" in alone["cell-drawn"]
    shown = scored.visit(study="~small", v="levels", matrix="difference", cells="row", early="carry", fold="Music")
    assert 'aria-checked="true">carried on' in shown["early"]
    assert 'aria-expanded="true"' in shown["matrix"]
    beside = scored.visit(study="~small", v="levels", matrix="both", fold="Music", at=f"{off} b")
    assert beside["matrix-1"].replace("<h3>B</h3>", "") == alone["matrix"]
    assert beside["cell"] == alone["cell"]
    assert 'aria-pressed="true"' not in beside["matrix-0"]
    for broken in ("9 9", "x", "0", "-1 0"):
        assert "cell" not in scored.visit(study="~small", v="levels", at=broken)


# Room on the server


@pytest.fixture
def ready(temporary) -> Visit:
    """A visit that brought its files and may press Score."""
    visit = Visit()
    visit.visit(study="new")
    visit.bring(("hierarchy.tsv", H), ("gold.tsv", GOLD), ("near.tsv", NEAR))
    visit.until("studydata")
    return visit


def test_one_visit_does_not_take_all_places(processes, ready, temporary):
    for _ in range(jobs_module.MOST_OF_ONE):
        jobs_module.begin_job(stays, limits=current_study.LIMITS)
    said = "3 pieces of work of yours, or from your address, are under way; wait for one, or stop it."
    assert said in ready.press("Score")["trouble"]
    assert not list(temporary.root.glob("*/made.txt"))


def test_a_full_disk_is_a_sentence_without_the_servers_folders(ready, temporary, monkeypatch):
    def full(*given, **options):
        raise OSError(ENOSPC, os.strerror(ENOSPC), str(temporary.root))

    monkeypatch.setattr(Path, "write_text", full)
    assert "The study cannot be written: No space left on device." in ready.press("Score")["trouble"]
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StudyError) as error:
        study_of_files(FILES, Policy(), temporary.root / "study")
    assert str(error.value).startswith("study: the study cannot be written (No space left on device)")


def test_an_upload_needs_no_disk(monkeypatch):
    def spooled(*given):
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    async def sent():
        head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
        yield head + b"1" * 4_000_000 + b"\r\n--x--\r\n"

    monkeypatch.setattr(SpooledTemporaryFile, "rollover", spooled)
    headers = Headers({"content-type": "multipart/form-data; boundary=x"})
    form = asyncio.run(server.MultiPartParser(headers, sent()).parse())
    assert form["f"].size == 4_000_000
