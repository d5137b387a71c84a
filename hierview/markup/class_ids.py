"""Numbers by which classes light up all over a page, and what is shown in the place of their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from ..model.labels import Labels

Ids = Mapping[str, int]


class ClassIds(dict[str, int]):
    """Numbers of classes, and what is shown in the place of their names."""

    def __init__(self, numbers: Mapping[str, int], labels: Iterable[Labels] = ()):
        super().__init__(numbers)
        self.labels = tuple(filter(None, labels))

    def label(self, c: str) -> str | None:
        """The label of a class, with its name in brackets where another class has the same; None where it has none."""
        text = next(filter(None, (labels.of(c) for labels in self.labels)), None)
        return f"{text} ({c})" if text in self._alike else text

    @cached_property
    def _alike(self) -> frozenset[str | None]:
        texts = Counter(next(filter(None, (labels.of(c) for labels in self.labels)), c) for c in self)
        return frozenset(text for text, n in texts.items() if n > 1)


def shown_name(c: str, ids: Ids) -> str:
    """The label of a class, or its name where it has none."""
    label = ids.label(c) if isinstance(ids, ClassIds) and ids.labels else None
    return c if label is None else label
