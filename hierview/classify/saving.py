"""Saved classifiers and what they answered: ZIPs of arrays and one JSON, without pickles, read back bit for bit."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from scipy import sparse

from ..errors import HierarchyError, LearningError, quoted
from ..model.hierarchy import Hierarchy
from ..study.storage.store import write_whole
from ..version import __version__
from .estimators.learners import LinearDecisions
from .estimators.neighbours import Centroids, Hybrid, Neighbours
from .estimators.node_scores import OF_DOCUMENTS, OF_ENTRIES, NearestDocuments, NodeScores
from .estimators.numbered_hierarchy import NumberedHierarchy
from .estimators.topdown import Flat, TopDown, class_array

FORMAT = 1
MOST_BYTES = 4_000_000_000  # of a saved classifier when it is unpacked
ROOM = 20_000_000  # bytes that any file may unpack to
MOST_JSON = 500_000_000
MOST_PARTS = 1_000_000  # of a file: a calibrated class has two
_HEAD = "classifier.json"
_WHEN = (1980, 1, 1, 0, 0, 0)  # so that the same classifier is the same bytes
Arrays = dict[str, Any]


def save(classifier: Any, path: str | os.PathLike[str]) -> None:
    """Writes a fitted classifier: whole or not at all. Raises LearningError for one that only a pickle could hold."""
    arrays: Arrays = {}
    write_parts(path, _pack_classifier(classifier, "", arrays), arrays)


def load(path: str | os.PathLike[str]) -> Any:
    """The classifier in a file that `save` wrote. Raises LearningError for everything else; nothing in it is run."""
    return read_parts(path, lambda head, arrays: _tried_classifier(_unpack_classifier(head, "", arrays)))


def _tried_classifier(classifier: Any) -> Any:
    """The classifier, after it answered for one document: what is of another kind or shape fails here, not later."""
    document = sparse.csr_matrix(([1.0], ([0], [0])), (1, classifier.n_features_in_))
    if isinstance(classifier, Hybrid):
        classifier.predict(document, [frozenset()] if classifier.base_ is None else None)
    else:
        ask = next(name for name in ("predict_proba", "transform", "predict") if hasattr(classifier, name))
        getattr(classifier, ask)(document)
    return classifier


def write_parts(path: str | os.PathLike[str], head: Mapping[str, Any], arrays: Arrays) -> None:
    """Writes arrays and what is told of them: whole or not at all. Raises LearningError."""
    header = {"hierview": __version__, "scikit-learn": sklearn.__version__, "format": FORMAT, **head}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(_HEAD, _WHEN), json.dumps(header, ensure_ascii=False, sort_keys=True))
        for name, array in sorted(arrays.items()):
            part = io.BytesIO()
            np.lib.format.write_array(part, np.asarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _WHEN), part.getvalue(), zipfile.ZIP_DEFLATED)
    write_file(path, content.getvalue())


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file, whole or not at all, with the folders above it. Raises LearningError where that cannot be."""
    try:
        write_whole(Path(path), data)
    except OSError as error:
        raise LearningError(f"{os.fspath(path)} cannot be written: {error.strerror}") from None


def read_parts(path: str | os.PathLike[str], make: Callable[[Mapping[str, Any], Arrays], Any]) -> Any:
    """An object that `make` builds of a file. Raises LearningError where it is damaged, too large or something else."""
    name = os.fspath(path)
    try:
        with zipfile.ZipFile(name) as archive:
            entries = archive.infolist()
            # Deflate gives out no more than an entry declares; what `save` writes shrinks to no hundredth.
            most = min(MOST_BYTES, ROOM + 100 * os.path.getsize(name))
            if sum(entry.file_size for entry in entries) > most or len(entries) > MOST_PARTS:
                raise LearningError(f"{name}: more than {most:,} bytes when unpacked; less is accepted")
            if any(entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for entry in entries):
                raise _no_classifier_error(name)
            if _HEAD not in archive.namelist() or archive.getinfo(_HEAD).file_size > MOST_JSON:
                raise _no_classifier_error(name)
            head = json.loads(archive.read(_HEAD))
            arrays = {
                entry.filename.removesuffix(".npy"): _read_array(archive.read(entry), entry.file_size, name)
                for entry in entries
                if entry.filename.endswith(".npy")
            }
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise _no_classifier_error(name)
        return make(head, arrays)
    except LearningError:
        raise
    except FileNotFoundError:
        raise LearningError(f"{name} cannot be read: there is no such file") from None
    except HierarchyError as error:
        raise LearningError(f"{name}: {error}") from None
    except Exception:  # zipfile, zlib, json and numpy each raise their own for what is damaged
        raise _no_classifier_error(name) from None


def _no_classifier_error(name: str) -> LearningError:
    return LearningError(
        f"{name} is no file of a classifier or of scores of this version; what hierview.classify writes is accepted"
    )


def _read_array(data: bytes, size: int, name: str) -> Any:
    """One array, whose head may promise no more than is there."""
    part = io.BytesIO(data)
    version = np.lib.format.read_magic(part)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read_header(part)
    if kind.kind == "c" or kind.hasobject or kind.itemsize * int(np.prod(shape, dtype=np.float64)) > size:
        raise _no_classifier_error(name)
    return np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)


# Each kind of classifier


def _pack_classifier(classifier: Any, prefix: str, arrays: Arrays) -> dict[str, Any]:
    name = type(classifier).__name__
    if name not in _KINDS or not hasattr(classifier, "n_features_in_"):
        raise LearningError(
            f"{quoted(name)} cannot be saved; a fitted {', '.join(_KINDS)} can, and other learners only by a pickle, "
            "which would run code when it is opened"
        )
    kind = _KINDS[name]
    head = {"kind": name, "parameters": _constructor_parameters(classifier), "columns": int(classifier.n_features_in_)}
    if hasattr(classifier, "layout_"):
        head["hierarchy"] = hierarchy_to_json(classifier.layout_.original)
    for part in kind.parts:
        own = getattr(classifier, f"{part}_")
        head[part] = None if own is None else _pack_classifier(own, f"{prefix}{part}.", arrays)
    for part in kind.lines:
        head[part] = _pack_lines(getattr(classifier, f"{part}_"), f"{prefix}{part}", arrays)
    for part in kind.matrices:
        pack_matrix(getattr(classifier, f"{part}_"), f"{prefix}{part}", arrays)
    arrays |= {f"{prefix}{part}": getattr(classifier, f"{part}_") for part in kind.arrays}
    if hasattr(classifier, "notes_"):
        head["notes"] = list(classifier.notes_)
    return head


def _unpack_classifier(head: Mapping[str, Any], prefix: str, arrays: Arrays) -> Any:
    kind = _KINDS[head["kind"]]
    classifier = kind.make(**head["parameters"])
    classifier.n_features_in_ = int(head["columns"])
    if "hierarchy" in head:
        classifier.layout_ = layout_from_json(head["hierarchy"])
        classifier.classes_ = class_array(classifier.layout_)
    for part in kind.parts:
        own = None if head[part] is None else _unpack_classifier(head[part], f"{prefix}{part}.", arrays)
        setattr(classifier, f"{part}_", own)
    for part in kind.lines:
        setattr(classifier, f"{part}_", _unpack_lines(head[part], f"{prefix}{part}", arrays))
    for part in kind.matrices:
        setattr(classifier, f"{part}_", unpack_matrix(f"{prefix}{part}", arrays))
    for part in kind.arrays:
        setattr(classifier, f"{part}_", arrays[f"{prefix}{part}"])
    if "notes" in head:
        classifier.notes_ = tuple(map(str, head["notes"]))
    if not kind.fits(classifier):
        raise ValueError("the sizes do not fit each other")
    if isinstance(classifier, Neighbours):
        classifier.index()
    return classifier


def _constructor_parameters(classifier: Any) -> dict[str, Any]:
    """The parameters that the classifier was constructed with, those that JSON can hold."""
    parameters = {}
    for name, value in classifier.get_params(deep=False).items():
        if name in ("hierarchy", "neighbours", "base", "vectors"):
            continue
        if name == "rule":
            value = str(value)
        if not isinstance(value, str | int | float | None):
            raise LearningError(
                f"{name}={quoted(value)} cannot be saved; logistic, svm, bernoulli and multinomial, by their names, "
                "can be, other learners only by a pickle, which would run code when it is opened"
            )
        parameters[name] = value
    return parameters


def hierarchy_to_json(h: Hierarchy) -> dict[str, Any]:
    """A hierarchy as plain data for JSON: its classes and edges."""
    weights = h.weights
    edges = [[*edge, *([str(weights[edge])] if weights[edge] != 1 else [])] for edge in h.edges]
    return {"classes": list(h.classes), "edges": edges}


def layout_from_json(head: Mapping[str, Any]) -> NumberedHierarchy:
    """The layout of a hierarchy that `hierarchy_to_json` made. Raises HierarchyError, KeyError, TypeError."""
    return NumberedHierarchy(Hierarchy.from_edges([tuple(edge) for edge in head["edges"]], head["classes"]))


def pack_matrix(matrix: Any, prefix: str, arrays: Arrays) -> None:
    """Adds a sparse matrix to the arrays under a name."""
    rows = matrix.tocsr()
    arrays |= {f"{prefix}.data": rows.data, f"{prefix}.indices": rows.indices, f"{prefix}.indptr": rows.indptr}
    arrays[f"{prefix}.shape"] = np.array(rows.shape, np.int64)


def unpack_matrix(prefix: str, arrays: Arrays) -> Any:
    """The sparse matrix of a name, checked. Raises KeyError, ValueError."""
    parts = tuple(arrays[f"{prefix}.{name}"] for name in ("data", "indices", "indptr"))
    matrix = sparse.csr_matrix(parts, shape=tuple(arrays[f"{prefix}.shape"].tolist()))
    matrix.check_format(full_check=True)
    return matrix


def _pack_lines(lines: LinearDecisions | None, prefix: str, arrays: Arrays) -> dict[str, Any] | None:
    if lines is None:
        return None
    if lines.foreign:
        raise LearningError("a learner that is no straight line cannot be saved without a pickle, which would run code")
    pack_matrix(lines.weights, prefix, arrays)
    arrays[f"{prefix}.intercepts"] = lines.intercepts
    curves: dict[int, list[float] | None] = {}
    for k, link in lines.links.items():
        if isinstance(link[0], float):
            curves[k] = list(link)
        else:
            arrays |= {f"{prefix}.link{k}.x": link[0], f"{prefix}.link{k}.y": link[1]}
            curves[k] = None
    return {"links": curves, "together": [group.tolist() for group in lines.together]}


def _unpack_lines(head: Mapping[str, Any] | None, prefix: str, arrays: Arrays) -> LinearDecisions | None:
    if head is None:
        return None
    links = {
        int(k): tuple(map(float, link))
        if link is not None
        else (arrays[f"{prefix}.link{k}.x"], arrays[f"{prefix}.link{k}.y"])
        for k, link in head["links"].items()
    }
    together = tuple(np.array(group, np.int32) for group in head["together"])
    lines = LinearDecisions(unpack_matrix(prefix, arrays), arrays[f"{prefix}.intercepts"], links, {}, together)
    many = lines.weights.shape[1]
    if lines.intercepts.shape != (many,) or not all(0 <= k < many for k in links):
        raise ValueError("the sizes do not fit each other")
    return lines


def _has_count(lines: LinearDecisions | None, classifiers: int) -> bool:
    """Whether lines that may be missing are of so many classifiers."""
    return lines is None or lines.weights.shape[1] == classifiers


def _top_down_fits(c: TopDown) -> bool:
    many = len(c.layout_) * (2 if c.scheme == "local+subtree" else 1)
    return c.lines_.weights.shape == (c.n_features_in_, many) and _has_count(c.gate_, 1)


def _flat_fits(c: Flat) -> bool:
    in_layout = bool((c.leaves_ < len(c.layout_)).all())
    return c.lines_.weights.shape == (c.n_features_in_, len(c.leaves_)) and in_layout


def _neighbours_fit(c: Neighbours) -> bool:
    documents, columns = c.documents_.shape
    return bool(columns == c.n_features_in_) and c.labelled_.shape == (documents, len(c.layout_))


def _centroids_fit(c: Centroids) -> bool:
    return bool(c.idf_.shape == (c.n_features_in_,) and c.vectors_.shape[0] == c.n_features_in_)


@dataclass(frozen=True)
class _ClassifierKind:
    """A kind of classifier: what it has learnt, by the names of its attributes, and whether their sizes fit."""

    make: Callable[..., Any]
    fits: Callable[[Any], bool]
    lines: tuple[str, ...] = ()
    matrices: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


_KINDS: Mapping[str, _ClassifierKind] = {
    "TopDown": _ClassifierKind(TopDown, _top_down_fits, lines=("lines", "gate")),
    "Flat": _ClassifierKind(Flat, _flat_fits, lines=("lines",), arrays=("leaves",)),
    "Neighbours": _ClassifierKind(Neighbours, _neighbours_fit, matrices=("documents", "labelled")),
    "Hybrid": _ClassifierKind(
        Hybrid, lambda c: _has_count(c.lines_, len(c.layout_)), lines=("lines",), parts=("base", "neighbours")
    ),
    "Centroids": _ClassifierKind(Centroids, _centroids_fit, arrays=("idf", "vectors")),
}


_SCORES = ("starts", *OF_ENTRIES, *OF_DOCUMENTS)


def save_scores(scores: NodeScores, path: str | os.PathLike[str]) -> None:
    """Writes the scores of documents, in the order that they have."""
    arrays = {name: x for name in _SCORES if (x := getattr(scores, name)) is not None}
    write_parts(path, {"kind": "NodeScores", "hierarchy": hierarchy_to_json(scores.layout.original)}, arrays)


def load_scores(path: str | os.PathLike[str]) -> NodeScores:
    """The scores in a file that `save_scores` wrote. Raises LearningError."""

    def scores(head: Mapping[str, Any], arrays: Arrays) -> NodeScores:
        layout = layout_from_json(head["hierarchy"])
        node_scores = NodeScores(layout, **{name: arrays.get(name) for name in _SCORES})  # type: ignore[arg-type]
        many = int(node_scores.starts[-1])
        fits = all(len(x) == many for name in OF_ENTRIES if (x := arrays.get(name)) is not None)
        fits &= all(len(arrays[name]) == len(node_scores) for name in OF_DOCUMENTS)
        if not fits or (np.diff(node_scores.starts) < 0).any():
            raise ValueError("the sizes do not fit each other")
        if not ((node_scores.columns >= 0) & (node_scores.columns < len(layout))).all():
            raise ValueError("a class has a number that none has")
        return node_scores

    node_scores: NodeScores = read_parts(path, scores)
    return node_scores


def save_nearest(nearest: NearestDocuments, path: str | os.PathLike[str]) -> None:
    """Writes which documents are nearest, and their classes."""
    arrays: Arrays = {"found": nearest.found}
    pack_matrix(nearest.labelled, "labelled", arrays)
    write_parts(path, {"kind": "Nearest", "hierarchy": hierarchy_to_json(nearest.layout.original)}, arrays)


def load_nearest(path: str | os.PathLike[str]) -> NearestDocuments:
    """The documents that `save_nearest` wrote. Raises LearningError."""

    def nearest(head: Mapping[str, Any], arrays: Arrays) -> NearestDocuments:
        layout, rows, labelled = layout_from_json(head["hierarchy"]), arrays["found"], unpack_matrix("labelled", arrays)
        if rows.ndim != 2 or rows.dtype.kind != "i" or labelled.shape[1] != len(layout):
            raise ValueError("the sizes do not fit each other")
        if rows.size and not (rows.min() >= -1 and rows.max() < labelled.shape[0]):
            raise ValueError("a document has a number that none has")
        return NearestDocuments(layout, rows, labelled)

    neighbours: NearestDocuments = read_parts(path, nearest)
    return neighbours
