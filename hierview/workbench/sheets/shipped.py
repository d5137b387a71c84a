"""Sheets that ship with hierview, in `sheets.json`, so that nobody waits for what is known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...formats import read_case
from ...measures import parse_measure
from .properties import Property
from .report import case_data
from .signs import Evidence, PropertyRow, Sheet

SHEETS = Path(__file__).parents[1] / "sheets.json"
_PLAIN = ("sign", "whole", "tried", "undefined", "failed", "hierarchies", "reached", "beyond", "repaired")


@lru_cache(maxsize=1)
def _shipped_data() -> dict[str, dict[str, Any]]:
    data: dict[str, dict[str, Any]] = json.loads(SHEETS.read_text(encoding="utf-8"))
    return data


def shipped_signs() -> dict[str, dict[str, Any]]:
    """The signs that ship, {measure: {property: sign}}."""
    return {text: {key: row["sign"] for key, row in rows.items()} for text, rows in _shipped_data().items()}


@lru_cache(maxsize=2)
def shipped_sheets(properties: tuple[Property, ...]) -> Mapping[str, Sheet]:
    """The sheets that ship, by measure, each with the rows of these properties."""
    return {
        text: Sheet(parse_measure(text), tuple(_row_of_data(wanted, rows[wanted.key]) for wanted in properties))
        for text, rows in _shipped_data().items()
    }


def _row_of_data(rule: Property, data: dict[str, Any]) -> PropertyRow:
    fields = {name: data[name] for name in _PLAIN}
    fields["reached"] = tuple((kind, size) for kind, size in data["reached"])
    evidence = None
    if proof := data["evidence"]:
        trial = tuple(read_case(json.dumps(case)).case() for case in proof["trial"])
        values = tuple(proof["values"])
        evidence = Evidence(rule.key, trial, rule.roles, values, proof["explanation"])
    return PropertyRow(rule, evidence=evidence, **fields)


def sheets_json(sheets: Iterable[Sheet]) -> str:
    """The text of `sheets.json`, the sheets that ship with hierview: a line for each property of a measure."""
    texts = []
    for sheet in sheets:
        rows = (f"  {json.dumps(r.rule.key)}: {json.dumps(_row_data(r), ensure_ascii=False)}" for r in sheet.rows)
        texts.append(f" {json.dumps(str(sheet.measure))}: {{\n" + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _row_data(row: PropertyRow) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(row, name) for name in _PLAIN} | {"evidence": None}
    if row.evidence is not None:
        trial = [case_data(case) for case in row.evidence.trial]
        data["evidence"] = {"explanation": row.evidence.explanation, "values": row.evidence.values, "trial": trial}
    return data
