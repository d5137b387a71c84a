"""Search in names and labels of classes: an index that answers at once, however many classes there are."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from .hierarchy import Hierarchy

_END = "\n"  # stands in no name


class NameFinder:
    """Index of the names and labels of a hierarchy, whatever their case.

    All texts stand in one, so that a scan for what they hold runs at the speed of memory; sorted, they answer for what
    they are, and for what they begin with.

    >>> from hierview import Hierarchy
    >>> NameFinder(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop music")])).find("music")
    ('Music', 'Pop music')
    """

    def __init__(self, h: Hierarchy):
        entries: list[tuple[str, str]] = [(c.casefold(), c) for c in h.classes]
        for _, labels in h.labels:
            entries += [(text.casefold(), c) for c, text in labels.items()]
        entries.sort()
        self._classes = [c for _, c in entries]
        self._texts = [text for text, _ in entries]
        self._whole = _END + _END.join(self._texts) + _END
        self._ends = array("q", accumulate(len(text) + 1 for text in self._texts))
        self._last: tuple[tuple[str, int], tuple[str, ...]] | None = None

    def find(self, text: str, most: int = 100) -> tuple[str, ...]:
        """The classes whose name or label holds a text: the same text first, then beginnings, then any; then all words.

        At most `most`, without any more than once.
        """
        needle = " ".join(text.casefold().split())
        last = self._last
        # A page asks again whenever anything in it changes.
        if last is not None and last[0] == (needle, most):
            return last[1]
        classes: dict[str, None] = {}
        if needle:
            for c in self._ranked_classes(needle):
                classes[c] = None
                if len(classes) == most:
                    break
        self._last = (needle, most), tuple(classes)
        return tuple(classes)

    def _ranked_classes(self, needle: str) -> Iterator[str]:
        for i in range(bisect_left(self._texts, needle), len(self._texts)):
            if not self._texts[i].startswith(needle):
                break
            yield self._classes[i]
        yield from self._classes_holding(f" {needle}")
        yield from self._classes_holding(needle)
        words = needle.split()
        if len(words) > 1:
            # The places of the rarest word are looked through: counting is far faster than that.
            for i in self._places(min(dict.fromkeys(words), key=self._whole.count)):
                if all(word in self._texts[i] for word in words):
                    yield self._classes[i]

    def _classes_holding(self, needle: str) -> Iterator[str]:
        return (self._classes[i] for i in self._places(needle))

    def _places(self, needle: str) -> Iterator[int]:
        """The texts that hold it, in their order."""
        at = self._whole.find(needle)
        while at >= 0:
            i = bisect_left(self._ends, at)
            yield i
            at = self._whole.find(needle, self._ends[i])
