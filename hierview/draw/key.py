"""Key of a figure: names that are cut have a number where they stand, and stand whole below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model.case import Case
from ..model.labels import Labels
from .names import label_lines

_LANGUAGE = "key"  # comes before those of the case


def cut_names(cases: Iterable[Case]) -> tuple[str, ...]:
    """The shown names, each once, that no three lines hold."""
    shown = (case.hierarchy.labels.shown(c) for case in cases for c in case.hierarchy.classes)
    return tuple(name for name in dict.fromkeys(shown) if _is_cut(name))


def _is_cut(name: str) -> bool:
    last = label_lines(name)[-1]
    return last.endswith("…") and not name.endswith(last)


def numbered(case: Case, numbers: dict[str, int]) -> Case:
    """The case with numbers before the names that are cut."""
    h = case.hierarchy
    shown = {c: h.labels.shown(c) for c in h.classes}
    labels = {c: f"{numbers[name]} {name}" for c, name in shown.items() if name in numbers}
    if not labels:
        return case
    return replace(case, hierarchy=h.labelled(Labels({_LANGUAGE: labels, **dict(h.labels)})))
