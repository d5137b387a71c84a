"""Results -> table: what measures say of cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...answers import Comparison, check
from ...errors import HierviewError, quoted, suggestion
from ...explain import Row, Symbol
from ...measures import Measure, Result, parse_measure
from ...model.case import Case
from ..naming import case_link
from ..signature import signature
from .best import Best, Group, best_of, groups_of, said
from .options import TableOptions
from .table import Cell, Heading, Table, exact, line, shown


@dataclass(frozen=True)
class Measured:
    """The content of a line of a table: the value of a measure, or one of the parts it is made of."""

    measure: Measure
    part: str = ""

    def __str__(self) -> str:
        return f"{self.measure}.{self.part}" if self.part else str(self.measure)


def parse_measured(text: str) -> Measured:
    """The quantity that a text names: a measure's text, or that with `.part`.

    >>> parse_measured("MGIA(max_distance=None).f_error").part
    'f_error'
    """
    before, _, part = text.rpartition(".")
    if before and part.isidentifier():
        return Measured(parse_measure(before), part)
    return Measured(parse_measure(text))


def table_of(
    cases: Sequence[tuple[str, Case]],
    measures: Sequence[Measure | Measured],
    options: TableOptions = TableOptions(),
) -> Table:
    """The table of what `measures` say of named cases. Raises HierviewError where there is nothing to tabulate."""
    quantities = tuple(m if isinstance(m, Measured) else Measured(m) for m in measures)
    for what, given in (("case", cases), ("measure", quantities)):
        if not given:
            raise HierviewError(f"a table needs at least one {what}")
    named = [(line(name), case) for name, case in cases]
    return tabulated(named, quantities, [_values(quantity, named) for quantity in quantities], options)


def tabulated(
    named: Sequence[tuple[str, Case]],
    quantities: Sequence[Measured],
    values: Sequence[Sequence[float | None]],
    options: TableOptions,
) -> Table:
    """The table of quantities that were computed before: `values[j][i]` is what `quantities[j]` says of `named[i]`."""
    printed = [{c.text: c for _, c in check([one])} for one in named]
    headings = _headings(quantities, options)
    groups = groups_of([case for _, case in named]) if options.best else ()
    best = [_best(*both, groups) for both in zip(quantities, values, strict=True)]
    columns = [
        _cells(one, decimals, places, [p.get(str(quantity)) for p in printed], options)
        for quantity, one, decimals, places in zip(
            quantities, values, decimals_of(quantities, values, options), (b.places for b in best), strict=True
        )
    ]
    names = tuple(name for name, _ in named)
    return Table(
        names,
        headings,
        tuple(zip(*columns, strict=True)),
        (signature(named, quantities), *(f"{name}: {link}" for name, case in named if (link := case_link(case)))),
        options,
        says=tuple(said(names, [heading.text for heading in headings], best, groups)),
    )


def _values(quantity: Measured, cases: Sequence[tuple[str, Case]]) -> list[float | None]:
    """The values of one quantity, from case to case."""
    results = [_result(quantity.measure, name, case) for name, case in cases]
    if quantity.part and not any(quantity.part in r.parts for r in results):
        known = sorted({part for r in results for part in r.parts})
        raise HierviewError(
            f"{quantity.measure} has no part {quoted(quantity.part)} here{suggestion(quantity.part, known)}; "
            f"it has {', '.join(known) or 'none'}"
        )
    return [r.parts.get(quantity.part) if quantity.part else r.value for r in results]


def _best(quantity: Measured, values: Sequence[float | None], groups: Sequence[Group]) -> Best:
    decimals = [None if value is None else exact(value) for value in values]
    return best_of(decimals, quantity.measure.better(), () if quantity.part else groups)


def decimals_of(
    quantities: Sequence[Measured], values: Sequence[Sequence[float | None]], options: TableOptions
) -> list[int]:
    """Decimals of each quantity: one precision a column, and none where it counts whole things."""
    needed = []
    for quantity, column in zip(quantities, values, strict=True):
        defined = [value for value in column if value is not None]
        counts = bool(quantity.measure.unit() or quantity.part)
        whole = counts and all(exact(value) == exact(value).to_integral_value() for value in defined)
        texts = (shown(value, options.rounding, options.digits) for value in defined)
        most = max((len(text.partition(".")[2]) for text in texts), default=0)
        needed.append(-1 if whole else options.digits if options.fixed else most)
    # Cases as columns hold values of all quantities.
    most = max(needed, default=0)
    return [max(0, n if n < 0 or options.measures_as == "columns" else most) for n in needed]


def _cells(
    values: Sequence[float | None],
    decimals: int,
    best: frozenset[int],
    printed: Sequence[Comparison | None],
    options: TableOptions,
) -> list[Cell]:
    """The cells of one quantity, from case to case."""
    return [
        Cell(
            value,
            shown(value, options.rounding, decimals, True),
            i in best,
            *((line(p.printed), p.verdict, line(p.because)) if p else ()),
        )
        for i, (value, p) in enumerate(zip(values, printed, strict=True))
    ]


def _result(measure: Measure, name: str, case: Case) -> Result:
    try:
        return measure.evaluate(case)
    except HierviewError as error:
        raise HierviewError(f"{name}: {error}") from None


def _headings(quantities: Sequence[Measured], options: TableOptions) -> tuple[Heading, ...]:
    labels = [quantity.measure.label() for quantity in quantities]
    told = [(label, quantity.part) for label, quantity in zip(labels, quantities, strict=True)]
    headings = []
    for quantity, label in zip(quantities, labels, strict=True):
        measure, name = quantity.measure, quantity.measure.spec.name
        # Labels shorten long settings; where two measures would share one, their texts tell them apart.
        label = label if told.count((label, quantity.part)) == 1 else str(measure)
        part = _part_symbol(quantity.part) if quantity.part else ()
        symbol: Row = ()
        if options.symbols and label.startswith(name):
            rest = label[len(name) :]
            said = "".join(map(str, measure.symbol()))
            symbol = (*measure.symbol(), "" if rest == f" ({said})" else rest, *part)
        headings.append(
            Heading(
                str(quantity),
                line(f"{label} {quantity.part}".strip()),
                symbol,
                measure.unit() if options.units and not quantity.part else "",
                {"higher": "↑", "lower": "↓"}[measure.better()] if options.arrows and not quantity.part else "",
            )
        )
    return tuple(headings)


def _part_symbol(part: str) -> Row:
    """A part's name after a measure's: f_error as a symbol, longer ones in words."""
    main, _, sub = part.partition("_")
    return (" ", Symbol(main, sub) if len(main) == 1 else part)
