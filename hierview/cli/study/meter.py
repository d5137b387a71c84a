"""Progress of scoring on a terminal."""

from __future__ import annotations

import sys
from time import monotonic

from ...study.scoring.meter import Meter

EVERY = 0.1  # seconds between two lines


class TerminalMeter(Meter):
    """A meter that writes one line, again and again, where somebody looks at it."""

    def __init__(self, whole: int):
        super().__init__(whole)
        self._told = self.start
        self._shown = sys.stderr.isatty()

    def tell(self) -> None:
        """Write the line, unless that was just done."""
        now = monotonic()
        if self._shown and now - self._told > EVERY:
            self._told = now
            print(f"\r{self.line(now - self.start):78}"[:79], end="", file=sys.stderr, flush=True)

    def compiled(self, functions: int) -> None:
        """Write that kernels are compiled, which the first study on a machine waits for, and how many so far."""
        self.start = monotonic()  # the rate is that of scoring
        if self._shown:
            print(
                f"\r{f'compiling, once on this machine: {functions} functions':78}", end="", file=sys.stderr, flush=True
            )

    def close(self) -> None:
        """Take the line off the terminal."""
        if self._shown:
            print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
