"""Answers of a system in words, what each was taken for, and labels of them under named policies."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...errors import MeasureError, StudyError, quoted
from ...formats import read_file
from ...formats.hierarchies.source import LARGEST
from ...measures.registry import AnyMeasure
from ...model.hierarchy import Hierarchy
from ..inputs.files import Tree, open_with_matcher
from ..inputs.labels import ANSWERS, InstanceLabels, from_lists
from ..inputs.matching import Matcher
from ..inputs.tables.roles import GUESSED, ReadingOptions
from ..study import Study
from .candidates import CandidateFinder
from .steps import ABSTAINED, AMBIGUOUS, UNMATCHED, AnswerMatcher, AnswerReading, TextMeaning
from .texts import read_obo_synonyms, read_synonym_pairs, read_texts

POLICIES = {
    "empty": "no class",
    "root": "the root",
    "farthest": "the class farthest from the truth, the worst case",
    "drop": "the instance is left out",
    "own": "a class of its own outside the hierarchy",
}
_JOINING = re.compile(r"[|;,\s]+")
MOST_PROPOSED = 500  # texts for which candidates are looked for, the most frequent
_PRICE = re.compile(r"price=(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Policies:
    """The prediction to take where a text is no class: a key of `POLICIES`, or "price=12".

    Under a price the set is empty, and measures by distance are to be given it.
    """

    outside: str = "empty"
    """Prediction where a text is of no class of the hierarchy, also of impossible paths, several answers where one is
    wanted, and malformed texts.
    """
    abstained: str = "empty"
    """Prediction where a text says that there is no class."""
    ambiguous: str = "empty"
    """Prediction where a text may mean several classes."""

    def __post_init__(self) -> None:
        for name, policy in vars(self).items():
            if policy not in POLICIES and not _PRICE.fullmatch(policy):
                raise StudyError(f'{name}="{policy}" is not accepted; {", ".join(POLICIES)} or price=12 are')

    def of(self, category: str) -> str:
        """The policy for a category of texts that are no class."""
        return {ABSTAINED: self.abstained, AMBIGUOUS: self.ambiguous}.get(category, self.outside)

    def priced(self, measures: Iterable[AnyMeasure]) -> list[AnyMeasure]:
        """The measures, those that can price no answer with the price that a policy names, if one does.

        >>> Policies("price=12").priced(["hF", "TIE"])
        ['hF', 'TIE(price=12)']
        """
        named = next(filter(None, map(_PRICE.fullmatch, vars(self).values())), None)
        return [f"TIE(price={named[1]})" if named and measure == "TIE" else measure for measure in measures]

    def sentence(self) -> str:
        """The policies, as every table of the labels states them."""
        told = (f"{name} {policy} ({_policy_in_words(policy)})" for name, policy in vars(self).items())
        return f"Answers that are no class: {', '.join(told)}."


def _policy_in_words(policy: str) -> str:
    price = _PRICE.fullmatch(policy)
    return f"no class; measures by distance are to be given the price {price[1]}" if price else POLICIES[policy]


class UnclearText(NamedTuple):
    """A text that was not matched: its category, how often it stands, first ids, and near classes, each with why."""

    text: str
    category: str
    often: int
    ids: tuple[str, ...]
    candidates: tuple[tuple[str, str], ...]


class Answers:
    """The texts of a system by instance, and what each was taken for; `read_answers` makes them."""

    def __init__(self, matcher: AnswerMatcher, texts: Mapping[str, str], related: Iterable[tuple[str, str]] = ()):
        self.matcher, self.texts, self._related = matcher, texts, tuple(related)
        self.found: dict[str, TextMeaning] = {text: matcher.find(text) for text in dict.fromkeys(texts.values())}
        self.counts = Counter(self.found[text].step for text in texts.values())

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def unmatched(self) -> float:
        """The share of answers that are no class and do not abstain."""
        return sum(self.counts[category] for category in UNMATCHED) / max(1, len(self))

    @cached_property
    def by_text(self) -> list[tuple[str, int, list[str]]]:
        """The distinct texts, the most frequent first, each with its count and first ids."""
        ids: dict[str, list[str]] = defaultdict(list)
        for instance, text in self.texts.items():
            ids[text].append(instance)
        return sorted(((text, len(own), own[:3]) for text, own in ids.items()), key=lambda row: -row[1])

    def unclear(self) -> list[UnclearText]:
        """The texts that were not matched, the most frequent first."""
        candidates, rows = CandidateFinder(self.matcher, self._related), list[UnclearText]()
        for text, n, ids in self.by_text:
            found = self.found[text]
            if found.step in UNMATCHED:
                near = candidates.of(text) if len(rows) < MOST_PROPOSED and not found.candidates else []
                near = near or [(c, "") for c in found.candidates[:5]]
                rows.append(UnclearText(text, found.step, n, tuple(ids), tuple(near)))
        return rows

    def to_confirm(self) -> list[list[str]]:
        """The table of texts that were not matched, its heads first; the last column is left empty for the class."""
        rows = [["text", "category", "count", "first ids", "candidates", "class"]]
        for text, category, n, ids, near in self.unclear():
            said = [f"{c} ({why})" if why else c for c, why in near]
            rows.append([text, category, str(n), " ".join(ids), "; ".join(said), ""])
        return rows

    def mapping(self) -> dict[str, dict[str, Any]]:
        """Each distinct text with what it was taken for, as plain data."""
        return {
            text: {"classes": list(f.classes), "step": f.step} | ({"others": list(f.others)} if f.others else {})
            for text, f in self.found.items()
        }

    def equated(self, most: int = 10) -> list[tuple[str, str]]:
        """Some texts that normalising equated with a class."""
        texts = (text for text, _, _ in self.by_text if self.found[text].step == "normalised")
        return [(text, self.found[text].classes[0]) for text, _ in zip(texts, range(most), strict=False)]

    def disagreements(self) -> list[tuple[str, TextMeaning]]:
        """The texts of which a later step says another class, with what they were taken for."""
        return [(text, found) for text, found in self.found.items() if found.others]

    # Under policies

    def sets(self, policies: Policies = Policies(), truth: InstanceLabels | None = None) -> dict[str, tuple[str, ...]]:
        """The predicted classes by instance, without those that are left out.

        truth: the true classes, which "farthest" needs. Raises StudyError where a policy cannot be.
        """
        asked = {policy for f in self.found.values() for policy in map(policies.of, _unmatched_categories(f))}
        h = self.matcher.hierarchy
        if "root" in asked and len(h.roots) != 1:
            raise StudyError(
                f"the policy root needs one root, and the hierarchy has {len(h.roots):,}; empty is accepted"
            )
        if "farthest" in asked and truth is None:
            raise StudyError("the policy farthest depends on the truth, which is not given (--true); empty is accepted")
        true = {} if truth is None else {instance: truth.of(i) for i, instance in enumerate(truth.ids)}
        farthest = _farthest_class_finder(h)
        sets = {}
        for instance, text in self.texts.items():
            found = self.found[text]
            if found.classes and not found.unmatched_parts:
                sets[instance] = found.classes
                continue
            used = [policies.of(category) for category in _unmatched_categories(found)]
            if "drop" in used:
                continue
            classes = list(found.classes)
            for policy in used:
                if policy == "root":
                    classes += h.roots
                elif policy == "farthest":
                    classes.append(farthest(true.get(instance, ())))
                elif policy == "own":
                    own = quoted(_JOINING.sub(" ", text), 100)[1:-1]  # a label that no reader parts
                    classes.append(f"outside: {own}")
            sets[instance] = tuple(dict.fromkeys(classes))
        return sets

    def labels(self, policies: Policies = Policies(), truth: InstanceLabels | None = None) -> InstanceLabels:
        """The predicted classes as labels of a study, whose tables state the policies."""
        sets = self.sets(policies, truth)
        labels = from_lists(sets.values(), sets, origin="answers")
        named = truth is None or truth.named or labels.ids != truth.ids  # rows without ids go with rows without any
        return replace(labels, named=named, shape=ANSWERS, notes=(policies.sentence(),))

    def under_policies(
        self, truth: InstanceLabels, measures: Sequence[AnyMeasure] = ("hP", "hR", "hF")
    ) -> dict[str, tuple[int, list[tuple[float, int]]]]:
        """The number of instances under each policy, and each measure's average with the number of values in it.

        None where a policy cannot be, such as the root of several.
        """
        h, rows = self.matcher.hierarchy, {}
        for policy in POLICIES:
            try:
                labels = self.labels(Policies(policy, policy, policy), truth)
                unknown, missing = ("wrong" if policy == "own" else "error"), ("drop" if policy == "drop" else "empty")
                study = Study.read(Matcher(h), truth, {"run": labels}, unknown=unknown, missing=missing)  # type: ignore[arg-type]
                scores = study.score(measures)
                rows[policy] = (
                    len(study.data),
                    [
                        (float(scores.averages(text)[0]), int(np.isfinite(scores.column(text)).sum()))
                        for text in scores.texts
                    ],
                )
            except (StudyError, MeasureError):
                rows[policy] = 0, []
        return rows


def _unmatched_categories(meaning: TextMeaning) -> tuple[str, ...]:
    """The categories of what is no class in an answer."""
    return meaning.unmatched_parts if meaning.classes else (meaning.step,)


def _farthest_class_finder(h: Hierarchy) -> Callable[[tuple[str, ...]], str]:
    """A function that gives the class farthest from all true classes, the first by name of several."""
    above = [(h.number_of(c), [h.number_of(p) for p in h.parents(c)]) for c in h.top_down]
    known: dict[tuple[str, ...], str] = {}

    def farthest(true: tuple[str, ...]) -> str:
        if true not in known:
            lengths = np.full(len(h), np.inf)
            for c in filter(h.__contains__, true):
                for ancestor, climb in h.climbs_from(c).items():
                    lengths[h.number_of(ancestor)] = min(lengths[h.number_of(ancestor)], climb)
            for number, parents in above:
                lengths[number] = min([lengths[number], *(lengths[p] + 1 for p in parents)])
            known[true] = min(h.classes[i] for i in np.flatnonzero(lengths == lengths.max()).tolist())
        return known[true]

    return farthest


def read_answers(
    hierarchy: Tree,
    source: Any,
    *,
    confirmed: str | os.PathLike[str] | Mapping[str, str] | None = None,
    synonyms: str | os.PathLike[str] | Mapping[str, str] | None = None,
    read_as: ReadingOptions = GUESSED,
    terms: bytes = b"",
    **how: Any,
) -> Answers:
    """The answers in a file, in a mapping from ids, or in a list of texts, and the classes that they mean.

    confirmed: a table of `Answers.to_confirm` with its classes filled in, or such classes by text.  synonyms: a table
    of texts with their classes; those of an OBO file count, too.  read_as: columns and separators of the file. terms:
    the content of that OBO file, where the hierarchy is not given as a path.  how: the fields of `AnswerReading`.
    Nothing is matched by likeness. Raises StudyError: the file, the line, what is accepted.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Arts", "Theater")])
    >>> answers = read_answers(h, {"a": "**pop**.", "b": "Pops", "c": "Music > Pop", "d": "Theater > Pop", "e": "n/a"})
    >>> [answers.found[text].step for text in answers.texts.values()]
    ['normalised', 'outside', 'path', 'impossible path', 'abstained']
    >>> answers.labels(Policies(outside="root")).of(1)
    ('Arts',)
    """
    if isinstance(hierarchy, str | os.PathLike):
        terms = read_file(os.fspath(hierarchy), LARGEST)
    _, matcher = open_with_matcher(hierarchy, {})
    exact, related = ([pair for pair in pairs if pair[1] in matcher] for pairs in read_obo_synonyms(terms))
    own = synonyms if isinstance(synonyms, Mapping) or synonyms is None else read_synonym_pairs(synonyms)
    table = confirmed if isinstance(confirmed, Mapping) or confirmed is None else read_synonym_pairs(confirmed)
    try:
        reading = AnswerReading(**how)
    except TypeError:
        raise StudyError(f"{', '.join(how)} is not accepted; {', '.join(AnswerReading.__annotations__)} are") from None
    answer_matcher = AnswerMatcher(matcher, reading, table, [*(own or {}).items(), *exact])
    return Answers(answer_matcher, read_texts(source, read_as), related)
