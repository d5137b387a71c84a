"""An instance of a study as a case that opens by itself, or two systems' answers as a pair of cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..errors import StudyError
from ..formats.casefile import LARGEST_FILE, write_case
from ..measures import Measure
from ..model.case import Case
from ..workbench.own.foreign import ForeignMeasure
from .study import Study

Fits = Callable[[Case], bool]


def fits_a_file(case: Case) -> bool:
    """Whether a case can be opened again from a file."""
    return len(write_case(case).encode()) <= LARGEST_FILE


def opened_cases(
    study: Study, instance: str, systems: Sequence[str], measures: Sequence[Measure], fits: Fits = fits_a_file
) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """An instance as a case of each system, which shows these measures, and the measures that say otherwise there.

    A hierarchy that does not fit, such as one that no case file can hold, is cut to the marked classes and their
    ancestors, the same for all systems; each measure is asked whether it says the same there. Raises StudyError where
    one of them is no case, for nothing is true and that system predicts nothing.
    """
    # A case file names what everybody has.
    texts = tuple(str(m) for m in measures if not isinstance(m, ForeignMeasure))
    whole = tuple(replace(study.case(instance, system), measures=texts) for system in systems)
    if all(map(fits, whole)):
        return whole, ()
    h = whole[0].hierarchy
    near = h.restricted(h.closure(c for case in whole for c in case.true | case.predicted))
    note = f"cut to {len(near):,} of {len(h):,} classes: the marked ones and their ancestors"
    cut = tuple(replace(case, hierarchy=near, note=note) for case in whole)
    pairs = list(zip(whole, cut, strict=True))
    changed = tuple(
        str(m) for m in measures if any(m.evaluate(large).value != m.evaluate(small).value for large, small in pairs)
    )
    return cut, changed


def asked_for(pick: str, study: Study, a: str, b: str = "") -> tuple[str, tuple[str, ...]] | None:
    """The id and the systems that a click on a row of instances asks for; None where it asks for something else.

    pick: "case", an instance's number and a system; or "pair" and the number: of the systems a and b. Raises
    StudyError for what is not in the study.
    """
    kind, _, rest = pick.partition(" ")
    number, _, system = rest.partition(" ")
    if kind not in ("case", "pair"):
        return None
    systems = (system,) if kind == "case" else (a, b)
    if not number.isdecimal() or len(number) > 9 or int(number) >= len(study.data):
        raise StudyError(f"an instance's number is below {len(study.data):,}")
    for name in systems:
        if name not in study.data.runs:
            raise StudyError(f"the systems of this study are {', '.join(study.data.runs)}")
    return study.data.ids[int(number)], systems
