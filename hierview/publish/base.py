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
        """All of it as one figure."""

    @property
    def sheets(self) -> Sequence[Figure]:
        """The pages of it."""

    @property
    def meta(self) -> Meta:
        """The words that the file says of itself."""

    @property
    def dpi(self) -> int:
        """Dots per inch, of a PNG."""


@dataclass(frozen=True)
class ExportFormat(Generic[T]):
    """A format that a figure or a table, T, is exported in.

    key: its name in code and in the shell.  title: its name in lists.  endings: what names of its files may end in,
    the usual one first.  write: the file, as text where it is UTF-8, or as bytes.  text: whether it is text.
    carried: the JSON of the case in a file (data, name), None where there is none; without it the files do not open
    again.  losses: sentences that say what it leaves out or does otherwise.
    kind, variant: the key of the format under which a dialog lists it, and its name there.  bundle: whether it holds
    more than the picture, and has a button of its own.  dpi: whether it has dots.  sized: whether it has the figure's
    size.
    """

    key: str
    title: str
    endings: tuple[str, ...]
    mime: str
    write: Callable[[T], str | bytes]
    text: bool = True
    carried: Callable[[bytes, str], str | None] | None = None
    losses: Callable[[T], tuple[str, ...]] = lambda _: ()
    kind: str = ""
    variant: str = ""
    bundle: bool = False
    dpi: bool = False
    sized: bool = True

    @property
    def extension(self) -> str:
        """The usual ending without its dot."""
        return self.endings[0][1:]

    def data(self, of: T) -> bytes:
        """The file's bytes."""
        written = self.write(of)
        return written.encode("utf-8") if isinstance(written, str) else written
