"""The declaration of an input format: how its files are named, recognised, read and written, and what it drops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..model.case import Draft


@dataclass(frozen=True)
class Format:
    """A format that a draft can be saved in, and that opens again where it has `read`.

    key: its name in code and addresses.  title: its name in lists.  one, many: what its files are called in sentences,
    as "a case file" and "case files".  endings: what names of its files may end in, the usual one first.
    write: a draft as text, or as several texts by file name, which become one archive; a CaseError where the format
    cannot hold the draft at all.  losses: sentences that say what it drops of a draft, and what to take care of.
    read: the draft in (data, origin, most): errors are CaseErrors that begin with the origin, and of classes at most
    so many are accepted, None is any number; None where no single file of the format opens.  largest: bytes that it
    reads.  marks: whether a file holds the marked classes too, and with them a case.
    detects: how surely a text is of this format, from 0 to 1, told cheaply; 0.5 where another may read it as well.
    Formats that share an ending are asked; the first of the surest reads.
    """

    key: str
    title: str
    one: str
    many: str
    endings: tuple[str, ...]
    mime: str
    write: Callable[[Draft], str | dict[str, str]]
    losses: Callable[[Draft], tuple[str, ...]]
    read: Callable[[bytes | str, str, int | None], Draft] | None = None
    largest: int = 0
    marks: bool = False
    detects: Callable[[str], float] = lambda _: 0.5

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
