"""What all tests share: profiles of hypothesis, a stop watch, and what the end of a run says of its tests.

It stands alone, because tests/test_runs.py runs it beside tests of its own.
"""

import ast
import gc
import os
import re
import signal
from collections import Counter
from contextlib import contextmanager
from functools import wraps

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time, fewer in `make quick`; `make test-all` looks for new ones.
# How long an example takes by the clock depends on what else the machine does; `within` counts processor time.
_COMMON = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", derandomize=True, max_examples=60, **_COMMON)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=8)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
os.environ.setdefault("HIERVIEW_BYTES", "")  # processes of tests run compiled, and start no compiler beside them
_PROFILES = {"quick": "quick", "large": "thorough"}
settings.load_profile(_PROFILES.get(os.environ.get("HIERVIEW_SEARCH", ""), "steady"))


# What `make quick` leaves out: files that start processes, set pages, learn, or draw and count every preset, of which
# not even the imports are waited for; and single tests that take half a second or more of a processor.
SLOW = re.findall(
    r"[\w.]+",
    """
    test_behaviour test_brute test_cache test_choosing test_classes test_cli_workbench test_contributing test_dask
    test_deciding test_direction test_disagree test_estimators test_every_process test_export test_families test_figures
    test_foreign test_foreign_measures test_fuzz test_gate test_geometry test_germeval test_handbook test_heavy
    test_instances test_jobs test_kernels test_landscape test_layout test_learning test_learning_page
    test_load_hierarchy test_network test_oracle_agreement test_packaging test_paper test_part test_pdf test_plain
    test_reference test_report test_runs test_scene test_semantic test_sheets test_shell test_statistics test_still
    test_study_page test_svgfile test_tikz test_vary test_workbench_loaded hierview.study

    test_a_disk_that_fills_up_leaves_no_half_file
    test_a_figure_that_does_not_fit_says_what_makes_it_fit test_a_full_disk_behind_the_screen_is_a_sentence
    test_a_listed_measure_keeps_the_rules_on_random_cases test_a_page_says_nothing_in_english_that_has_a_translation
    test_a_registered_measure_lacks_nothing test_a_saved_classifier_says_the_same
    test_arrays_of_another_kind_are_told_when_they_are_loaded test_edits_do_what_the_model_does
    test_every_accepted_letter_is_set test_every_lesson_is_a_talk_whose_numbers_wait
    test_every_picture_of_every_preset test_every_small_hierarchy_against_the_brute_force
    test_every_step_can_be_answered_passed_and_left test_hostile_texts_are_data
    test_hostile_words_are_text_wherever_they_stand test_k15_is_what_the_tables_hold
    test_latex_compiles_with_hostile_names test_no_sentence_is_wrong_again test_no_text_touches_anything_at_84_mm
    test_no_text_touches_anything_in_other_styles test_no_view_of_a_measure_shows_an_id_that_has_a_label
    test_nothing_lies_on_anything_else test_nothing_touches_with_many_systems_and_long_names
    test_scored_places_have_intervals_and_ties_are_those_of_the_tests test_sheets_of_formulas_and_flows
    test_the_paper_tables_fit_the_page test_the_sentence_follows_from_the_results
    test_two_processes_do_not_write_one_study test_what_cannot_be_opened_is_a_sentence_and_the_case_stays
    test_what_is_read_at_once_is_what_care_reads test_what_is_said_of_a_pairing_without_a_pair_is_so
    test_what_the_server_answers_at_once_is_what_the_desk_shows test_whatever_comes_gives_a_draft_or_a_sentence
    test_whatever_the_browser_says_gives_a_page
    """,
)
QUICK = os.environ.get("HIERVIEW_SEARCH") == "quick"


def pytest_ignore_collect(collection_path):
    """A file that is left out as a whole is not even imported; None lets others decide."""
    return True if QUICK and (collection_path.stem in SLOW or collection_path.name == "browser") else None


def pytest_collection_modifyitems(items):
    for item in items:
        if {item.path.stem, item.name.partition("[")[0]} & {*SLOW}:
            item.add_marker("slow")


@contextmanager
def _within(seconds: float):
    """Fail unless the block ends in time, counted in this process's own seconds; an endless loop is stopped."""

    def stop(*_):
        pytest.fail(f"not finished after {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.fixture
def within():
    """`with within(2): ...` fails where the block takes longer than 2 seconds."""
    return _within


def _uninterrupted(parse):
    """`ast.parse`, during which no garbage is collected."""

    @wraps(parse)
    def whole(*given, **options):
        enabled = gc.isenabled()
        gc.disable()
        try:
            return parse(*given, **options)
        finally:
            if enabled:
                gc.enable()

    return whole


# Pytest parses a test to show its failure. Where garbage is collected then, a task of asyncio that failed unseen is
# logged with its lines, which are parsed too; and Pythons of before 2024 (Debian 12 has one) take a tree begun inside
# another for a fault of their own: a SystemError that ends the whole run.
ast.parse = _uninterrupted(ast.parse)


# What is imported and collected stays to the end: to look through it for garbage took a third of the collection's
# time and a sixth of all.
gc.disable()


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


MOST_RERUNS = 3  # in a whole run; what has to be run again more often is no accident


def _run_again(config) -> list:
    """The reports of failures after which a test was run again; with workers, those of all of them."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    return terminal.stats.get("rerun", []) if terminal else []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    if len(_run_again(session.config)) > MOST_RERUNS and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    """What a count alone would hide: what was not tested and why, and what passed only the second time."""
    if skipped := terminalreporter.stats.get("skipped"):
        reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
        terminalreporter.section(f"{len(skipped)} skipped")
        for reason, count in sorted(reasons.items()):
            terminalreporter.write_line(f"{count:4}  {reason}")
    if again := _run_again(config):
        terminalreporter.section(f"{len(again)} run again")
        for report in again:
            said = " ".join(str(getattr(report.longrepr, "reprcrash", None) or report.longrepr).split())
            terminalreporter.write_line(f"{report.nodeid} ({report.when}): {said[:300]}")
        if len(again) > MOST_RERUNS:
            terminalreporter.write_line(f"More than {MOST_RERUNS}: this run has not passed.", red=True)
