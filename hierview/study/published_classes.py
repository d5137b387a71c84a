"""The tables of Sun, Lim & Ng (2003) from their own counts, as entries of a published study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..measures.contributions.contributions import Counts, blocking_factor
from ..model.extra import Extra
from ..model.hierarchy import Hierarchy
from .per_class.counts import MACRO, MICRO, PRINTED, By, PerClass

BASES: tuple[tuple[By, str], ...] = (("flat", ""), ("similarity", "_CS"), ("distance", "_DB"))
WORDS = {"Pr": "precision", "Re": "recall"}
AVERAGES = ("micro", "macro")
MANY = 1_000_000  # instances; precision and recall do not depend on them

Entry = tuple[str, str, str, str, str, float, str]  # what, system, row, column, printed, ours, because


def class_cells(content: Mapping[str, Any]) -> Iterator[Entry]:
    """The printed numbers of a tree of S03 that follow from others: each beside what follows, with a reason."""
    reasons = {
        (reason["system"], row, column): reason["because"]
        for reason in content.get("reasons", ())
        for row in reason["rows"]
        for column in reason["columns"]
    }
    h = Hierarchy.from_edges(content["edges"])
    yield from _similarity(content, h)
    for system in content["systems"]:
        rows = corrected_counts(content, system)
        printed = {**content["results"][system], **_averages(content, system)}
        values = _values(content["counted"], rows)
        for row, cells in printed.items():
            for column, text in zip(content["columns"], cells, strict=True):
                why = reasons.get((system, row, column), "")
                yield "share", system, row, column, text, float(values[row, column]), why
        for name, text in content["blocking"][system].items():
            factor = _blocked(content["counted"], rows, h, name.partition(":")[0])
            yield "blocking", system, name, "BF", text, factor, reasons.get((system, name, "BF"), "")
        for c, text in content["tested"].items():
            counts = dict(zip(content["counted"], rows[c], strict=True))
            yield "tested", system, c, "instances", text, float(int(counts["TP"]) + int(counts["FN"])), ""


def corrected_counts(content: Mapping[str, Any], system: str) -> dict[str, list[str]]:
    """The printed counts of each class, with the few that cannot be right put right."""
    rows = {c: list(row) for c, row in content["counts"][system].items()}
    if "exchanged" in content:
        a, b = content["exchanged"]
        rows[a], rows[b] = rows[b], rows[a]
    for of, c, column, value in content.get("corrections", ()):
        if of == system:
            rows[c][content["counted"].index(column)] = value
    return rows


def _averages(content: Mapping[str, Any], system: str) -> dict[str, list[str]]:
    """The printed averages, in the order of the columns."""
    row = dict(zip(content["measures"], content["systems"][system], strict=True))
    return {kind: [row[f"{column} {kind}"] for column in content["columns"]] for kind in AVERAGES}


def _values(columns: list[str], rows: Mapping[str, list[str]]) -> dict[tuple[str, str], float]:
    """Precision and recall of each class and of the averages, by row and column."""
    values: dict[tuple[str, str], float] = {}
    for by, basis in BASES:
        counts = {c: _counts(dict(zip(columns, row, strict=True)), basis) for c, row in rows.items()}
        per_class = PerClass(MANY, by, {"": counts}, frozenset(counts))
        table = per_class.frame.set_index("class")
        averages = per_class.averages("all").set_index("average")
        for letters, word in WORDS.items():
            column = letters + basis
            values |= {(c, column): table.loc[c, word] for c in counts}
            values[MICRO, column] = averages.loc[PRINTED if basis else MICRO, word]
            values[MACRO, column] = averages.loc[MACRO, word]
    return values


def _counts(row: Mapping[str, str], basis: str) -> Counts:
    wrong, missed = (Fraction(row[f"{kind}Con{basis}"]) if basis else Fraction(0) for kind in ("Fp", "Fn"))
    return Counts(int(row["TP"]), int(row["FP"]), int(row["FN"]), wrong, missed)


def _blocked(columns: list[str], rows: Mapping[str, list[str]], h: Hierarchy, inner: str) -> float:
    """The blocking factor of an inner class: the root's classifier blocks in column II, another's in column I."""
    column = columns.index("Block_II" if inner in h.roots else "Block_I")
    of = {c: dict(zip(columns, row, strict=True)) for c, row in rows.items()}
    labelled = {c: int(row["TP"]) + int(row["FN"]) for c, row in of.items()}
    factor = blocking_factor(h, inner, labelled, {c: int(row[column]) for c, row in rows.items()})
    return float(factor) if factor is not None else float("nan")


def _similarity(content: Mapping[str, Any], h: Hierarchy) -> Iterator[Entry]:
    rows = [[a, b, float(value)] for a, b, value in content["similarity"]]
    average = float(Extra.of(h, similarity=rows).average_similarity)
    yield "similarity", "", "", "average", content["average similarity"], average, ""
