"""Rules for what a measure declares: its class, its spec, its parameters, and what its card is made of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..answers.bibliography import citation_parts, sources_without_paper
from ..errors import HierviewError, quoted
from ..explain import number, plain
from ..measures import Ends, Measure, MeasureSpec, measures, parse_measure
from ..model.case import Case

LONGEST_TEXT = 60  # of a measure in a list


def declaration_faults(cls: type) -> Iterator[str]:
    """Sentences on what is missing in the declaration of a measure, whoever wrote it."""
    if not issubclass(cls, Measure):
        yield f"{cls.__name__} does not extend hierview.Measure"
        return
    spec = getattr(cls, "spec", None)
    if not isinstance(spec, MeasureSpec):
        yield f"{cls.__name__} has no spec; write spec: ClassVar[MeasureSpec] = MeasureSpec(name, title, …)"
        return
    if not spec.name.isidentifier():
        yield f"the spec's name {quoted(spec.name)} cannot be written in a measure's text; letters, digits and _ can"
    for name in ("title", "family", "source"):
        if not getattr(spec, name):
            yield f"the spec has no {name}"
    if spec.better not in ("higher", "lower"):
        yield f'the spec\'s better is {quoted(spec.better)}; "higher" or "lower" is accepted'
    if cls.evaluate is Measure.evaluate:
        yield f"{cls.__name__} has no evaluate(self, case)"
    if not cls.__doc__ or cls.__doc__.startswith(f"{cls.__name__}("):
        yield f"{cls.__name__} has no docstring; its first line says what is returned"
    params = getattr(cls, "__dataclass_params__", None)
    if not dataclasses.is_dataclass(cls) or "__dataclass_fields__" not in vars(cls) or not params.frozen:
        yield f"{cls.__name__} is no frozen dataclass; write @dataclass(frozen=True) above it"
        return
    for field in dataclasses.fields(cls):
        if "param" not in field.metadata:
            yield f"the field {field.name} is made without param(), so that it gets no control and is not in the text"


def text_faults(measure: Measure) -> Iterator[str]:
    """Sentences on what is wrong with a measure as a value and with its text."""
    try:
        hash(measure)
    except TypeError as error:
        yield f"it cannot be hashed ({error}), so that its results cannot be kept"
    if measures().get(measure.spec.name) is type(measure):
        try:
            if parse_measure(str(measure)) != measure:
                yield f"its text {quoted(measure)} is read as another measure"
        except HierviewError as error:
            yield f"its text {quoted(measure)} cannot be read: {error}"


def own_declaration_faults(measure: Measure, cases: Mapping[str, Case]) -> Iterator[str]:
    """Faults in the declaration of one of hierview's own measures; cases: the presets."""
    yield from _docstring_faults(type(measure))
    yield from _listing_faults(measure)
    yield from _card_text_faults(measure.spec)
    yield from _preset_faults(measure, cases)
    yield from _range_end_faults(measure, cases)
    if not measure.symbol() or not measure.symbols():
        yield "it has no formula in symbols: symbol and symbols give its sides"
    source, known = measure.spec.source, sources_without_paper(measure.spec.source)
    if not all(paper or where in known for _, paper, where in citation_parts(source) or [("", None, "")]):
        yield (
            f"its source {quoted(source)} names a paper that answers/papers.json does not hold; a measure without a "
            "paper is 'by' a person, as in 'by Jane Doe', or 'unpublished'"
        )


def _docstring_faults(cls: type[Measure]) -> Iterator[str]:
    for marker, what in (("Range:", "its range"), ("Source:", "its source"), (">>>", "an example that is run")):
        if marker not in (cls.__doc__ or ""):
            yield f"its docstring does not give {what}, after {marker}"
    for name, param in cls.params().items():
        if not param.text or not param.label:
            yield f"the parameter {name} says nothing of itself: param(default, text, label=…)"


def _listing_faults(measure: Measure) -> Iterator[str]:
    """Faults in where a measure stands in long lists, and under which name."""
    spec = measure.spec
    if measures().get(spec.name) is not type(measure):
        yield f"{type(measure).__name__} is not registered; write @register above it"
    if spec.under and (spec.under not in measures() or measures()[spec.under].spec.under):
        yield f"it is folded under {quoted(spec.under)}, which has no row of its own"
    for listed in (str(measure), *spec.listed, *spec.folded):
        if len(listed) >= LONGEST_TEXT:
            yield f"its text {quoted(listed)} is too long for a list; {LONGEST_TEXT - 1} characters are fine"
        try:
            measure_listed = parse_measure(listed)
        except HierviewError as error:
            yield f"the spec lists {quoted(listed)}, which cannot be read: {error}"
            continue
        for words in (measure_listed.label(), measure_listed.title(), spec.family, spec.source):
            if not words or not words.isprintable():
                yield f"its label, title, family or source is {quoted(words)}; printable words are expected"


def _card_text_faults(spec: MeasureSpec) -> Iterator[str]:
    """Question, answer in words and what other tools do, as they stand on the card."""
    if spec.question.count("?") != 1 or not spec.question.endswith("?"):
        yield f"the spec's question is {quoted(spec.question)}; one question is expected"
    how = plain(spec.how)
    if not how.endswith(".") or not 2 <= len(re.findall(r"\.(?: |$)", how)) <= 4:
        yield "the spec's how does not tell in two to four sentences how it answers"
    if not all(place and what.endswith(".") for place, what in spec.elsewhere):
        yield "what the spec's elsewhere tells of a place does not end as a sentence"
    for words in (spec.title, spec.question, how, *(what for _, what in spec.elsewhere)):
        if not words.isprintable() or "!" in words or "  " in words:
            yield f"{quoted(words, 80)} holds a sign that cannot be printed, an exclamation mark or two blanks in a row"


def _preset_faults(measure: Measure, cases: Mapping[str, Case]) -> Iterator[str]:
    see = measure.spec.see
    if not 2 <= len(see) <= 4:
        yield f"the spec's see names {len(see)} presets; two to four on which the measure is instructive are expected"
    for name in see:
        case = cases.get(f"case {name}")
        if case is None:
            yield f"the spec's see names {quoted(name)}, which is no preset"
            continue
        result = measure.evaluate(case)
        formula = measure.view(case, result, measure.views(case)[0]).formula
        if result.value is None or formula is None or not formula.numbers:
            yield f"the spec's see sends people to case {name}, where it is undefined or counts nothing in its formula"


def _range_end_faults(measure: Measure, cases: Mapping[str, Case]) -> Iterator[str]:
    """Faults in how the card writes the range, against the bounds on every preset."""
    ends, bounds = measure.spec.ends, {measure.bounds(case) for case in cases.values()}
    if len({tuple(end is None for end in both) for both in bounds}) > 1:
        yield "its bounds are open on some cases only"
    if ends is None:
        if len(bounds) > 1 and not any(None in both for both in bounds):
            some = ", ".join(sorted(f"{number(least)} to {number(most)}" for least, most in bounds)[:2])
            yield f"its bounds vary: {some}; the spec says how the card writes its range, ends=Ends(worst, best)"
        return
    if not isinstance(ends, Ends) or not (ends.worst and ends.best):
        yield "the spec's ends is no Ends(worst, best)"
        return
    higher = measure.better() == "higher"
    for least, most in bounds:
        for end, written in ((least, ends.worst if higher else ends.best), (most, ends.best if higher else ends.worst)):
            if end is not None and _read_number(written) not in (None, end):
                yield f"the spec's ends say {written} where the bounds are {quoted(least)} to {quoted(most)}"
                return


def _read_number(written: Any) -> float | None:
    """The number that is written, if it is one."""
    try:
        return float(written.replace("−", "-"))
    except ValueError:
        return None
