"""Results -> table: what measures say of cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...answers.answers import compare_presets
from ...errors import HierviewError, quoted, suggestion
from ...explain import Row, Symbol
from ...formats import preset, preset_pairs
from ...measures import Measure, Result, parse_measure
from ...model.case import Case
from ..naming import case_link, listed_in_words, provenance_line
from .table import Heading, Table, TableOptions, decimal_text, exact_decimal, heading_arrow, one_line_text, value_cell

Group = tuple[int, ...]  # places of cases among those of a table


@dataclass(frozen=True)
class MeasuredQuantity:
    """The content of a line of a table: the value of a measure, or one of the parts it is made of."""

    measure: Measure
    """The measure."""
    part: str = ""
    """Name of one of its parts; "" for its value."""

    def __str__(self) -> str:
        return f"{self.measure}.{self.part}" if self.part else str(self.measure)


def parse_measured(text: str) -> MeasuredQuantity:
    """The quantity that a text names: a measure's text, or that with `.part`.

    >>> parse_measured("MGIA(max_distance=None).f_error").part
    'f_error'
    """
    before, _, part = text.rpartition(".")
    if before and part.isidentifier():
        return MeasuredQuantity(parse_measure(before), part)
    return MeasuredQuantity(parse_measure(text))


def table_of(
    cases: Sequence[tuple[str, Case]],
    measures: Sequence[Measure | MeasuredQuantity],
    options: TableOptions = TableOptions(),
) -> Table:
    """The table of the values of `measures` on named cases. Raises HierviewError where there is nothing to tabulate."""
    quantities = tuple(m if isinstance(m, MeasuredQuantity) else MeasuredQuantity(m) for m in measures)
    for what, things in (("case", cases), ("measure", quantities)):
        if not things:
            raise HierviewError(f"a table needs at least one {what}")
    lines = [(one_line_text(name), case) for name, case in cases]
    return table_of_values(lines, quantities, [_values_on_cases(quantity, lines) for quantity in quantities], options)


def table_of_values(
    named: Sequence[tuple[str, Case]],
    quantities: Sequence[MeasuredQuantity],
    values: Sequence[Sequence[float | None]],
    options: TableOptions,
) -> Table:
    """The table of quantities that were computed before: `values[j][i]` is what `quantities[j]` says of `named[i]`."""
    printed = [{c.text: c for _, c in compare_presets([one])} for one in named]
    headings = _headings(quantities, options)
    groups = comparable_groups([case for _, case in named]) if options.best else ()
    best = [_single_best(*both, groups) for both in zip(quantities, values, strict=True)]
    digits = decimals_of(quantities, values, options)
    rows = [
        [
            value_cell(
                one[i], decimal_text(one[i], options.rounding, n, True), i in b.places, beside.get(str(quantity))
            )
            for quantity, one, n, b in zip(quantities, values, digits, best, strict=True)
        ]
        for i, beside in enumerate(printed)
    ]
    names = tuple(name for name, _ in named)
    return Table(
        names,
        headings,
        rows,
        [provenance_line(named, quantities), *case_links(named)],
        options,
        says=best_value_sentences(names, [heading.text for heading in headings], best, groups),
    )


def case_links(named: Sequence[tuple[str, Case]]) -> list[str]:
    """The link that opens each case, behind its name."""
    return [f"{name}: {link}" for name, case in named if (link := case_link(case))]


def _values_on_cases(quantity: MeasuredQuantity, cases: Sequence[tuple[str, Case]]) -> list[float | None]:
    """The values of one quantity, from case to case."""
    results = [_named_case_result(quantity.measure, name, case) for name, case in cases]
    if quantity.part and not any(quantity.part in r.parts for r in results):
        parts = sorted({part for r in results for part in r.parts})
        raise HierviewError(
            f"{quantity.measure} has no part {quoted(quantity.part)} here{suggestion(quantity.part, parts)}; "
            f"it has {', '.join(parts) or 'none'}"
        )
    return [r.parts.get(quantity.part) if quantity.part else r.value for r in results]


def decimals_of(
    quantities: Sequence[MeasuredQuantity], values: Sequence[Sequence[float | None]], options: TableOptions
) -> list[int]:
    """Decimals of each quantity: one precision a column, and none where it counts whole things."""
    needed = []
    for quantity, column in zip(quantities, values, strict=True):
        defined = [value for value in column if value is not None]
        counts = bool(quantity.measure.unit() or quantity.part)
        whole = counts and all(exact_decimal(value) == exact_decimal(value).to_integral_value() for value in defined)
        texts = (decimal_text(value, options.rounding, options.digits) for value in defined)
        most = max((len(text.partition(".")[2]) for text in texts), default=0)
        needed.append(-1 if whole else options.digits if options.fixed else most)
    # Cases as columns hold values of all quantities.
    most = max(needed, default=0)
    return [max(0, n if n < 0 or options.measures_as == "columns" else most) for n in needed]


def _named_case_result(measure: Measure, name: str, case: Case) -> Result:
    try:
        return measure.evaluate(case)
    except HierviewError as error:
        raise HierviewError(f"{name}: {error}") from None


def _headings(quantities: Sequence[MeasuredQuantity], options: TableOptions) -> tuple[Heading, ...]:
    labels = [quantity.measure.label() for quantity in quantities]
    pairs = [(label, quantity.part) for label, quantity in zip(labels, quantities, strict=True)]
    headings = []
    for quantity, label in zip(quantities, labels, strict=True):
        measure, name = quantity.measure, quantity.measure.spec.name
        # Labels shorten long settings; where two measures would share one, their texts tell them apart.
        label = label if pairs.count((label, quantity.part)) == 1 else str(measure)
        part = _part_symbol(quantity.part) if quantity.part else ()
        symbol: Row = ()
        if options.symbols and label.startswith(name):
            rest = label[len(name) :]
            letters = "".join(map(str, measure.symbol()))
            symbol = (*measure.symbol(), "" if rest == f" ({letters})" else rest, *part)
        headings.append(
            Heading(
                str(quantity),
                one_line_text(f"{label} {quantity.part}".strip()),
                symbol,
                measure.unit() if options.units and not quantity.part else "",
                "" if quantity.part else heading_arrow(measure.better(), options),
            )
        )
    return tuple(headings)


def _part_symbol(part: str) -> Row:
    """A part's name after a measure's: f_error as a symbol, longer ones in words."""
    main, _, sub = part.partition("_")
    return (" ", Symbol(main, sub) if len(main) == 1 else part)


def comparable_groups(cases: Sequence[Case]) -> tuple[Group, ...]:
    """The groups of two cases and more that are compared: one hierarchy and one truth, or a pair of presets."""
    pairs = [(preset(pair.a), preset(pair.b)) for pair in preset_pairs()]
    of = list(range(len(cases)))
    for j, b in enumerate(cases):
        for i, a in enumerate(cases[:j]):
            one_truth = (a.hierarchy, a.true) == (b.hierarchy, b.true)
            if of[i] != of[j] and (one_truth or (a, b) in pairs or (b, a) in pairs):
                of = [of[i] if group == of[j] else group for group in of]
    groups = (tuple(i for i, group in enumerate(of) if group == label) for label in dict.fromkeys(of))
    return tuple(group for group in groups if len(group) > 1)


@dataclass(frozen=True)
class BestPlaces:
    """The places of the best values of one quantity, and the groups whose values are all the same."""

    places: frozenset[int]
    """Places of the best values."""
    ties: tuple[Group, ...]
    """Groups whose values are all the same."""


def _single_best(quantity: MeasuredQuantity, values: Sequence[float | None], groups: Sequence[Group]) -> BestPlaces:
    """The places of the best value in each group; none for a part, where a group ties, or has fewer than two values."""
    places: set[int] = set()
    ties: list[Group] = []
    better = max if quantity.measure.better() == "higher" else min
    for group in () if quantity.part else groups:
        defined = {i: exact_decimal(value) for i in group if (value := values[i]) is not None}
        if len(defined) < 2:
            continue
        if len(set(defined.values())) == 1:
            ties.append(group)
            continue
        best = better(defined.values())
        places |= {i for i, value in defined.items() if value == best}
    return BestPlaces(frozenset(places), tuple(ties))


def best_value_sentences(
    cases: Sequence[str], quantities: Sequence[str], bests: Sequence[BestPlaces], groups: Sequence[Group]
) -> list[str]:
    """Sentences on what bold means, and which quantities cannot tell a group apart."""
    sentences = []
    if any(one.places for one in bests):
        among = "; ".join(listed_in_words(cases[i] for i in group) for group in groups)
        tied_best = any(len(one.places & set(group)) > 1 for one in bests for group in groups)
        sentences.append(f"Bold: the best among {among}.{' Where several are bold, they tie.' * tied_best}")
    for group in groups:
        if tied := [name for name, one in zip(quantities, bests, strict=True) if group in one.ties]:
            sentences.append(f"{listed_in_words(cases[i] for i in group)} tie under {listed_in_words(tied)}.")
    return sentences
