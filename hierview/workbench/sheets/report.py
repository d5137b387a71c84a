"""Sheets and disagreements as text for the shell, and as plain data for JSON."""

from __future__ import annotations

import json
from typing import Any

from ...answers.answers import text_table
from ...explain import number
from ...formats import write_case
from ...model.case import Case, case_line
from ..disagree import Disagreement
from .k15_tables import printed_sign
from .signs import SIGNS, Evidence, Sheet


def sheet_text(sheet: Sheet) -> str:
    """A sheet as a table, and under it the evidence of every sign that is no +."""
    rows = [("", "property", "claim", "trials", "on all", "classes a side", "K15")]
    below: dict[str, None] = {}  # one entry for two rows with the same counterexample
    for row in sheet.rows:
        rule = row.rule
        sign = row.sign + (f" {row.evidence.class_count}" if row.evidence else "")
        printed = printed_sign(sheet.measure, rule.key)
        rows.append((sign, rule.name, rule.claim, f"{row.tried:,}", row.reach_text, rule.bases.per_side, printed))
        if row.evidence is not None:
            below["\n".join(["", f"{rule.name}: {row.sentence}", *_evidence_lines(row.evidence)])] = None
    head = [
        f"{sheet.measure.label()}: {sheet.measure.title()}",
        f"{_capitalised(sheet.direction_text)} Seed {sheet.seed}.",
    ]
    failures = [f"\n{_capitalised(f.sentence)} ({case_line(f.case)})" for f in sheet.failures[:1]]
    if sheet.failed > 1:
        failures.append(f"{sheet.failed:,} cases failed in all.")
    key = [meaning for sign, meaning in SIGNS.items() if sign in sheet.signs.values()]
    columns = 7 if any(printed for *_, printed in rows[1:]) else 6  # of one's own measures K15 says nothing
    signs = text_table([row[:columns] for row in rows], "<<<><<<"[:columns])
    return "\n".join([*head, *sheet.notes, "", signs, *below, *failures, "", *key])


def _capitalised(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}."


def _evidence_lines(evidence: Evidence) -> list[str]:
    rows = [
        (f"  {role}", number(value, 4), case_line(case))
        for role, value, case in zip(evidence.roles, evidence.values, evidence.trial, strict=True)
    ]
    return text_table(rows, "<><").splitlines()


def disagreement_text(disagreement: Disagreement, first: str, second: str) -> str:
    """A disagreement in a few lines: each case with what the two measures say."""
    lines = zip(disagreement.cases, *disagreement.values, strict=True)
    rows = [("", first, second), *((case_line(case), number(a, 4), number(b, 4)) for case, a, b in lines)]
    return text_table(rows, "<>>")


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain data, with `evidence` where there is some; its cases are the contents of case files."""
    return {
        "measure": str(sheet.measure),
        "better": sheet.measure.better(),
        "bounds": getattr(sheet.measure, "least_most", None),
        "seed": sheet.seed,
        "complete": sheet.complete,
        "notes": list(sheet.notes),
        "failed": sheet.failed,
        "failures": [{"case": case_data(f.case), "because": f.sentence} for f in sheet.failures],
        "properties": [
            {
                "property": row.rule.key,
                "claim": f"{row.rule.name}: {row.rule.claim}",
                "sign": row.sign,
                "whole": row.whole,
                "printed": printed_sign(sheet.measure, row.rule.key),
                "tried": row.tried,
                "undefined": row.undefined,
                "failed": row.failed,
                "hierarchies": row.hierarchies,
                "exhaustive": row.reach_text,
                "random": row.beyond,
                "per_side": row.rule.bases.per_side,
                "sentence": row.sentence,
            }
            | ({"evidence": evidence_data(row.evidence)} if row.evidence else {})
            for row in sheet.rows
        ],
    }


def evidence_data(evidence: Evidence) -> list[dict[str, Any]]:
    """The cases of a trial with their roles and values."""
    return [
        {"role": role, "value": value, "case": case_data(case)}
        for role, value, case in zip(evidence.roles, evidence.values, evidence.trial, strict=True)
    ]


def disagreement_data(disagreement: Disagreement) -> list[dict[str, Any]]:
    """The cases of a disagreement with both measures' values."""
    return [
        {"first": a, "second": b, "case": case_data(case)}
        for case, a, b in zip(disagreement.cases, *disagreement.values, strict=True)
    ]


def case_data(case: Case) -> dict[str, Any]:
    """The content of a case's file."""
    data: dict[str, Any] = json.loads(write_case(case))
    return data
