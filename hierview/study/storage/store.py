"""A study's folder: Parquet files written whole or not at all, each with what it was computed from.

    study.json                 format, names of the systems, what was dropped
    hierarchy.parquet          parent, child, weight (text); all classes in order
    truth.parquet, runs/….parquet    id, classes
    scores/SYSTEM/MEASURE.parquet    value and parts of every instance
    scores/SYSTEM/MEASURE.FIRST-LAST.parquet    the same of some instances, until all are done
    drawn/….npy    resampled averages, behind a hash of what they were drawn from

A file's signature says version, measure and the hashes of hierarchy, truth and run. What no longer fits is computed
again; what is damaged is refused.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import numpy as np

from ...errors import StudyError, extras, quoted
from ...measures import Measure
from ..scoring.plan import Values
from ..scoring.ratios import Floats

TableColumns = dict[str, "np.ndarray[Any, Any] | list[Any]"]

FORMAT = 1
LOCK_WAIT = 2.0  # seconds
_locks: set[int] = set()  # files that are locked by this process; what forks from it shall not hold them on
_SUFFIX = ".parquet"
_NUMBERS = {"int32": "int32", "int64": "int64", "float64": "double"}  # numpy's names and pyarrow's
_PART = re.compile(r"\.(\d+)-(\d+)\.parquet")


class ScoresKey(NamedTuple):
    """Scores of one system by one measure on N instances. signature: a hash of all that they depend on."""

    system: str
    measure: Measure
    signature: str
    instances: int


def digest(*parts: bytes | str) -> str:
    """A hash of texts and bytes; where one ends and the next begins counts."""
    whole = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "little"))
        whole.update(data)
    return whole.hexdigest()


def file_name(text: str) -> str:
    """A name for a file that tells what it holds: safe on every system, different for different texts."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:40]
    return f"{plain}-{digest(text)[:12]}" if plain != text else plain


def class_scores_name(name: str) -> str:
    """The name of the table of a system's scores of classes."""
    return f"class-scores/{file_name(name)}"


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file beside its place and puts it there, all of it or nothing. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


class Store:
    """The folder of one study. Raises StudyError where it cannot be read or written, with what to do."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = Path(folder)
        self.outdated = 0  # files of scores that no longer fit, as far as they were asked for

    # Whole files

    @extras()
    def write_table(self, name: str, columns: Mapping[str, Any], about: Mapping[str, str]) -> None:
        """Write a table under a name, with metadata and a hash of its content; all of it or nothing."""
        import pyarrow  # takes long to load
        import pyarrow.parquet

        table = pyarrow.table(dict(columns))
        table = table.replace_schema_metadata({**about, "content": _content_hash(_columns_of_table(table))})
        buffer = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(table, buffer, compression="zstd")
        self._write(name + _SUFFIX, buffer.getvalue().to_pybytes())

    def _write(self, name: str, content: bytes) -> None:
        try:
            write_whole(self.folder / name, content)
        except OSError as error:
            why = error.strerror or error  # the folder by its name: where on a server it lies is not for visitors
            raise StudyError(f"{self.folder.name}: the study cannot be written ({why}); what is done is kept") from None

    @extras()
    def read_table(self, name: str) -> tuple[TableColumns, dict[str, str]] | None:
        """Columns of the table of that name, and its metadata; None where there is none."""
        import pyarrow  # takes long to load
        import pyarrow.parquet

        path = self.folder / (name + _SUFFIX)
        try:
            with pyarrow.parquet.ParquetFile(path) as file:  # `read_table` would load pandas
                table = file.read()
            about = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items() if k != b"ARROW:schema"}
            columns = _columns_of_table(table)
            content = _content_hash(columns)
        except FileNotFoundError:
            return None
        except (pyarrow.ArrowException, OSError, ValueError, TypeError):
            raise StudyError(f"{path} is damaged; delete it, and it is computed again") from None
        if about.get("content") != content:
            raise StudyError(f"{path} was changed after it was written; delete it, and it is computed again")
        return columns, about

    def columns(self, name: str, *wanted: str) -> list[list[Any]]:
        """Columns of a table that must be there, as lists."""
        table = self.read_table(name)
        if table is None or set(wanted) - set(table[0]):
            what = f"{self.folder / name}{_SUFFIX} is missing or damaged"
            raise StudyError(f"{what}; make the study again from its files")
        return [list(table[0][column]) for column in wanted]

    # Scores

    def write_values(self, key: ScoresKey, values: Values, first: int) -> None:
        """Write the values of some instances, from `first` on."""
        last, (system, measure, signature, instances) = first + len(values.value), key
        whole = (first, last) == (0, instances)
        name = self._table_name(system, measure) + ("" if whole else f".{first}-{last}")
        about = {"signature": signature, "measure": str(measure), "system": system}
        columns = {"value": values.value, **{f"part {name}": column for name, column in values.parts.items()}}
        self.write_table(name, columns, about)
        if whole:
            for part, _, _ in self._part_files(system, measure):
                part.unlink(missing_ok=True)

    def read_values(self, key: ScoresKey) -> list[Values]:
        """Values that were computed before and still fit the key, piece by piece from the first instance on."""
        system, measure, signature, instances = key
        whole = self._read_piece(self._table_name(system, measure), signature)
        if whole is not None and len(whole.value) == instances:
            return [whole]
        pieces, done = list[Values](), 0
        for path, first, last in sorted(self._part_files(system, measure), key=lambda part: part[1]):
            values = self._read_piece(str(path.relative_to(self.folder)).removesuffix(_SUFFIX), signature)
            if first == done and values is not None and len(values.value) == last - first and last <= instances:
                pieces.append(values)
                done = last
        return pieces

    def _read_piece(self, name: str, signature: str) -> Values | None:
        table = self.read_table(name)
        if table is None:
            return None
        if table[1].get("signature") != signature:
            self.outdated += 1
            return None
        numbers = {column: values for column, values in table[0].items() if isinstance(values, np.ndarray)}
        if "value" not in numbers or len(numbers) < len(table[0]):
            raise StudyError(f"{self.folder / name}{_SUFFIX} holds no numbers; delete it, and it is computed again")
        parts = {c.removeprefix("part "): column for c, column in numbers.items() if c != "value"}
        return Values(numbers["value"], parts, np.zeros(len(numbers["value"]), bool))

    def _table_name(self, system: str, measure: Measure) -> str:
        return f"scores/{file_name(system)}/{file_name(str(measure))}"

    def _part_files(self, system: str, measure: Measure) -> Iterator[tuple[Path, int, int]]:
        path = self.folder / self._table_name(system, measure)
        for piece in sorted(path.parent.glob(f"{path.name}.*{_SUFFIX}")):
            if match := _PART.fullmatch(piece.name.removeprefix(path.name)):
                yield piece, int(match[1]), int(match[2])

    # What was resampled

    def kept_resampled(self, name: str, signature: str, draw: Callable[[], Floats]) -> Floats:
        """Resampled averages kept under a name, where they fit the signature; else new ones, kept if that can be."""
        path = self.folder / "drawn" / f"{file_name(name)}.npy"
        with suppress(OSError, ValueError, EOFError), open(path, "rb") as file:
            if file.readline() == f"{signature}\n".encode():
                earlier: Floats = np.load(file, allow_pickle=False)
                return earlier
        averages, content = draw(), BytesIO()
        np.save(content, averages)
        with suppress(StudyError):
            self._write(f"drawn/{path.name}", f"{signature}\n".encode() + content.getvalue())
        return averages

    # One writer at a time

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps other processes from writing meanwhile; a process that dies lets go."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StudyError(f"{self.folder.name}: the study cannot be written ({error.strerror or error})") from None
        try:
            _lock(handle, self.folder)
            _locks.add(handle)
            yield
        finally:
            _locks.discard(handle)
            os.close(handle)

    # What the study is

    def write_description(self, about: Mapping[str, Any]) -> None:
        """Writes study.json, whole or not at all."""
        self._write("study.json", json.dumps({"format": FORMAT, **about}, ensure_ascii=False, indent=1).encode())

    def description(self) -> dict[str, Any]:
        """Content of study.json."""
        path = self.folder / "study.json"
        try:
            about = json.loads(path.read_text(encoding="utf-8"))
            json.dumps(about, ensure_ascii=False).encode()  # no half characters, which no file name holds
        except FileNotFoundError:
            none = f"{quoted(self.folder)} holds no study; hierview study HIERARCHY --true … makes one"
            raise StudyError(none) from None
        except (OSError, ValueError, RecursionError):
            raise StudyError(f"{path} is damaged; make the study again from its files") from None
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise StudyError(f"{path} was written by another version of hierview; make the study again from its files")
        return about


def _columns_of_table(table: Any) -> TableColumns:
    """Columns of a pyarrow table by name: numbers as an array, all else as a list."""
    columns: TableColumns = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        number = str(column.type) in _NUMBERS.values()  # not by `to_numpy`, which would load pandas
        columns[name] = np.from_dlpack(column.combine_chunks()) if number else column.to_pylist()
    return columns


def _content_hash(columns: TableColumns) -> str:
    """A hash of all columns, by name, and as values: a file may hold them otherwise than memory does."""
    parts: list[str | bytes] = []
    for name, column in columns.items():
        if isinstance(column, np.ndarray):
            parts += [f"{name} {_NUMBERS[str(column.dtype)]} {len(column)}", column.tobytes()]
        else:
            parts += [name, json.dumps(column, ensure_ascii=False, separators=(",", ":"))]
    return digest(*parts)


def _let_go() -> None:
    while _locks:
        os.close(_locks.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _lock(handle: int, folder: Path) -> None:
    busy = StudyError(f"{folder}: another process is writing this study; wait for it, or use another folder")
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            raise busy from None
    else:
        # What forked from a process that was killed since holds its lock until it is let run for the first time.
        give_up = monotonic() + LOCK_WAIT
        while True:
            try:
                return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if monotonic() > give_up:
                    raise busy from None
            sleep(0.02)
