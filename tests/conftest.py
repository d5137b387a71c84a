"""What all tests share: profiles of hypothesis, a stop watch, and what the end of a run says of its tests.

It stands alone, because tests/test_runs.py runs it beside tests of its own.
"""

import ast
import gc
import os
import signal
from collections import Counter
from contextlib import contextmanager
from functools import wraps

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time; `make test-all`, or `--hypothesis-profile=thorough`, looks for new ones.
# How long an example takes by the clock depends on what else the machine does; `within` counts processor time.
_COMMON = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", derandomize=True, max_examples=60, **_COMMON)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
os.environ.setdefault("HIERVIEW_BYTES", "")  # processes of tests run compiled, and start no compiler beside them
settings.load_profile("thorough" if os.environ.get("HIERVIEW_SEARCH") == "large" else "steady")


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


def pytest_terminal_summary(terminalreporter):
    """What a count alone would hide: what was not tested, and why."""
    if skipped := terminalreporter.stats.get("skipped"):
        reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
        terminalreporter.section(f"{len(skipped)} skipped")
        for reason, count in sorted(reasons.items()):
            terminalreporter.write_line(f"{count:4}  {reason}")
