"""Scores of systems made into runs: matched with the classes, checked by kind, propagated, and decided by rules."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from ....errors import StudyError, quoted, suggestion
from ....model.hierarchy import Hierarchy
from ....rules import Rule
from ...scoring.numbered import Longs, starts_of
from ...scoring.ratios import Floats
from ..data import Unknown, numbers_of
from ..labels import MOST_SHOWN, Labels
from ..matching import Matcher
from .class_scores import PROPAGATE, ClassScores, Propagate
from .deciding import BY_SIZE, DEFAULT_RULE, decided, first_class, known_rule
from .kinds import KINDS, LINKS, RAW, Checked, checked
from .propagation import ScoredClasses, blocks
from .reading import ScoreFile, read_scores

SAME = "same"  # a truth that stands beside scores
EXCESS = 1e-6  # of a child over its parent, from which on scores are not coherent
Files = dict[str, tuple[ScoreFile, Mapping[str, Any]]]


class Brought(NamedTuple):
    """Scores of classes of the hierarchy, what they are, how they are propagated, and the runs that rules made."""

    labels: Labels
    kind: str
    propagate: Propagate
    systems: tuple[str, ...] = ()

    def of(self, h: Hierarchy, ids: Sequence[str]) -> ClassScores:
        """The scores of these instances."""
        labels = self.labels
        classes = numbers_of(h, labels.names)[labels.codes]
        scores = ClassScores(labels.starts, classes, labels.scores, self.kind, self.propagate, self.systems)
        row_of = {instance: i for i, instance in enumerate(labels.ids)} if labels.ids != ids else {}
        rows = [row_of.get(i, -1) for i in ids] if row_of else range(len(ids))
        return scores.picked(np.array(rows, np.int64))


@dataclass(frozen=True)
class Scored:
    """Files of scores by the name of their system, the rules that decide from them, and what becomes of other classes.

    rules: each makes a run of each file.
    """

    files: Mapping[str, str | os.PathLike[str]]
    rules: Sequence[str | Rule] = ()
    unknown: Unknown = "error"


def read_scored(scored: Scored, matcher: Matcher, choices: Mapping[str, Mapping[str, Any]]) -> Files:
    """The files with how each is read: `kind`, `link`, `propagate`, `classes`, `separator`, `encoding`."""
    files: Files = {}
    for name, path in scored.files.items():
        how = dict(choices.get(name, {}))
        for key, known in (("kind", KINDS), ("link", LINKS), ("propagate", PROPAGATE)):
            if how.get(key) is not None and how[key] not in known:
                raise StudyError(f"{key}={quoted(how[key])} is not accepted; one of {', '.join(known)} is")
        classes = how.get("classes")
        if classes in ("leaves", "nodes"):
            h = matcher.hierarchy
            classes = [c for c in h.classes if classes == "nodes" or not h.children(c)]
        text = how.get("separator"), how.get("encoding")
        files[name] = read_scores(path, matcher, classes, text), how
    return files


def truth_beside(files: Files) -> Labels:
    """The truth that stands in a file of scores. Raises StudyError where none does."""
    for file, _ in files.values():
        if file.truth is not None:
            return file.truth
    raise StudyError(
        "no file of scores has a column of true classes beside them; one headed true, or a file for --true, is accepted"
    )


def with_names(truth: Labels, files: Files, matcher: Matcher) -> Labels:
    """The truth with names of classes where it has numbers of a matrix's columns, from 0 on."""
    for file, how in files.values():
        columns = file.labels.names
        numbers = bool(how.get("classes")) and all(c.isdigit() and int(c) < len(columns) for c in truth.names)
        if numbers and not any(matcher.match(c).found for c in truth.names):
            return replace(truth, names=tuple(columns[int(c)] for c in truth.names))
    return truth


def runs_of(
    scored: Scored, files: Files, truth: Labels, matcher: Matcher
) -> tuple[dict[str, Labels], dict[str, Brought], tuple[str, ...]]:
    """The runs of all files by all rules, the scores, and a sentence on each file: rule, kind and propagation."""
    rules = {str(rule): known_rule(rule) for rule in scored.rules or [DEFAULT_RULE]}
    default = "" if scored.rules else ", the rule where none is told"
    runs, brought = dict[str, Labels](), dict[str, Brought]()
    notes = []
    for name, (file, how) in files.items():
        labels = _beside(file, truth, name)
        decisions = _Decisions(labels, matcher, name, scored.unknown)
        found, scores, sentence = decisions.made(rules, how, file.ranked)
        notes.append(f"{name} {sentence}{default}.")
        named = {name if len(rules) == 1 else f"{name} by {rule}": run for rule, run in found.items()}
        runs |= named
        brought[name] = scores._replace(systems=tuple(named))
    return runs, brought, tuple(notes)


def _beside(file: ScoreFile, truth: Labels, name: str) -> Labels:
    """The scores with the ids of the truth where they have none, and with rows of zeros where they may lack some."""
    labels = file.labels
    if not labels.named:
        if len(labels) != len(truth):
            raise StudyError(
                f"{name}: {len(labels):,} rows, and the truth has {len(truth):,}; without ids the rows must correspond"
            )
        return replace(labels, ids=truth.ids, named=truth.named)
    own = {*labels.ids}
    more = tuple(i for i in truth.ids if i not in own) if file.listed and truth.named else ()
    if not more:
        return labels
    starts = np.append(labels.starts, np.full(len(more), labels.starts[-1]))
    note = f"{len(more):,} instances of the truth have no score; all of theirs count 0."
    lines = np.append(labels.lines, np.zeros(len(more), np.int64))
    return replace(labels, ids=(*labels.ids, *more), starts=starts, lines=lines, notes=(*labels.notes, note))


def _known_alone(labels: Labels, matcher: Matcher, name: str, unknown: Unknown) -> Labels:
    """The scores of classes of the hierarchy, which their names are then. Raises StudyError for other names."""
    found = [matcher.match(text) for text in labels.names]
    by_class: dict[str, str] = {}
    for text, match in zip(labels.names, found, strict=True):
        if match.candidates:
            raise StudyError(f"{name}: {quoted(text)} is the name of several classes: {matcher.places(match)}; ids are")
        if match.found and by_class.setdefault(match.found, text) != text:
            both = f"{quoted(by_class[match.found])} and {quoted(text)}"
            raise StudyError(f"{name}: {both} are one class; each once is accepted")
    strange = [text for text, match in zip(labels.names, found, strict=True) if not match.found]
    if not strange:
        return replace(labels, names=tuple(match.found for match in found))
    kept = np.array([bool(match.found) for match in found])[labels.codes]
    listed = ", ".join(map(quoted, strange[:MOST_SHOWN]))
    if unknown == "error":
        at = int(np.searchsorted(labels.starts, int((~kept).argmax()), "right")) - 1
        raise StudyError(
            f"{name}: line {int(labels.lines[at]):,}: {len(strange):,} classes with scores are not in the hierarchy: "
            f'{listed}{suggestion(strange[0], matcher.hierarchy.classes)}. Leave them out (unknown="drop")'
        )
    rows = np.repeat(np.arange(len(labels)), np.diff(labels.starts))[kept]
    number = np.cumsum([bool(match.found) for match in found]) - 1
    note = f"{int((~kept).sum()):,} scores of {len(strange):,} classes outside the hierarchy are left out: {listed}."
    return replace(
        labels,
        names=tuple(match.found for match in found if match.found),
        starts=starts_of(np.bincount(rows, minlength=len(labels))),
        codes=number[labels.codes[kept]].astype(np.int32),
        scores=labels.scores[kept],
        notes=(*labels.notes, note),
    )


@dataclass
class _Coherence:
    """How often a class scores more than its parent, before anything is propagated."""

    pairs: int = 0
    over: int = 0
    most: float = 0.0
    where: tuple[str, str, str] = ("", "", "")

    def seen(self, classes: ScoredClasses, own: Floats, ids: Sequence[str]) -> None:
        """Counts some instances. own: classes × instances."""
        given = np.zeros(len(classes), bool)
        given[classes.stored] = True
        tails, heads = (ends[given[classes.edges[0]] & given[classes.edges[1]]] for ends in classes.edges)
        for first in range(0, len(tails), many := max(1, 4_000_000 // max(1, own.shape[1]))):
            part = slice(first, first + many)
            excess = own[heads[part]] - own[tails[part]]
            self.pairs += excess.size
            self.over += int((excess > EXCESS).sum())
            if excess.size and excess.max() > self.most:
                edge, i = np.unravel_index(excess.argmax(), excess.shape)
                names = classes.names
                self.most = float(excess.max())
                self.where = names[heads[first + edge]], names[tails[first + edge]], ids[int(i)]

    def sentences(self) -> tuple[str, ...]:
        """What was found, if anything was."""
        if not self.over:
            return ()
        child, parent, instance = map(quoted, self.where)
        return (
            f"Of {self.pairs:,} scores of a class with a parent, {self.over:,} ({self.over / self.pairs:.1%}) are "
            f"above the parent's, at most by {self.most:.4g} ({child} above {parent}, {instance}).",
        )


@dataclass
class _Decisions:
    """The decisions from one file of scores."""

    labels: Labels
    matcher: Matcher
    name: str
    unknown: Unknown
    coherence: _Coherence = field(default_factory=_Coherence)

    def made(
        self, rules: Mapping[str, Rule], how: Mapping[str, Any], ranked: bool
    ) -> tuple[dict[str, Labels], Brought, str]:
        """The run of each rule by its text, the scores, and what runs were made from in words."""
        given = checked(self.labels, self.name, how.get("kind"), how.get("link"), ranked)
        asking = [text for text, rule in rules.items() if isinstance(rule, BY_SIZE)]
        if given.kind == RAW and asking:
            raise StudyError(
                f"{self.name}: {asking[0]} asks how large a probability is, and raw scores are none. BestLeaf, Cascade "
                'and MostProbablePath ask for their order alone; link="softmax" or link="sigmoid" makes probabilities '
                "of logits"
            )
        known = _known_alone(replace(self.labels, scores=given.values), self.matcher, self.name, self.unknown)
        classes = ScoredClasses(self.matcher.hierarchy, known.names)
        propagate = how.get("propagate") or self._usual(classes, given)
        if propagate == "sum":
            classes.check_leaves_alone(self.name)
        chosen = self._chosen(known, classes, [*rules.values()], (given, propagate))
        known = replace(known, notes=(*known.notes, *self.coherence.sentences()))
        runs = {text: self._run(parts, classes, known) for text, parts in zip(rules, chosen, strict=True)}
        kind = f"{given.kind} that exclude each other" if given.exclusive else given.kind
        said = f"answers by {' and '.join(rules)}, from {kind}, propagated by {propagate}"
        if given.kind == "ranking" and asking:
            said += f"; {asking[0]} needs scores, so the first class of each ranking answers in its place"
        return runs, Brought(known, kind, propagate), said

    def _usual(self, classes: ScoredClasses, given: Checked) -> Propagate:
        return "sum" if given.exclusive and classes.leaves[classes.stored].all() else "max"

    def _chosen(
        self, known: Labels, classes: ScoredClasses, rules: Sequence[Rule], how: tuple[Checked, Propagate]
    ) -> list[list[tuple[Longs, Longs]]]:
        """Instances and their classes, by rule and block."""
        given, propagate = how
        chosen: list[list[tuple[Longs, Longs]]] = [[] for _ in rules]
        for first, own in blocks(known.starts, known.codes, known.scores, classes):
            if given.kind.startswith("probabilities") and not given.exclusive:
                self.coherence.seen(classes, own, known.ids[first:])
            used = classes.propagated(own, propagate)
            for rule, parts in zip(rules, chosen, strict=True):
                by_rank = given.kind == "ranking" and isinstance(rule, BY_SIZE)
                rows, answers = first_class(classes, own) if by_rank else decided(classes, used, rule)
                parts.append((rows + first, answers))
        return chosen

    def _run(self, parts: Sequence[tuple[Longs, Longs]], classes: ScoredClasses, known: Labels) -> Labels:
        rows, codes = (np.concatenate([part[k] for part in parts]) if parts else np.zeros(0, np.int64) for k in (0, 1))
        starts = starts_of(np.bincount(rows, minlength=len(known)))
        # No answer is the root, which may be none of the hierarchy's classes.
        return replace(
            known, names=classes.names[1:], starts=starts, codes=(codes - 1).astype(np.int32), scores=np.empty(0)
        )
