"""The errors that a user may see: each says what, where, and what would be accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Self

# The packages of each extra of pyproject.toml, as they are imported; of study, those that it does not go without.
EXTRAS = {
    "app": ("streamlit", "markdown_it", "segno"),
    "figures": ("fontTools", "reportlab", "pypdfium2", "PIL", "pyvis"),
    "study": ("pandas", "scipy", "pyarrow"),
    "classifiers": ("sklearn",),
    "notebook": ("anywidget",),
    "rdf": ("pyoxigraph",),
}


class HierviewError(ValueError):
    """Any mistake in what was given to hierview; its text is written for the person who gave it."""

    line: int | None = None  # the line at fault, where a text of lines was read

    @classmethod
    def at_line(cls, origin: str, line: int, trouble: object) -> Self:
        """The error that says what is wrong at a line of a file or text."""
        error = cls(f"{origin}: line {line:,}: {trouble}")
        error.line = line
        return error


class HierarchyError(HierviewError):
    """The classes and edges do not make a hierarchy (a cycle, a self-loop, a duplicate, a bad name)."""

    edge: tuple[str, str] | None = None  # the edge at fault, so that a reader can name its line


class CaseError(HierviewError):
    """A case is incomplete, or a file or text that should hold one cannot be read."""

    cycles: tuple[tuple[str, ...], ...] = ()  # all that a hierarchy was refused for, each from its first class
    guess: Any = None  # where a file is read only if somebody says how: what it looks like
    readings: tuple[Any, ...] = ()  # the ways in which such a file may be meant, each of which opens


class LinkError(HierviewError):
    """A link holds no case that can be opened, or a case is too large for a link."""


class EditError(HierviewError):
    """An edit of a drawing cannot be made, or is none."""


class StudyError(HierviewError):
    """Labels, runs or a study's own files cannot be read, or do not belong together."""

    columns: Any = None  # of a study's files that were not read, what each column may be, by the place of the file
    said: str = ""  # where it ends with what tells the kind of scores in Python and the shell, the sentence before


class LearningError(HierviewError):
    """Documents or a saved classifier cannot be read, or nothing can be learnt from them."""


class LessonError(HierviewError):
    """A lesson, or an expression in it, cannot be used."""


class MeasureError(HierviewError):
    """A measure's text cannot be read, or a parameter is out of its range."""


def no_package(name: str, extra: str = "") -> HierviewError:
    """The error that says which extra brings a package of `EXTRAS`: this one, or the first that has it."""
    extra = extra or next(extra for extra, packages in EXTRAS.items() if name in packages)
    return HierviewError(f"this needs {name}, which is not installed; pip install 'hierview[{extra}]' brings it")


@contextmanager
def extras(extra: str = "") -> Iterator[None]:
    """Code whose imports may lack a package of an extra: that is a HierviewError then."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = str(error.name).partition(".")[0]
        if not any(name in packages for packages in EXTRAS.values()):
            raise
        raise no_package(name, extra) from None


def quoted(text: object, limit: int = 60) -> str:
    """`text` in quotation marks on one line, shortened, without invisible characters: safe in any message."""
    try:
        printed = str(text)
    except Exception:  # somebody's own exception, or a number of too many digits
        printed = f"{type(text).__name__} that cannot be shown"
    if len(printed) > limit:
        printed = printed[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in printed) + "'"


def suggestion(word: str, choices: Iterable[str], ending: str = "?") -> str:
    """`; did you mean 'Pop'?` where something known is near, else nothing."""
    candidates = [name for name in choices if abs(len(name) - len(word)) <= 6] if len(word) <= 200 else []
    same = [name for name in candidates if name.casefold() == word.casefold()]
    near = same or get_close_matches(word, candidates[:5000], n=1, cutoff=0.6)
    return f"; did you mean {quoted(near[0])}{ending}" if near else ""
