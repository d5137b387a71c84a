"""Columns of a ranking that say one number of each system beside its places, such as how many classes it predicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from numbers import Integral
from typing import TYPE_CHECKING

from ...languages import N_ as N_  # marks the title and the sentence of each column

if TYPE_CHECKING:
    from ..study import Study

Number = float | int | None


@dataclass(frozen=True)
class SystemColumn:
    """A column of every ranking: on the page, in its exported table, in the shell and in the report."""

    key: str
    """Its name in kept studies, which stays."""
    title: str
    """Its title, marked for translation."""
    says: str
    """What it holds, as a sentence that is marked for translation."""
    of: Callable[[Study, str], Number]
    """Function that gives the number of a system of a study; None or NaN where it has none."""
    digits: int = 3
    """Number of decimals on the page; a table for a file has those that are asked for, and whole numbers none."""


COLUMNS: tuple[SystemColumn, ...] = ()


@dataclass(frozen=True)
class SystemNumbers:
    """Numbers of one column."""

    key: str
    """Key of the column."""
    values: tuple[Number, ...]
    """Number of each system, in the order of the systems; None where it has none."""

    @property
    def column(self) -> SystemColumn:
        """The column that the numbers stand in."""
        return next(column for column in COLUMNS if column.key == self.key)


def system_numbers(study: Study) -> tuple[SystemNumbers, ...]:
    """The numbers of all columns, for each system of a study."""
    return tuple(
        SystemNumbers(column.key, tuple(_plain_number(column.of(study, system)) for system in study.data.runs))
        for column in COLUMNS
    )


def _plain_number(value: Number) -> Number:
    """The number without its type of numpy; None for NaN."""
    if value is None or isnan(value):
        return None
    return int(value) if isinstance(value, Integral) else float(value)
