"""Results -> table: what measures say of cases, as data that only needs markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...answers import Comparison, Verdict, check
from ...errors import HierviewError, quoted, suggestion
from ...explain import Row, Symbol
from ...measures import Measure, Result, parse_measure
from ...model.case import Case
from ..naming import case_link
from ..signature import signature
from .best import Best, Group, best_of, groups_of, said
from .options import TableOptions

UNDEFINED = "–"


@dataclass(frozen=True)
class Quantity:
    """The content of a line of a table: the value of a measure, or one of the parts it is made of."""

    measure: Measure
    part: str = ""

    def __str__(self) -> str:
        return f"{self.measure}.{self.part}" if self.part else str(self.measure)


def parse_quantity(text: str) -> Quantity:
    """The quantity that a text names: a measure's text, or that with `.part`.

    >>> parse_quantity("MGIA(max_distance=None).f_error").part
    'f_error'
    """
    before, _, part = text.rpartition(".")
    if before and part.isidentifier():
        return Quantity(parse_measure(before), part)
    return Quantity(parse_measure(text))


@dataclass(frozen=True)
class Heading:
    """Heading of a line of values.

    key: its text in the code.  text: its name for people.  symbol: the same with the papers' symbols, where wanted.
    """

    key: str
    text: str
    symbol: Row = ()
    unit: str = ""
    arrow: str = ""


@dataclass(frozen=True)
class Cell:
    """A value as it is shown. printed: what was printed, if anything; verdict and because: how that compares."""

    value: float | None
    text: str
    best: bool = False
    printed: str | None = None
    verdict: Verdict | None = None
    because: str = ""


@dataclass(frozen=True)
class Table:
    """The table as data: `cells[i][j]` is what `headings[j]` says of `cases[i]`.

    origin: the signature, and where each case opens.  corner: what the cases and the headings are.  says: sentences
    below it.
    """

    cases: tuple[str, ...]
    headings: tuple[Heading, ...]
    cells: tuple[tuple[Cell, ...], ...]
    origin: tuple[str, ...]
    options: TableOptions = TableOptions()
    corner: tuple[str, str] = ("case", "measure")
    says: tuple[str, ...] = ()


def table_of(
    cases: Sequence[tuple[str, Case]],
    measures: Sequence[Measure | Quantity],
    options: TableOptions = TableOptions(),
) -> Table:
    """The table of what `measures` say of named cases. Raises HierviewError where there is nothing to tabulate."""
    quantities = tuple(m if isinstance(m, Quantity) else Quantity(m) for m in measures)
    for what, given in (("case", cases), ("measure", quantities)):
        if not given:
            raise HierviewError(f"a table needs at least one {what}")
    named = [(line(name), case) for name, case in cases]
    printed = [{c.text: c for _, c in check([one])} for one in named]
    values = [_values(quantity, named) for quantity in quantities]
    headings = _headings(quantities, options)
    groups = groups_of([case for _, case in named]) if options.best else ()
    best = [_best(*both, groups) for both in zip(quantities, values, strict=True)]
    columns = [
        _cells(one, decimals, places, [p.get(str(quantity)) for p in printed], options)
        for quantity, one, decimals, places in zip(
            quantities, values, _decimals(quantities, values, options), (b.places for b in best), strict=True
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


def line(text: str) -> str:
    """The text on one line, without invisible characters."""
    return quoted(" ".join(text.split()), len(text))[1:-1]


def _values(quantity: Quantity, cases: Sequence[tuple[str, Case]]) -> list[float | None]:
    """The values of one quantity, from case to case."""
    results = [_result(quantity.measure, name, case) for name, case in cases]
    if quantity.part and not any(quantity.part in r.parts for r in results):
        known = sorted({part for r in results for part in r.parts})
        raise HierviewError(
            f"{quantity.measure} has no part {quoted(quantity.part)} here{suggestion(quantity.part, known)}; "
            f"it has {', '.join(known) or 'none'}"
        )
    return [r.parts.get(quantity.part) if quantity.part else r.value for r in results]


def _best(quantity: Quantity, values: Sequence[float | None], groups: Sequence[Group]) -> Best:
    exact = [None if value is None else _decimal(value) for value in values]
    return best_of(exact, quantity.measure.better(), () if quantity.part else groups)


def _decimals(
    quantities: Sequence[Quantity], values: Sequence[Sequence[float | None]], options: TableOptions
) -> list[int]:
    """Decimals of each quantity: one precision a column, and none where it counts whole things."""
    needed = []
    for quantity, column in zip(quantities, values, strict=True):
        defined = [value for value in column if value is not None]
        counts = bool(quantity.measure.unit() or quantity.part)
        whole = counts and all(_decimal(value) == _decimal(value).to_integral_value() for value in defined)
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


def _decimal(value: float) -> Decimal:
    """The decimal that a correctly rounded quotient stands for, without the noise of a float's last digits."""
    decimal = Decimal(repr(float(value)))
    return round(decimal, 10) if decimal.adjusted() < 15 else decimal


def shown(value: float | None, rounding: str = "round", digits: int = 2, fixed: bool = False) -> str:
    """A value with at most `digits` decimals, or exactly as many; `–` for undefined.

    >>> shown(2 / 3), shown(2 / 3, "truncate"), shown(1.0), shown(1.0, fixed=True), shown(None)
    ('0.67', '0.66', '1', '1.00', '–')
    """
    if value is None:
        return UNDEFINED
    exact = _decimal(value)
    if exact.adjusted() < 15:
        exact = exact.quantize(Decimal(1).scaleb(-digits), "ROUND_HALF_UP" if rounding == "round" else "ROUND_DOWN")
    text = f"{exact:f}"
    if "." in text and not fixed:
        text = text.rstrip("0").rstrip(".")
    return text.removeprefix("-") if exact == 0 else text


def _headings(quantities: Sequence[Quantity], options: TableOptions) -> tuple[Heading, ...]:
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
