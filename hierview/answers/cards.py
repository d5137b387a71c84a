"""Cards of the measures, made from their declarations, their docstrings and the presets."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..errors import HierviewError
from ..explain import Formula, Step, Words, number
from ..formats import preset, preset_names
from ..languages import ENGLISH, _, count_text, language
from ..measures import Measure, Param, measures, parse_measure
from ..model.case import Case
from .answers import Answer, Comparison, answer_rows, compare_presets
from .bibliography import bibtex_text, citation_parts, sources_without_paper, unpublished_entry
from .conventions import tool_computes
from .tools import tools


@dataclass(frozen=True)
class ValueRange:
    """The range of a measure's values."""

    worst: str
    """The worst end; "" where there is none."""
    best: str
    """The best end; "" where there is none."""
    told: str
    """The range in words, shown where an end is missing."""
    better: str
    """Which way is better: "higher" or "lower"."""
    where: str = ""
    """Meaning of the letters of the ends."""
    unit: str = ""
    """The unit that is counted; "" for a share."""


@dataclass(frozen=True)
class CardSetting:
    """A parameter as a card shows it."""

    name: str
    """Name of the parameter."""
    symbol: str
    """Its symbol in formulas; "" for none."""
    default: str
    """Value where none is given, as text."""
    text: str
    """Sentence on what the parameter sets."""
    accepted: str = ""
    """What else it may be, in words."""
    given: str = ""
    """Its value on this card where that is not the default."""


@dataclass(frozen=True)
class OtherName:
    """Another tool's or paper's name for this measure, or what it does differently."""

    place: str
    """The tool or paper."""
    what: str
    """Sentences on what it calls the measure or does differently."""
    cases: tuple[tuple[str, str], ...] = ()
    """Presets that show it, each with a sentence."""


@dataclass(frozen=True)
class CardSource:
    """A paper, or (without authors) a source in words."""

    label: str
    """Name of the paper in lists, or the source in words."""
    authors: str = ""
    """Family names of the authors and the year; "" for a source in words."""
    title: str = ""
    """Title of the paper."""
    where: str = ""
    """Place in the paper, such as an equation."""
    of: str = ""
    """The setting of the measure that it is the source of; "" for the measure itself."""


@dataclass(frozen=True)
class Card:
    """The card of a measure as it is shown."""

    name: str
    """Name of the measure."""
    subtitle: str
    """Its meaning, and its family."""
    question: str
    """The question that it answers."""
    how: Words
    """How it answers, in a few sentences."""
    formula: Formula | None
    """Its formula in symbols; None without one."""
    range: ValueRange
    """The range of its values."""
    settings: tuple[CardSetting, ...]
    """Its parameters."""
    elsewhere: tuple[OtherName, ...]
    """What other tools and papers call it or do differently."""
    sources: tuple[CardSource, ...]
    """The papers and people that it comes from."""


@dataclass(frozen=True)
class IndexEntry:
    """A card's entry in the index."""

    key: str
    """Text of the measure."""
    name: str
    """Its name."""
    meaning: str
    """Its meaning in a few words."""
    find: str = ""
    """Further words by which it is found."""


@dataclass(frozen=True)
class Example:
    """A preset on which a measure is shown: what it says of it, and the picture behind that."""

    name: str
    """Name of the preset."""
    case: Case
    """The case of the preset."""
    answer: Answer
    """Answer of the measure to the case."""
    step: Step
    """The step whose picture is shown."""

    @property
    def title(self) -> str:
        """The value in words: `On case 12a: 0.73`."""
        value = self.answer.result.value
        text = "undefined" if value is None else " ".join(filter(None, (number(value), self.answer.greatest_text)))
        return _("On case {name}: {shown}", name=self.name, shown=text)


def measure_card(measure: Measure) -> Card:
    """The card of a measure; what differs from its defaults is said beside them."""
    cls = type(measure)
    full, first = _name_and_summary(cls)
    spec = measure.spec
    title = spec.title if language() != ENGLISH or full.replace(" ", "").lower() in ("", spec.name.lower()) else full
    symbols = measure.symbols()
    return Card(
        name=measure.label(),
        subtitle=_(title)
        if spec.family.lower() in title.lower()
        else f"{_(title)} · {_family_in_sentence(_(spec.family))}",
        question=spec.question,
        how=spec.how or ((first,) if first else ()),
        formula=Formula(measure.symbol(), (symbols,), "") if symbols else None,
        range=_value_range(measure),
        settings=tuple(_card_setting(name, p, getattr(measure, name)) for name, p in cls.params().items()),
        elsewhere=(
            *_printed_value_notes(spec.name),
            *(OtherName(place, what) for place, what in spec.elsewhere),
            *_tools_computing(measure),
        ),
        sources=_card_sources(spec.source),
    )


def _tools_computing(measure: Measure) -> tuple[OtherName, ...]:
    """The profiled tools that compute a measure, if any."""
    names = ", ".join(key for key in tools() if tool_computes(key, measure))
    return (OtherName("Tools", f"Computed by {names}; Conventions shows what each makes of a case."),) if names else ()


def card_example(measure: Measure) -> tuple[Example, tuple[str, ...]]:
    """The case at the side of a card, and the names of further ones."""
    names = measure.spec.see or _telling_preset(measure)
    case = preset(names[0])
    (answer,) = answer_rows(case, [measure])
    step = measure.view(case, answer.result, measure.views(case)[0])
    if step.formula and step.formula.sides[:1] == (measure.symbols(),) and len(step.formula.sides) > 1:
        # The symbols stand on the card already.
        step = replace(step, formula=replace(step.formula, sides=step.formula.sides[1:]))
    return Example(names[0], case, answer, step), names[1:]


def card_index() -> list[tuple[str, list[list[IndexEntry]]]]:
    """Every registered measure by family; precision and recall stand in the row of their F."""
    families: dict[str, list[list[IndexEntry]]] = {}
    classes = measures()
    for cls in classes.values():
        if cls.spec.under in classes:
            continue
        row = [c for c in classes.values() if c.spec.under == cls.spec.name] + [cls]
        families.setdefault(cls.spec.family, []).append([_index_entry(c) for c in row])
    return list(families.items())


def references_bibtex(measure: Measure) -> str:
    """The papers of a measure as BibTeX, and whoever gives it without one."""
    spec = measure.spec
    papers = bibtex_text(dict.fromkeys(paper.key for _, paper, _ in citation_parts(spec.source) if paper))
    people = (unpublished_entry(part, spec.name, spec.title) for part in sources_without_paper(spec.source))
    return "\n\n".join(filter(None, (papers, *people)))


def measures_bibtex(measures: Iterable[Measure]) -> str:
    """The papers that the measures come from, each once."""
    entries = (entry for measure in measures for entry in references_bibtex(measure).split("\n\n"))
    return "\n\n".join(filter(None, dict.fromkeys(entries)))


def _index_entry(cls: type[Measure]) -> IndexEntry:
    full, _ = _name_and_summary(cls)
    source = " ".join(f"{paper.families} {paper.title}" for _, paper, _ in citation_parts(cls.spec.source) if paper)
    return IndexEntry(
        cls.spec.name, cls.spec.name, cls.spec.title, f"{full} {cls.spec.question} {cls.spec.source} {source}"
    )


def _name_and_summary(cls: type[Measure]) -> tuple[str, str]:
    """The full name and what it is, from the first sentence: `Graph induced error: the cost of …`."""
    text, name = cls.__doc__ or "", cls.full_name()
    if text.startswith(f"{cls.__name__}("):
        text = ""  # dataclasses make one where none was written
    first = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
    rest = first.removeprefix(f"{name}: ")
    return (name, rest[:1].upper() + rest[1:]) if name else ("", first)


def _family_in_sentence(family: str) -> str:
    """The name of a family within a sentence: `Pair-based` as `pair-based`, `LCA-based` as it is."""
    return family if family[1:2].isupper() else family[:1].lower() + family[1:]


def _value_range(measure: Measure) -> ValueRange:
    """The range between its bounds, its ends written as the measure declares them."""
    bounds = measure.bounds(preset((measure.spec.see or preset_names())[0]))
    best_last = measure.better() == "higher"
    worst, best = ("" if end is None else number(end) for end in (bounds if best_last else reversed(bounds)))
    ends = measure.spec.ends
    if ends and worst and best:
        worst, best = ends.worst, ends.best
    least, most = (worst, best) if best_last else (best, worst)
    words = _("{least} and up", least=least) if least else _("up to {most}", most=most) if most else _("unbounded")
    return ValueRange(
        worst,
        best,
        words,
        measure.better(),
        _("for {where}", where=_(ends.where)) if ends and ends.where else "",
        measure.unit(),
    )


def _value_text(value: Any) -> str:
    return str(value) if value is None or isinstance(value, str | bool) else number(value)


def _card_setting(name: str, parameter: Param, value: object) -> CardSetting:
    default = _(parameter.none) if parameter.default is None and parameter.none else _value_text(parameter.default)
    here = "" if value == parameter.default else _value_text(value)
    if parameter.kind == "choice":
        accepted = _either_or([_value_text(choice) for choice in parameter.choices])
    elif parameter.kind == "bound":
        empty = [_("None: {none}", none=_(parameter.none))] if parameter.none else []
        accepted = _either_or([_("a number"), *parameter.words, *empty])
    else:
        accepted = _("None: {none}", none=_(parameter.none)) if parameter.none else ""
    return CardSetting(name, parameter.symbol, default, parameter.text, accepted, here)


def _either_or(words: Sequence[str]) -> str:
    return _("{words} or {last}", words=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def _card_sources(source: str) -> tuple[CardSource, ...]:
    sources = []
    for of, paper, where in citation_parts(source):
        if paper is None:
            sources.append(CardSource(where[:1].upper() + where[1:]))
        else:
            sources.append(CardSource(paper.labels[0], f"{paper.families} ({paper.year})", paper.title, where, of))
    return tuple(sources)


def _telling_preset(measure: Measure) -> tuple[str, ...]:
    """The first preset on which a measure is neither undefined nor at an end of its range."""
    defined = []
    for name in preset_names():
        case = preset(name)
        value = measure.evaluate(case).value
        if value is not None:
            defined.append(name)
            if value not in measure.bounds(case):
                return (name,)
    return tuple(defined[:1]) or preset_names()[:1]


# Printed values


@lru_cache(maxsize=1)
def _printed_values() -> dict[str, list[tuple[str, str, Comparison]]]:
    """Every printed value of the presets by the name of its measure: (preset, its source, comparison)."""
    values: dict[str, list[tuple[str, str, Comparison]]] = {}
    for name, comparison in compare_presets((name, preset(name)) for name in preset_names()):
        try:
            measure = parse_measure(comparison.text)
        except HierviewError:
            continue  # a part of a value
        values.setdefault(measure.spec.name, []).append((name, preset(name).source, comparison))
    return values


def _printed_value_notes(measure: str) -> Iterable[OtherName]:
    """How many of a paper's printed values follow, and which do not."""
    papers: dict[str, list[tuple[str, str, Comparison]]] = {}
    for row in _printed_values().get(measure, ()):
        (_, cited_paper, _), *_ = citation_parts(row[1]) or (("", None, ""),)
        papers.setdefault(cited_paper.labels[0] if cited_paper else row[1].partition(",")[0], []).append(row)
    for paper, rows in papers.items():
        tables = {int(n) for _, source, _ in rows for n in re.findall(r"Table (\d+)", source)}
        differing = tuple((name, c.because) for name, _, c in rows if c.verdict != "agrees")
        yield OtherName(
            f"{paper}, {_table_names(tables)}" if tables else paper, _follow_sentence(len(rows), differing), differing
        )


def _table_names(numbers: set[int]) -> str:
    first, last = min(numbers), max(numbers)
    if first == last:
        return _("Table {first}", first=first)
    if len(numbers) == last - first + 1:
        return _("Tables {first}–{last}", first=first, last=last)
    return _("Tables {names}", names=", ".join(map(str, sorted(numbers))))


def _follow_sentence(count: int, differing: Sequence[tuple[str, str]]) -> str:
    """How many printed values follow: `14 of 17 printed values follow; 13a, 13b and 18a do not, with reasons.`."""
    if not differing:
        return count_text("The printed value follows.", "All {n} printed values follow.", count)
    listed = ", ".join(name for name, _because in differing)
    numbers: dict[str, object] = {"all": count, "follow": count - len(differing), "names": listed}
    if not all(because for _name, because in differing):
        return count_text(
            "{follow} of {all} printed values follow; {names} does not, without a reason.",
            "{follow} of {all} printed values follow; {names} do not, without a reason.",
            len(differing),
            **numbers,
        )
    return count_text(
        "{follow} of {all} printed values follow; {names} does not, with a reason.",
        "{follow} of {all} printed values follow; {names} do not, with reasons.",
        len(differing),
        **numbers,
    )
