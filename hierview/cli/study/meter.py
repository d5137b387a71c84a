"""Progress of scoring on a terminal: the share that is done, values a second, and the time that is left."""

from __future__ import annotations

import sys
from time import monotonic

EVERY = 0.1  # seconds between two lines


class Meter:
    """Counts values as they are done. whole: how many there will be.

    kept: how many a folder held.  fresh: how many were computed; the rate is theirs.
    """

    def __init__(self, whole: int):
        self.whole, self.kept, self.fresh = whole, 0, 0
        self._start = self._told = monotonic()
        self._shown = sys.stderr.isatty()

    def keep(self, more: int) -> None:
        """So many values were there already."""
        self.kept += more
        self._tell()

    def add(self, more: int) -> None:
        """So many values were computed."""
        self.fresh += more
        self._tell()

    def _tell(self) -> None:
        now = monotonic()
        if self._shown and now - self._told > EVERY:
            self._told = now
            print(f"\r{self.line(now - self._start):78}"[:79], end="", file=sys.stderr, flush=True)

    def line(self, seconds: float) -> str:
        """How far it is after so many seconds.

        >>> meter = Meter(1000)
        >>> meter.keep(100); meter.add(300)
        >>> meter.line(2.0)
        ' 40 %  150 values a second, 0:04 left'
        """
        done = self.kept + self.fresh
        share = f"{done / max(1, self.whole):4.0%}".replace("%", " %")
        if not self.fresh or seconds <= 0:
            return share
        rate = self.fresh / seconds
        left = round((self.whole - done) / rate)
        clock = (
            f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}" if left >= 3600 else f"{left // 60}:{left % 60:02}"
        )
        return f"{share}  {rate:,.0f} values a second, {clock} left"

    def close(self) -> None:
        """Takes the line off the terminal."""
        if self._shown:
            print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
