"""The origin of an export: the version, the measures, and a short hash of every case."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from ..errors import quoted
from ..model.case import Draft
from ..version import __version__


def case_hash(case: Draft) -> str:
    """Eight characters that change with anything a measure reads of a case: hierarchy, weights and marks.

    Names, notes, pins and the order of classes do not matter.
    """
    h = case.hierarchy
    content = [
        sorted(h.classes),
        sorted([*edge, str(weight)] for edge, weight in h.weights.items()),
        sorted(case.true),
        sorted(case.predicted),
        sorted(case.extra.texts()),
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:8]


def signature(cases: Iterable[tuple[str, Draft]], measures: Iterable[object]) -> str:
    """One printable line that states all that the numbers of an export depend on.

    >>> from hierview import load_case
    >>> signature([("11a", load_case("11a"))], ["GIE", "MGIA(max_distance=None)"]).partition(" | ")[2]
    'GIE; MGIA(max_distance=None) | 11a 5b9d8038'
    """
    named = [f"{quoted(name, 200)[1:-1]} {case_hash(case)}" for name, case in cases]
    told = ["; ".join(str(measure) for measure in measures), "; ".join(named)]
    return " | ".join([f"hierview {__version__}", *filter(None, told)])
