"""Hierarchies of every shape in a shell: the choices as options, and a line on stderr on what was guessed."""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import CaseError, HierviewError, quoted
from ...formats import read_file

if TYPE_CHECKING:
    from ...formats.hierarchies import OpenedHierarchy

# Choices that are options: their name among the arguments is that of the choice, `shape` apart.
_TAKEN = ("shape", "read_as", "separator", "path_separator", "direction", "encoding", "header", "identity", "language")
_BY_FILE = _TAKEN[:7]  # choices that files of labels have, too
_KEPT = ("relations", "roots", "obsolete", "cut_cycles", "skip")


class _Shapes:
    """The keys of shapes, loaded when one is given, or told in the help: what opens any hierarchy takes a while."""

    def __iter__(self) -> Iterator[str]:
        from ...formats.hierarchies import SHAPES

        return (shape.key for shape in SHAPES)

    def __contains__(self, key: object) -> bool:
        return key in [*self]


def add_reading_options(parser: ArgumentParser, several: bool = False, shape: str = "--as") -> None:
    """Declare what a hierarchy may be taken for, in the place of what is guessed.

    several: also files of labels.  shape: the option that names a shape.
    """
    told = "; true:…, run:… or NAME:… speaks of labels" if several else ""
    group = parser.add_argument_group(
        "a hierarchy's file", f"each takes the place of a guess, which stderr tells{told}"
    )
    keys: Any = [*_Shapes()] if several else _Shapes()

    def one(name: str, dest: str, choices: Any = None, **how: Any) -> None:
        # Of several files an own name, for actions of a study have a direction, too.
        plain = {"dest": dest, "choices": choices}
        own: dict[str, Any] = {"dest": f"file_{dest}", "action": "append", "default": []}
        group.add_argument(name, **(own | {"metavar": "|".join(choices or ())} if several else plain) | how)

    columns = "; of labels id=, label=, level 1=, of results id=, true=, NAME=" if several else ""
    one(shape, "shape", keys, metavar="SHAPE", help=f"one of {', '.join(keys) if several else '%(choices)s'}")
    one("--read-as", "read_as", metavar="ROLE=HEAD,…", help=f"columns: parent=, id=, label=, path=, level 1={columns}")
    one("--separator", "separator", metavar="S", help="what parts cells or names: TAB, comma, ' > ' and others")
    one("--path-separator", "path_separator", metavar="S", help="what parts the names of a path that stands in a cell")
    one("--direction", "direction", ("parent-first", "child-first"), help="which end of an edge comes first")
    one("--header", "header", ("yes", "no"), help="whether the first line names columns")
    one("--encoding", "encoding", metavar="NAME", help="such as utf-8 or cp1252")
    group.add_argument("--relation", dest="relations", action="append", metavar="R", help="such as part_of; repeatable")
    group.add_argument("--below", dest="roots", action="append", metavar="CLASS", help="only these classes and below")
    group.add_argument("--obsolete", action="store_true", help="keep obsolete terms")
    group.add_argument("--no-isolated", action="store_true", help="leave out classes without an edge")
    group.add_argument("--identity", choices=("code", "name"), help="what a class of a list of codes is")
    group.add_argument("--cut-cycles", action="store_true", help="leave out the edge that closes each cycle")
    group.add_argument("--skip", action="store_true", help="leave out lines that are not accepted")
    group.add_argument("--labels", metavar="FILE", help="labels of classes: lines id=name or id TAB name")
    group.add_argument("--language", metavar="XX", help="whose labels are shown first")


def _reading_choices(args: Namespace) -> dict[str, Any]:
    choices = {name: value for name in (*_TAKEN, *_KEPT) if (value := getattr(args, name)) not in (None, False)}
    if "direction" in choices:
        choices["direction"] = choices["direction"].replace("-", " ")
    if "header" in choices:
        choices["header"] = choices["header"] == "yes"
    if args.no_isolated:
        choices["isolated"] = False
    return choices


def choices_by_file(args: Namespace, runs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The choices for each file of a study: "hierarchy", "true", and runs by name. Raises HierviewError."""
    files: dict[str, dict[str, Any]] = {name: {} for name in ("hierarchy", "true", *runs)}
    for name in _BY_FILE:
        for text in getattr(args, f"file_{name}"):
            file, mark, value = text.partition(":")
            if not mark or file not in (*files, "run", "labels"):
                of_labels = name == "read_as" and re.search(r"(?:^|,)\s*true\s*=", text)
                file, value = "true" if of_labels else "hierarchy", text
            if file != "hierarchy" and name in ("shape", "direction", "path_separator"):
                raise HierviewError(
                    f"{quoted(text)} is asked of labels; --as, --direction and --path-separator are of the hierarchy"
                )
            if name == "header" and value not in ("yes", "no"):
                raise HierviewError(f"--header {quoted(text)} is not accepted; yes, no, or such as true:yes are")
            for one in {"run": runs, "labels": ("true", *runs)}.get(file, (file,)):
                files[one][name] = value
    for one in ("true", *runs):
        files[one] |= {"header": files[one]["header"] == "yes"} if "header" in files[one] else {}
    tree = dict.fromkeys(_BY_FILE) | files["hierarchy"]
    labels = {"labels": Path(args.labels)} if args.labels else {}
    return files | {"hierarchy": _reading_choices(Namespace(**vars(args) | tree)) | labels}


def shell_error(error: HierviewError, command: str = "") -> HierviewError:
    """An error whose keywords of Python are options of the shell; a question with the commands that answer it."""
    if isinstance(error, CaseError) and error.readings:
        from ...formats.hierarchies.readings import reading_question

        why = str(error).partition("\n")[0]
        return reading_question(
            why, error.readings, error.guess, lambda reading: f"{command} {reading.shell_options()}"
        )
    text = re.sub(r'\b([a-z_]+)="([^"]*)"', lambda m: f"--{m[1].replace('_', '-')} {shlex.quote(m[2])}", str(error))
    return error if text == str(error) else HierviewError(text)


def open_reported_hierarchy(path: str, args: Namespace, *, others: bool = False) -> OpenedHierarchy:
    """The hierarchy in a file; a line on stderr says what it was guessed to be, and further ones what was left out.

    others: whether its other readings are told, too.
    """
    from ...formats.hierarchies import open_file
    from ...formats.hierarchies.readings import undoubted_readings
    from ...formats.hierarchies.source import LARGEST

    data = read_file(path, LARGEST)
    choices = _reading_choices(args)
    labels = Path(args.labels) if args.labels else None
    try:
        reading = open_file(data, path, labels, **choices)
    except CaseError as error:
        raise shell_error(error, f"hierview open {shlex.quote(path)}") from None
    print_reading(path, reading)
    for other in undoubted_readings(data, path, reading)[1:] if others else ():
        print(f"{path}: also: {other.counts_in_words()} by {other.shell_options()}", file=sys.stderr)
    return reading


def print_reading(path: str, reading: OpenedHierarchy) -> None:
    """Say on stderr what a hierarchy was taken for, and what was left out."""
    from ...formats.hierarchies.tables.pair_lines import TURNED

    sentences = (reading.guess.sentence(), *reading.guess.notes)
    if TURNED in sentences:
        sentences = (f"{TURNED[:-1]}: --direction child-first reads them so.",)
    for text in sentences:
        print(f"{path}: {text}", file=sys.stderr)
