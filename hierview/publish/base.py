"""The declaration of an export format: its files, what writes them, and whether they open again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ..draw.figures.figure import Figure, Meta

T = TypeVar("T", contravariant=True)


class Exported(Protocol):
    """Drawing of a case or of a study, as most formats of figures take it."""

    @property
    def figure(self) -> Figure:
        """The whole export as one figure."""

    @property
    def sheets(self) -> Sequence[Figure]:
        """The figures of the export, one for each page."""

    @property
    def meta(self) -> Meta:
        """The words that the file says of itself."""

    @property
    def dpi(self) -> int:
        """Dots per inch, of a PNG."""


@dataclass(frozen=True)
class ExportFormat(Generic[T]):
    """A format that a figure or a table, T, is exported in."""

    key: str
    """Its name in code and in the shell."""
    title: str
    """Its name in lists."""
    endings: tuple[str, ...]
    """Endings of its files' names, the usual one first."""
    mime: str
    """MIME type of its files."""
    write: Callable[[T], str | bytes]
    """Makes the file: a text where it is UTF-8, else bytes."""
    text: bool = True
    """Whether the file is text."""
    carried: Callable[[bytes, str], str | None] | None = None
    """Finds the JSON of the case in a file (data, name); None where the files do not open again."""
    losses: Callable[[T], tuple[str, ...]] = lambda _: ()
    """Gives sentences that say what it leaves out or does otherwise."""
    kind: str = ""
    """Key of the format under which a dialog lists it; "" for its own row."""
    variant: str = ""
    """Name under that format in a dialog."""
    bundle: bool = False
    """Whether it holds more than the picture, and has a button of its own."""
    dpi: bool = False
    """Whether it has dots."""
    sized: bool = True
    """Whether it has the figure's size."""

    @property
    def extension(self) -> str:
        """The usual ending without its dot."""
        return self.endings[0][1:]

    def data(self, of: T) -> bytes:
        """The file's bytes."""
        written = self.write(of)
        return written.encode("utf-8") if isinstance(written, str) else written
