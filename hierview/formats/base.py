"""The declaration of an input format: how its files are named, recognised, read and written, and what it drops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..model.case import Draft


@dataclass(frozen=True)
class Format:
    """A format that a draft can be saved in, and that opens again where it has `read`."""

    key: str
    """Its name in code and addresses."""
    title: str
    """Its name in lists."""
    one: str
    """Name of one of its files in sentences, such as "a case file"."""
    many: str
    """Name of several of its files, such as "case files"."""
    endings: tuple[str, ...]
    """Endings of its files' names, the usual one first."""
    mime: str
    """MIME type of its files."""
    write: Callable[[Draft], str | dict[str, str]]
    """A draft as text, or as several texts by file name, which become one archive; a CaseError where the format cannot
    hold the draft at all.
    """
    losses: Callable[[Draft], tuple[str, ...]]
    """Sentences that say what it drops of a draft, and what to take care of."""
    read: Callable[[bytes | str, str, int | None], Draft] | None = None
    """The draft in (data, origin, most): errors are CaseErrors that begin with the origin, and of classes at most so
    many are accepted, None is any number; None where no single file of the format opens.
    """
    largest: int = 0
    """The most bytes that it reads."""
    marks: bool = False
    """Whether a file holds the marked classes too, and with them a case."""
    detects: Callable[[str], float] = lambda _: 0.5
    """How surely a text is of this format, from 0 to 1, told cheaply; 0.5 where another may read it as well. Formats
    that share an ending are asked; the first of the surest reads.
    """

    @property
    def extension(self) -> str:
        """The usual ending without its dot."""
        return self.endings[0][1:]

    def file_content(self, draft: Draft) -> bytes:
        """The file of a draft: its text as UTF-8, or its texts as one archive."""
        from .archive import (
            zip_files,  # here, since the library's ZIP takes a tenth of the time in which hierview loads
        )

        text = self.write(draft)
        return text.encode("utf-8") if isinstance(text, str) else zip_files(text)
