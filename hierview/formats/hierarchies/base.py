"""The declaration of a shape: how it is called, how surely a source is of it, and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .asked import Asked, Taken
from .found import Found
from .source import LARGEST, Source


@dataclass(frozen=True)
class Shape:
    """A shape that files with hierarchies have.

    key: its name in options.  title: its name in sentences.  detects: how surely a source is of it, from 0 to 1, told
    from its beginning.  read: adds all classes and edges to what was found and says what it took the source for;
    errors are CaseErrors that begin with the origin, or HierviewErrors that do not.  largest: bytes, unpacked, that it
    reads; of classes `MOST_CLASSES` are read by every shape.  endings: what names of such files end in, which decides
    where two are equally sure.
    """

    key: str
    title: str
    detects: Callable[[Source], float]
    read: Callable[[Source, Asked, Found], Taken]
    largest: int = LARGEST
    endings: tuple[str, ...] = ()
