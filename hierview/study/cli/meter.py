"""Progress of scoring on a terminal."""

from __future__ import annotations

from time import monotonic

from ...cli.options.output import show_line
from ..scoring.meter import Meter

EVERY = 0.1  # seconds between two lines


class TerminalMeter(Meter):
    """A meter that writes one line, again and again, where somebody looks at it."""

    def __init__(self, whole: int):
        super().__init__(whole)
        self._told = self.start

    def tell(self) -> None:
        """Write the line, unless that was just done."""
        now = monotonic()
        if now - self._told > EVERY:
            self._told = now
            show_line(self.line(now - self.start))

    def compiled(self, functions: int) -> None:
        """Write that kernels are compiled, which the first study on a machine waits for, and how many so far."""
        self.start = monotonic()  # the rate is that of scoring
        show_line(f"compiling, once on this machine: {functions} functions")
