"""An instance of a study as a case that opens by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..formats.casefile import LARGEST_FILE, write_case
from ..measures import Measure
from ..measures.foreign import Foreign
from ..model.case import Case
from .study import Study


def opened_case(study: Study, instance: str, system: str, measures: Sequence[Measure]) -> tuple[Case, tuple[str, ...]]:
    """The case, which shows these measures, and the measures whose numbers it does not keep.

    A hierarchy that no case file can hold is cut to the marked classes and their ancestors; each measure is asked
    whether it says the same there.
    """
    # A case file names what everybody has.
    whole = replace(
        study.case(instance, system), measures=tuple(str(m) for m in measures if not isinstance(m, Foreign))
    )
    if len(write_case(whole).encode()) <= LARGEST_FILE:
        return whole, ()
    h = whole.hierarchy
    near = h.restricted(h.closure(whole.true | whole.predicted))
    kept = f"cut to {len(near):,} of {len(h):,} classes: the marked ones and their ancestors"
    cut = replace(whole, hierarchy=near, note=kept)
    return cut, tuple(str(m) for m in measures if m.evaluate(whole).value != m.evaluate(cut).value)
