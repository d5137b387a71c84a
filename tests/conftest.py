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
settings.register_profile("steady", derandomize=True, max_examples=25, **_COMMON)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=8)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
os.environ.setdefault("HIERVIEW_BYTES", "")  # processes of tests run compiled, and start no compiler beside them
_PROFILES = {"quick": "quick", "large": "thorough"}
settings.load_profile(_PROFILES.get(os.environ.get("HIERVIEW_SEARCH", ""), "steady"))


SEARCH = os.environ.get("HIERVIEW_SEARCH", "")


def pytest_ignore_collect(collection_path):
    """In `make quick` a file that is slow as a whole is not even imported; None lets others decide."""
    if SEARCH != "quick":
        return None
    slow = collection_path.suffix == ".py" and re.search(
        r"^pytestmark = \[?\s*pytest\.mark\.slow", collection_path.read_text(encoding="utf-8"), re.MULTILINE
    )
    return True if slow or collection_path.name == "browser" else None


def pytest_collection_modifyitems(config, items):
    """What is marked as whole is tried in `make test-all` alone."""
    if SEARCH != "large":
        whole = [item for item in items if item.get_closest_marker("whole")]
        items[:] = [item for item in items if item not in whole]
        config.hook.pytest_deselected(items=whole)


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
