"""Limits on what a process may use, and the watch that tells when it uses more."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Literal

from .keeper import Usage


@dataclass(frozen=True)
class Limits:
    """Limits on one piece of work, for its process together with all that it starts.

    seconds: of processor time, so that it is no matter how busy the machine is.
    clock: seconds by the clock, for what waits instead of computing; None: six times as many as `seconds`.
    idle: seconds without a break in which it computes nothing; where the system does not tell the time of a process,
    seconds by the clock.
    megabytes: memory, for all processes of its group together.
    output: bytes that it may answer.
    """

    seconds: float = 600.0
    clock: float | None = None
    idle: float = math.inf
    megabytes: int = 4096
    output: int = 2**29

    @property
    def by_the_clock(self) -> float:
        """The seconds that it may take by the clock."""
        return 6 * self.seconds if self.clock is None else self.clock


@dataclass(frozen=True)
class Excess:
    """Limit that a process went beyond; the sentence says it, with "it" for the process."""

    kind: Literal["late", "large"]
    sentence: str


class Watch:
    """Watch over one piece of work: what it uses from one look to the next, against its limits.

    before: seconds that its process had used when the work began; None: as many as at the first look.
    """

    def __init__(self, limits: Limits, before: float | None = None):
        self._limits, self._before = limits, before
        self._last = 0.0
        self._began = self._idle_since = time.monotonic()

    def excess(self, used: Usage | None) -> Excess | None:
        """The limit that it went beyond by now, None where none. used: None where the system does not tell."""
        now, limits = time.monotonic(), self._limits
        seconds = 0.0 if used is None else used.seconds
        if used is not None and (used.working or seconds > self._last):
            self._last, self._idle_since = seconds, now
        if self._before is None:
            self._before = seconds
        if seconds - self._before > limits.seconds:
            return Excess("late", f"it took longer than {limits.seconds:g} s of processor time")
        if now - self._idle_since > limits.idle:
            told = f"it computed nothing for {limits.idle:g} s" if used else f"it took {limits.idle:g} s"
            return Excess("late", told)
        if now - self._began > limits.by_the_clock:
            return Excess("late", f"it took longer than {limits.by_the_clock:g} s")
        return None
