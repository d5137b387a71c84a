"""Scores of systems made into runs: matched with the classes, checked by kind, propagated, and decided by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ....errors import StudyError, quoted, suggestion
from ....model.hierarchy import Hierarchy
from ....rules import Rule
from ....rules.probabilities import Threshold
from ...scoring.kernels.events import count_contradictions
from ...scoring.numbered import Longs, row_starts
from ..data import Unknown, numbers_under_one_root
from ..labels import MOST_SHOWN, InstanceLabels
from ..matching import Matcher
from .class_scores import PROPAGATE, ClassScores, Propagate
from .deciding import BY_SIZE, DEFAULT_RULE, decide, first_classes, parse_deciding_rule
from .kinds import KINDS, LINKS, RAW, CheckedScores, check_scores, unclear_kind_error
from .propagation import ScoredClasses, score_blocks
from .reading import ScoreFile, read_scores

SAME = "same"  # a truth that stands beside scores
BY_ORDER = "BestLeaf"  # the rule where none is told, and the order alone counts
EXCESS = 1e-6  # of a child over its parent, from which on scores are not coherent
Files = dict[str, tuple[ScoreFile, Mapping[str, Any]]]


class BroughtScores(NamedTuple):
    """Scores of classes of the hierarchy, what they are, how they are propagated, and the runs that rules made."""

    labels: InstanceLabels
    kind: str
    propagate: Propagate
    systems: tuple[str, ...] = ()

    def scores_of_instances(self, h: Hierarchy, ids: Sequence[str]) -> ClassScores:
        """The scores of these instances."""
        labels = self.labels
        classes = numbers_under_one_root(h, labels.names)[labels.codes]
        scores = ClassScores(labels.starts, classes, labels.scores, self.kind, self.propagate, self.systems)
        row_of = {instance: i for i, instance in enumerate(labels.ids)} if labels.ids != ids else {}
        rows = [row_of.get(i, -1) for i in ids] if row_of else range(len(ids))
        return scores.take(np.array(rows, np.int64))


@dataclass(frozen=True)
class ScoreFiles:
    """Files of scores by the name of their system, and the rules that decide from them."""

    files: Mapping[str, Any]
    """What `read_scores` takes or gave, by name."""
    rules: Sequence[str | Rule] = ()
    """Rules, each of which makes a run of each file."""
    unknown: Unknown = "error"
    """What becomes of a class that the hierarchy lacks."""


def read_score_files(score_files: ScoreFiles, matcher: Matcher, choices: Mapping[str, Mapping[str, Any]]) -> Files:
    """The files with how each is read: `kind`, `link`, `propagate`, `classes`, `separator`, `encoding`."""
    files: Files = {}
    for name, path in score_files.files.items():
        how = dict(choices.get(name, {}))
        for key, known in (("kind", KINDS), ("link", LINKS), ("propagate", PROPAGATE)):
            if how.get(key) is not None and how[key] not in known:
                raise StudyError(f"{key}={quoted(how[key])} is not accepted; one of {', '.join(known)} is")
        classes = how.get("classes")
        if classes in ("leaves", "nodes"):
            h = matcher.hierarchy
            classes = [c for c in h.classes if classes == "nodes" or not h.children(c)]
        text = how.get("separator"), how.get("encoding")
        files[name] = path if isinstance(path, ScoreFile) else read_scores(path, matcher, classes, text, name), how
    return files


def truth_in_score_files(files: Files) -> InstanceLabels:
    """The truth that stands in a file of scores. Raises StudyError where none does."""
    for file, _ in files.values():
        if file.truth is not None:
            return file.truth
    raise StudyError(
        "no file of scores has a column of true classes beside them; one headed true, or a file for --true, is accepted"
    )


def truth_with_names(truth: InstanceLabels, files: Files, matcher: Matcher) -> InstanceLabels:
    """The truth with names of classes where it has numbers of a matrix's columns, from 0 on."""
    for file, how in files.values():
        columns = file.labels.names
        numbers = bool(how.get("classes")) and all(c.isdigit() and int(c) < len(columns) for c in truth.names)
        if numbers and not any(matcher.match(c).found for c in truth.names):
            return replace(truth, names=tuple(columns[int(c)] for c in truth.names))
    return truth


def runs_of_score_files(
    score_files: ScoreFiles, files: Files, truth: InstanceLabels, matcher: Matcher
) -> tuple[dict[str, InstanceLabels], dict[str, BroughtScores], tuple[str, ...]]:
    """The runs of all files by all rules, the scores, and a sentence on each file: rule, kind and propagation."""
    rules = {str(rule): parse_deciding_rule(rule) for rule in score_files.rules or [DEFAULT_RULE]}
    default = "" if score_files.rules else ", the rule where none is told"
    runs, brought = dict[str, InstanceLabels](), dict[str, BroughtScores]()
    notes = []
    for name, (file, how) in files.items():
        labels = _with_ids_of_truth(file, truth, name)
        decisions = _RunMaker(labels, matcher, name, score_files)
        found, scores, sentence = decisions.make_runs(rules, how, file.ranked)
        notes.append(f"{name} {sentence}{default}.")
        named = {name if len(rules) == 1 else f"{name} by {rule}": run for rule, run in found.items()}
        runs |= named
        brought[name] = scores._replace(systems=tuple(named))
    return runs, brought, tuple(notes)


def _with_ids_of_truth(file: ScoreFile, truth: InstanceLabels, name: str) -> InstanceLabels:
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


def _known_scores(labels: InstanceLabels, matcher: Matcher, name: str, unknown: Unknown) -> InstanceLabels:
    """The scores of classes of the hierarchy, which their names are then. Raises StudyError for other names."""
    found = [matcher.match(text) for text in labels.names]
    by_class: dict[str, str] = {}
    for text, match in zip(labels.names, found, strict=True):
        if match.candidates:
            raise StudyError(
                f"{name}: {quoted(text)} is the name of several classes: {matcher.paths_text(match)}; ids are"
            )
        if match.found and by_class.setdefault(match.found, text) != text:
            both = f"{quoted(by_class[match.found])} and {quoted(text)}"
            raise StudyError(f"{name}: {both} are one class; each once is accepted")
    strange = [text for text, match in zip(labels.names, found, strict=True) if not match.found]
    if not strange:
        return replace(labels, names=tuple(match.found for match in found))
    kept = np.array([bool(match.found) for match in found])[labels.codes]
    listed = ", ".join(map(quoted, strange[:MOST_SHOWN]))
    if unknown == "error":
        line = labels.line_of(int((~kept).argmax()))
        raise StudyError(
            f"{name}: line {line:,}: {len(strange):,} classes with scores are not in the hierarchy: "
            f'{listed}{suggestion(strange[0], matcher.hierarchy.classes)}. Leave them out (unknown="drop")'
        )
    rows = np.repeat(np.arange(len(labels)), np.diff(labels.starts))[kept]
    number = np.cumsum([bool(match.found) for match in found]) - 1
    note = f"{int((~kept).sum()):,} scores of {len(strange):,} classes outside the hierarchy are left out: {listed}."
    return replace(
        labels,
        names=tuple(match.found for match in found if match.found),
        starts=row_starts(np.bincount(rows, minlength=len(labels))),
        codes=number[labels.codes[kept]].astype(np.int32),
        scores=labels.scores[kept],
        entry_lines=labels.entry_lines[:0],
        notes=(*labels.notes, note),
    )


def incoherence_notes(scores: InstanceLabels, classes: ScoredClasses) -> tuple[str, ...]:
    """How often a class scores more than a parent that has scores, before anything is propagated; () if never."""
    parents, children = classes.edges
    own, worst = np.full(len(classes), -1.0), np.zeros(3, np.int64)
    own[classes.stored] = 0
    pairs = int(((own[parents] == 0) & (own[children] == 0)).sum()) * len(scores)
    starts = row_starts(np.bincount(children, minlength=len(classes)))
    codes = classes.stored[scores.codes].astype(np.int32)
    over = count_contradictions(scores.starts, codes, scores.scores, starts, parents, own, EXCESS, worst)
    if not over:
        return ()
    i, c, p = worst.tolist()
    entries = slice(int(scores.starts[i]), int(scores.starts[i + 1]))
    of_class = dict(zip(codes[entries].tolist(), scores.scores[entries].tolist(), strict=True))
    child, parent, instance = map(quoted, (classes.names[c], classes.names[p], scores.ids[i]))
    return (
        f"Of {pairs:,} scores of a class with a parent, {over:,} ({over / pairs:.1%}) are above the parent's, at most "
        f"by {of_class[c] - of_class.get(p, 0):.4g} ({child} above {parent}, {instance}).",
    )


@dataclass
class _RunMaker:
    """Makes runs from one file of scores, by rules that decide."""

    labels: InstanceLabels
    matcher: Matcher
    name: str
    scored: ScoreFiles

    def make_runs(
        self, rules: Mapping[str, Rule], options: Mapping[str, Any], ranked: bool
    ) -> tuple[dict[str, InstanceLabels], BroughtScores, str]:
        """The run of each rule by its text, the scores, and what runs were made from in words."""
        given = check_scores(self.labels, self.name, options.get("kind"), options.get("link"), ranked)
        asking = [text for text, rule in rules.items() if isinstance(rule, BY_SIZE)]
        if given.kind == RAW and asking and not self.scored.rules:
            rules = {BY_ORDER: parse_deciding_rule(BY_ORDER)}
        elif given.kind == RAW and asking:
            raise unclear_kind_error(
                f"{self.name}: {asking[0]} asks how large a probability is, and raw scores are none. BestLeaf, Cascade "
                "and MostProbablePath ask for their order alone",
                '; link="softmax" or link="sigmoid" makes probabilities of logits',
            )
        known = _known_scores(replace(self.labels, scores=given.values), self.matcher, self.name, self.scored.unknown)
        classes = ScoredClasses(self.matcher.hierarchy, known.names)
        propagate = options.get("propagate") or self._usual_propagation(classes, given)
        if propagate == "sum":
            classes.check_leaves_alone(self.name)
        chosen = self._decide_in_blocks(known, classes, [*rules.values()], (given, propagate))
        if given.kind.startswith("probabilities") and not given.exclusive:
            known = replace(known, notes=(*known.notes, *incoherence_notes(known, classes)))
        runs = {text: self._run_of_decisions(parts, classes, known) for text, parts in zip(rules, chosen, strict=True)}
        kind = f"{given.kind} that exclude each other" if given.exclusive else given.kind
        said = f"answers by {' and '.join(rules)}, from {kind}, propagated by {propagate}"
        if given.kind == "ranking" and asking:
            said += f"; {asking[0]} needs scores, so the first class of each ranking answers in its place"
        return runs, BroughtScores(known, kind, propagate), said

    def _usual_propagation(self, classes: ScoredClasses, scores: CheckedScores) -> Propagate:
        return "sum" if scores.exclusive and classes.leaves[classes.stored].all() else "max"

    def _decide_in_blocks(
        self,
        scores: InstanceLabels,
        classes: ScoredClasses,
        rules: Sequence[Rule],
        checked_and_propagation: tuple[CheckedScores, Propagate],
    ) -> list[list[tuple[Longs, Longs]]]:
        """Instances and their classes, by rule and block."""
        given, propagate = checked_and_propagation
        # Where scores climb as they are, the deepest classes from a threshold on are among those that were given.
        climbs = propagate in ("max", "fill", "none") and given.kind != "ranking"
        quick = {k: rule for k, rule in enumerate(rules) if climbs and isinstance(rule, Threshold)}
        chosen = [[classes.most_specific(scores, float(quick[k].t))] if k in quick else [] for k in range(len(rules))]
        others = [(rule, parts) for k, (rule, parts) in enumerate(zip(rules, chosen, strict=True)) if k not in quick]
        for first, own in score_blocks(scores.starts, scores.codes, scores.scores, classes) if others else ():
            used = classes.propagate(own, propagate)
            for rule, parts in others:
                by_rank = given.kind == "ranking" and isinstance(rule, BY_SIZE)
                rows, answers = first_classes(classes, own) if by_rank else decide(classes, used, rule)
                parts.append((rows + first, answers))
        return chosen

    def _run_of_decisions(
        self, parts: Sequence[tuple[Longs, Longs]], classes: ScoredClasses, scores: InstanceLabels
    ) -> InstanceLabels:
        rows, codes = (np.concatenate([part[k] for part in parts]) if parts else np.zeros(0, np.int64) for k in (0, 1))
        starts = row_starts(np.bincount(rows, minlength=len(scores)))
        # No answer is the root, which may be none of the hierarchy's classes.
        return replace(
            scores, names=classes.names[1:], starts=starts, codes=(codes - 1).astype(np.int32), scores=np.empty(0)
        )
