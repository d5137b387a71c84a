"""What all tests share: profiles of hypothesis, and a stop watch."""

import signal
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time; `--hypothesis-profile=thorough` looks for new ones.
_COMMON = {"deadline": 2000, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", derandomize=True, max_examples=60, **_COMMON)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
settings.load_profile("steady")


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
