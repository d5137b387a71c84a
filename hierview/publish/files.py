"""Files of every kind: a case out of whatever holds one, and a file that is written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ..errors import CaseError, HierviewError, extras, quoted
from ..formats import ENDINGS, draft_from, finished_case, preset, read_any, read_case, read_file
from ..formats.casefile import LARGEST_FILE
from ..formats.registry import LARGEST
from ..measures import Measure, Result
from ..measures import evaluate as evaluate_case
from ..model.case import Case, Draft
from ..model.hierarchy import Hierarchy

if TYPE_CHECKING:
    from ..formats.hierarchies import Guess

_SHARED = (".json", ".tsv", ".csv", ".dot", ".gv", ".zip")  # endings of ours that other files have more often
LARGEST_FIGURE = 5 * 2**20  # bytes; the page takes no larger file either


# What opens


def load_case(source: str | Path | Mapping[str, Any]) -> Case:
    """A case from a file, from the content of a case file as a dict, or the preset of that name, such as "11a".

    A file is a case file, of any name, one of another format that holds marks, such as an outline (.txt), or a figure
    that hierview exported. Raises CaseError, naming file, field and value, or what is missing for the draft to be a
    case.
    """
    return finished_case(load_draft(source), "case" if isinstance(source, Mapping) else str(source))


def load_draft(source: str | Path | Mapping[str, Any]) -> Draft:
    """A draft from whatever `load_case` takes; unlike a case it may be unfinished."""
    if isinstance(source, Mapping):
        return draft_from(source)
    path = Path(source)
    # A bare word is a preset, unless there is such a file.
    if isinstance(source, str) and not path.suffix and path.name == source and not os.path.exists(path):
        return preset(source)
    ending = path.suffix.lower()
    data = read_file(path, LARGEST if ending in ENDINGS or ending in _case_extractors() else LARGEST_FILE)
    # A case file, and a text with marks, may have any name.
    return read_case(data, str(path)) if data[:1] == b"{" else draft_and_guess(data, str(path))[0]


@overload
def evaluate(case: Case | str | Path, measure: Measure | str, /) -> Result: ...


@overload
def evaluate(
    hierarchy: Hierarchy, true: Iterable[str] | str, predicted: Iterable[str] | str, measure: Measure | str, /
) -> Result: ...


def evaluate(case: Any, *given: Any) -> Result:
    """Result of a measure for a case, or for a hierarchy with the true and the predicted classes.

    case: or what `load_case` takes, such as "15"; or a hierarchy, followed by the classes of each side, a list or one.
    The measure stands last. Raises HierviewError: what was given, what is accepted.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> evaluate("12a", "MGIA(max_distance=None)").parts["f_error"], evaluate(h, "Pop", ["Rock"], "TIE").value
    (4, 2.0)
    """
    *sides, measure = given or (None,)
    if isinstance(case, Hierarchy) and len(sides) == 2:
        true, predicted = (frozenset([side] if isinstance(side, str) else side) for side in sides)
        return evaluate_case(Case(case, true, predicted), measure)
    if sides or isinstance(case, Hierarchy):
        raise CaseError("evaluate(case, measure) and evaluate(hierarchy, true, predicted, measure) are accepted")
    return evaluate_case(load_case(case) if isinstance(case, str | Path) else case, measure)


@extras()
def draft_in(data: bytes, name: str, most: int | None = None) -> Draft:
    """The draft in a file: the case that an export carries, or what any other file holds.

    most: the classes that are accepted; None is any number. Raises CaseError.
    """
    ending = Path(name).suffix.lower()
    if ending in ENDINGS or ending not in _case_extractors():
        return read_any(data, name, most)
    origin = quoted(name, 100)[1:-1]
    if len(data) > LARGEST_FIGURE:
        raise CaseError(f"{origin} has more than the {LARGEST_FIGURE:,} bytes that a figure may have to be opened")
    content = _case_extractors()[ending](data, name)
    if content is None:
        raise CaseError(f"{origin} carries no case; figures that hierview exported do")
    return read_case(content, origin, most)


def draft_and_guess(data: bytes, name: str, **choices: Any) -> tuple[Draft, Guess | None]:
    """The draft in a file of any kind, and what its hierarchy was taken for; None where it is a file of hierview's own.

    choices: the fields of `Asked`, each in the place of a guess; with any of them, the file is read as a hierarchy.
    Raises CaseError.
    """
    from ..formats.hierarchies import open_file  # the readers of all shapes take a while to load
    from ..formats.hierarchies.source import is_address

    if not choices and _may_hold_marks(data, name):
        return draft_in(data, name), None
    try:
        content = open_file(data, name, **choices)
    except CaseError:
        # What is called like a file of ours, and like none of another kind, is told what is wrong with it as such.
        ours = name.lower().endswith((*ENDINGS, *_case_extractors())) and not name.lower().endswith(_SHARED)
        if choices or is_address(data) or not (ours or (name.lower().endswith(".json") and b'"hierview"' in data)):
            raise
        return draft_in(data, name), None
    true, predicted = ({c for c, marks in content.marks.items() if side in marks} for side in "tp")
    return Draft(content.hierarchy, frozenset(true), frozenset(predicted)), content.guess


def _may_hold_marks(data: bytes, name: str) -> bool:
    """Whether a file holds more than a hierarchy: a case, or a text that may carry marks."""
    ending = Path(name).suffix.lower()
    if ending in _case_extractors() and ending not in ENDINGS:
        with suppress(CaseError):
            draft_in(data, name)
            return True
        return False
    from ..formats.hierarchies.shapes import CASE, EDGES, OUTLINE, shape_of
    from ..formats.hierarchies.source import source_of_bytes

    with suppress(CaseError):
        shape = shape_of(source_of_bytes(data, name, None), None)
        return shape in (CASE, OUTLINE, EDGES) and (shape is not CASE or ending in ENDINGS)
    return False


def _case_extractors() -> Mapping[str, Callable[[bytes, str], str | None]]:
    from .registry import EXPORTED  # what draws figures takes a while to load, and few files are figures

    return EXPORTED


# What is written


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write a file, whole or not at all: on a full disk, what was there before stays.

    A link stays a link, and a file keeps its permissions. What is no plain file, such as /dev/stdout or a pipe, is
    written to as it is. Raises HierviewError where it cannot be written.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    try:
        _write_beside(os.path.abspath(path), raw)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            reason = f"there is no folder {quoted(folder, 200)}"
        raise HierviewError(f"{quoted(path, 200)} cannot be written: {reason}") from None


def _write_beside(path: str, raw: bytes) -> None:
    """Write a new file beside the old one, then put it in its place."""
    if _is_no_plain_file(path):
        with open(path, "ab") as file:
            file.write(raw)
        return
    path = os.path.realpath(path)
    mode = None
    if os.path.exists(path):
        with open(path, "r+b"):  # a file that nobody may write to is not replaced either
            mode = stat.S_IMODE(os.stat(path).st_mode)
    beside = os.path.join(os.path.dirname(path), f".hierview-{os.urandom(8).hex()}")
    try:
        with open(beside, "xb") as file:
            file.write(raw)
        if mode is not None:
            os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _is_no_plain_file(path: str) -> bool:
    """Whether it is a device, a pipe or the like, or one of the names of an open file."""
    if path in ("/dev/stdout", "/dev/stderr") or path.startswith(("/dev/fd/", "/proc/")):
        return True
    return os.path.exists(path) and not os.path.isfile(path)
