"""Meter of long work: the share that is done, values a second, and the time that is left."""

from __future__ import annotations

from time import monotonic


class Meter:
    """Counts values as they are done. whole: how many there will be.

    kept: how many a folder held.  fresh: how many were computed; the rate is theirs.
    """

    def __init__(self, whole: int):
        self.whole, self.kept, self.fresh = whole, 0, 0
        self.start = monotonic()

    def add_kept(self, value_count: int) -> None:
        """Count values that were kept from before."""
        self.kept += value_count
        self.tell()

    def add(self, value_count: int) -> None:
        """Count values that were computed now."""
        self.fresh += value_count
        self.tell()

    def tell(self) -> None:
        """Report the progress; this meter reports it to nobody."""

    @property
    def share(self) -> float:
        """Share that is done, 0 to 1."""
        return (self.kept + self.fresh) / max(1, self.whole)

    def line(self, seconds: float) -> str:
        """The line that says how far the work is after so many seconds.

        >>> meter = Meter(1000)
        >>> meter.add_kept(100); meter.add(300)
        >>> meter.line(2.0)
        ' 40 %  150 values a second, 0:04 left'
        """
        share = f"{self.share:4.0%}".replace("%", " %")
        if not self.fresh or seconds <= 0:
            return share
        rate = self.fresh / seconds
        remaining = round((self.whole - self.kept - self.fresh) / rate)
        hours, minutes, seconds_left = remaining // 3600, remaining // 60 % 60, remaining % 60
        clock = f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
        return f"{share}  {rate:,.0f} values a second, {clock} left"
