"""Documents from files: sparse lines of LSHTC and SVM-light, a table of texts, a matrix with a file of labels."""

from __future__ import annotations

import csv
import io
import os
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from ...errors import LearningError, StudyError, quoted
from ...formats.source import first_line, first_mark_in, table_rows
from ...study.inputs.label_files import read_labels
from ...study.inputs.labels import InstanceLabels, decode_utf8, from_lists, read_file_bytes

LARGEST = 2_000_000_000  # bytes of a file
MOST_COLUMN = 2**31 - 2
_ACCEPTED = "classes joined by commas, then column:value, such as 12,7 3:1 40:0.5, is"
_TEXT_COLUMNS = ("text", "document", "content", "title")


@dataclass(frozen=True)
class Documents:
    """N documents: their texts or counts, with the id and the classes of each."""

    labels: InstanceLabels
    """Classes of the documents, with their ids."""
    x: Any = None
    """Counts, documents × columns, sparse; None where the documents are texts."""
    texts: tuple[str, ...] = ()
    """Texts of the documents; empty where they are counts."""

    def __len__(self) -> int:
        return len(self.labels)


def read_documents(path: str | os.PathLike[str], labels: str | os.PathLike[str] | None = None) -> Documents:
    """The documents in a file.

    Lines of classes and column:value pairs (LSHTC, SVM-light); a table (TSV or CSV) whose head names an id, a column
    of classes and one of texts; or a sparse matrix of scipy (.npz), whose labels stand in a file of their own.
    Raises LearningError: the file, the line, what is accepted.
    """
    name = os.fspath(path)
    data = read_file_bytes(path, name, LARGEST, LearningError)
    if data[:2] == b"PK":
        if labels is None:
            raise LearningError(f"{name}: a matrix has no classes; a file of labels beside it is needed")
        return _read_matrix(data, name, labels)
    text = decode_utf8(data, name, LearningError)
    head = first_line(text)
    cells = [cell.strip().casefold() for cell in head.replace("\t", ",").split(",")]
    return _read_table(text, name) if any(cell in _TEXT_COLUMNS for cell in cells) else _read_sparse_lines(text, name)


def _read_sparse_lines(text: str, name: str) -> Documents:
    """Lines of classes and column:value pairs; what follows # is a comment."""
    rows: list[list[str]] = []
    parts: list[Any] = []
    starts = [0]
    for line, whole in enumerate(io.StringIO(text), 1):
        row = whole.partition("#")[0].strip()
        if not row or (line == 1 and row.casefold() in ("data", "labels features")):
            continue
        classes, values = _parse_row(row, name, line)
        rows.append(classes)
        parts.append(values)
        starts.append(starts[-1] + len(values))
    if not rows:
        raise LearningError(f"{name}: no document; {_ACCEPTED} accepted, a line for each")
    pairs = np.concatenate(parts) if starts[-1] else np.zeros((0, 2))
    x = sparse.csr_matrix((pairs[:, 1].astype(np.float32), pairs[:, 0].astype(np.int32), starts), dtype=np.float32)
    x.sum_duplicates()
    try:
        return Documents(from_lists(rows, origin=name), x)
    except StudyError as error:
        raise LearningError(str(error)) from None


def _parse_row(row: str, name: str, line: int) -> tuple[list[str], Any]:
    """The classes of a line, and its columns and values, m × 2."""
    at = row.find(":")
    cut = len(row) if at < 0 else max(row.rfind(" ", 0, at), row.rfind("\t", 0, at)) + 1
    classes = [c.strip() for c in row[:cut].replace(" ", ",").replace("\t", ",").split(",")]
    features = row[cut:].replace(":", " ").split()
    try:
        values = np.array(features, np.float64).reshape(-1, 2)
        if row[cut:].count(":") != len(values) or not np.isfinite(values).all():
            raise ValueError
    except ValueError:
        raise LearningError.at_line(name, line, f"{quoted(row)} is not accepted; {_ACCEPTED}") from None
    columns = values[:, 0]
    if len(values) and (columns.min() < 0 or columns.max() > MOST_COLUMN or (columns != np.floor(columns)).any()):
        raise LearningError.at_line(
            name, line, f"a column is no whole number from 0 to {MOST_COLUMN:,}; {_ACCEPTED} accepted"
        )
    return [c for c in classes if c], values


def _read_table(text: str, name: str) -> Documents:
    """A table with a head: id, classes, text; classes are joined by | ; or ,."""
    table = table_rows(text, first_mark_in(first_line(text), "\t,"), name, LearningError)
    head = [cell.strip().casefold() for cell in next(table)[1]]
    at = next((i for i, cell in enumerate(head) if cell in _TEXT_COLUMNS), None)
    if at is None:
        raise LearningError.at_line(
            name, 1, f"no column is called {' or '.join(_TEXT_COLUMNS)}; one of texts is needed"
        )
    texts, rows = [], io.StringIO()
    writer = csv.writer(rows, delimiter="\t", lineterminator="\n")
    writer.writerow(cell for i, cell in enumerate(head) if i != at)
    for line, row in table:
        if not row:
            continue
        if len(row) != len(head):
            why = f"{len(row)} cells, and the head has {len(head)}; as many are accepted"
            raise LearningError.at_line(name, line, why)
        texts.append(row[at])
        writer.writerow(cell for i, cell in enumerate(row) if i != at)
    if not texts:
        raise LearningError(f"{name}: no document follows the head")
    try:
        labels = read_labels(rows.getvalue().encode(), origin=name)
    except StudyError as error:
        raise LearningError(str(error)) from None
    if len(labels) != len(texts):
        raise LearningError(f"{name}: {len(texts):,} texts and {len(labels):,} ids; one row for each document")
    return Documents(labels, None, tuple(texts))


def _read_matrix(data: bytes, name: str, labels: str | os.PathLike[str]) -> Documents:
    """A sparse matrix as scipy saves it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST:
                raise LearningError(f"{name}: more than {LARGEST:,} bytes when unpacked; less is accepted")
        x = sparse.load_npz(io.BytesIO(data)).tocsr()
    except LearningError:
        raise
    except Exception:  # numpy, zipfile and zlib each raise their own
        raise LearningError(f"{name}: no sparse matrix; what scipy.sparse.save_npz writes is accepted") from None
    label_rows = read_labels(labels)
    if len(label_rows) != x.shape[0]:
        raise LearningError(f"{name} has {x.shape[0]:,} rows and {os.fspath(labels)} {len(label_rows):,}; one for each")
    return Documents(label_rows, x)


def with_common_columns(train: Documents, test: Documents) -> tuple[Any, Any]:
    """The matrices of both over the same columns: those of the training documents, or words of texts (TF · IDF)."""
    if (train.x is None) != (test.x is None):
        raise LearningError("one file holds texts and the other columns; both alike are accepted")
    if train.x is None:
        from sklearn.feature_extraction.text import TfidfVectorizer  # texts are one of several shapes

        try:
            words = TfidfVectorizer(sublinear_tf=True).fit(train.texts)
        except ValueError:
            raise LearningError("no text of the training documents holds a word of two letters or more") from None
        return words.transform(train.texts), words.transform(test.texts)
    width = train.x.shape[1]
    x = test.x[:, :width] if test.x.shape[1] > width else test.x
    if x.shape[1] < width:
        x = x.copy()
        x.resize((x.shape[0], width))
    return train.x, x
