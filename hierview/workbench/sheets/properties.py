"""Properties that one may expect of a measure: each a small definition that a case can refute.

A property looks at trials: a few cases that belong together, made from one base case. K15 states its
problems in prose; how each was made testable is said in `fixed`, for the sign depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ...errors import HierviewError, quoted, suggestion
from ...explain import distinct_number_texts, number
from ...languages import N_
from ...model.case import Case, long_distance
from ...model.hierarchy import Hierarchy
from ...testing.cases import reorderings
from .enumerate import class_name, rename_classes
from .evaluator import Evaluator, clearly_greater, nearly_equal
from .shrink import without_edge

Trial = tuple[Case, ...]
Verdict = bool | None  # None: not applicable, or some value is undefined

LIMIT = 5  # K15's farthest pair: beyond it a measure may treat all alike
TOLD_APART = 4  # up to this distance every measure must tell near from far, wherever it saturates
LONGEST_CHAIN = 14
CUT = 4  # the limit of the long-distance step that stands behind a *

PROBLEMS = N_("Five problems of K15, and counting paths")
ANY = N_("What one expects of any measure")


@dataclass(frozen=True)
class BaseCases:
    """The range of cases that a property's trials start from: kinds, sizes, marks a side."""

    most_tree_classes: int = 5
    """Number of classes up to which all trees are tried; 0 for none."""
    most_dag_classes: int = 4
    """Number of classes up to which all DAGs are tried; 0 for none."""
    most_true: int | None = None
    """The most true classes; None for any number."""
    most_predicted: int | None = None
    """The most predicted classes; None for any number."""
    exactly: bool = False
    """Whether sides have exactly so many classes."""
    chains: bool = False
    """Whether hierarchies are two chains under one root."""

    @property
    def per_side(self) -> str:
        """How many classes a side has, in words."""
        if self.most_true is None or self.most_predicted is None:
            return "any number of classes a side"
        if self.most_true == self.most_predicted == 1:
            return "one class a side"
        if self.most_true == self.most_predicted:
            return f"up to {self.most_true} classes a side"
        return f"{self.most_true} true, {self.most_predicted} predicted at most"


# Cases made from a case


def with_predicted(case: Case, *classes: str) -> Case:
    """The case with other predicted classes."""
    return Case(case.hierarchy, case.true, frozenset(classes))


def with_truth_predicted(case: Case) -> Case:
    """The case with exactly the true classes predicted."""
    return Case(case.hierarchy, case.true, case.true)


def case_on_hierarchy(case: Case, h: Hierarchy) -> Case:
    """The case with the same marks on another hierarchy."""
    return Case(h, case.true, case.predicted)


def _unused_name(h: Hierarchy) -> str:
    return next(class_name(i) for i in range(len(h) + 1) if class_name(i) not in h)


@lru_cache(maxsize=4096)
def with_child(h: Hierarchy, parent: str, child: str) -> Hierarchy:
    """The hierarchy with one more class below `parent`."""
    return Hierarchy.from_edges([*_weighted_edges(h), (parent, child)], [*h.classes, child])


@lru_cache(maxsize=4096)
def with_root_above(h: Hierarchy, root: str) -> Hierarchy:
    """The hierarchy with one more class above every root."""
    return Hierarchy.from_edges([*((root, c) for c in h.roots), *_weighted_edges(h)], [root, *h.classes])


def _weighted_edges(h: Hierarchy) -> list[tuple[str, str, Fraction]]:
    return [(*edge, weight) for edge, weight in h.weights.items()]


# Verdicts


def _no_worse_verdict(evaluator: Evaluator, first: Case, second: Case) -> Verdict:
    """Whether the first is at least as good as the second."""
    a, b = evaluator.error_value(first), evaluator.error_value(second)
    return None if a is None or b is None else not clearly_greater(a, b)


def _better_verdict(evaluator: Evaluator, first: Case, second: Case) -> Verdict:
    a, b = evaluator.error_value(first), evaluator.error_value(second)
    return None if a is None or b is None else clearly_greater(b, a)


def _worse_with_distance_verdict(evaluator: Evaluator, trial: Trial) -> Verdict:
    """Whether the second of two predictions of one class is worse, or where it is far away at least no better."""
    near, far = trial
    (p,), (t,) = far.predicted, far.true
    worse = _better_verdict if far.hierarchy.distance(p, t) <= TOLD_APART else _no_worse_verdict
    return worse(evaluator, near, far)


def same_value_verdict(evaluator: Evaluator, trial: Trial) -> Verdict:
    """Whether both cases of a trial have one value."""
    a, b = (evaluator.value(case) for case in trial)
    return None if a is None or b is None else nearly_equal(a, b)


def comparison_text(evaluator: Evaluator, trial: Trial) -> str:
    """The values of the first and the last case of a trial, with =, > or < between them."""
    a, b = evaluator.value(trial[0]), evaluator.value(trial[-1])
    if a is None or b is None:
        return "undefined"
    left, right = distinct_number_texts(a, b)
    return f"{left} {'=' if nearly_equal(a, b) else '>' if a > b else '<'} {right}"


@dataclass(frozen=True)
class Property:
    """A property that a measure has or lacks, with the trials that test it."""

    key: str
    """Its name in code and addresses."""
    name: str
    """K15's word for the property, or ours."""
    claim: str
    """Sentence that holds where the sign is +."""
    fixed: str
    """How the wording was made testable."""
    roles: tuple[str, ...]
    """Role of each case of a trial."""
    trials: Callable[[Case], Iterable[Trial]]
    """Gives the cases to set against each other, from a base case."""
    bases: BaseCases = BaseCases()
    """The cases to start from."""
    check: Callable[[Evaluator, Trial], Verdict] = same_value_verdict
    """Tells whether the measure keeps to it on a trial."""
    explain: Callable[[Evaluator, Trial], str] = comparison_text
    """Says in numbers what goes wrong."""
    group: str = ANY
    """Group that the property stands in."""
    source: str = "ours"
    """Where it comes from."""
    repair: Callable[[Case], Case] | None = None
    """Change of a case under which a measure may keep to it (*); None for none."""
    mirrored: bool = False
    """Whether the last case is read by the measure that swaps true and predicted."""

    def values(self, evaluator: Evaluator, trial: Trial) -> tuple[float | None, ...]:
        """Values of the measure on each case of a trial, None where undefined."""
        own = [evaluator.value(case) for case in trial]
        return (*own[:-1], evaluator.exchanged.value(trial[-1])) if self.mirrored else tuple(own)


# The properties of K15's Table 12


def _edge_removal_trials(case: Case) -> Iterator[Trial]:
    h = case.hierarchy
    before = [h.distance(p, t) for p in sorted(case.predicted) for t in sorted(case.true)]
    for edge in h.edges:
        if len(h.parents(edge[1])) > 1:
            rest = without_edge(h, edge)
            if before == [rest.distance(p, t) for p in sorted(case.predicted) for t in sorted(case.true)]:
                yield case, case_on_hierarchy(case, rest)


def _farther_trials(
    case: Case, beyond: Callable[[str], Iterable[str]], neighbours: Callable[[str], Iterable[str]]
) -> Iterator[Trial]:
    """The prediction, if it is the true class or `beyond` it, and each of its `neighbours` that is farther away."""
    h, (t,), (p,) = case.hierarchy, case.true, case.predicted
    if p == t or p in beyond(t):
        for c in sorted(neighbours(p)):
            if h.distance(p, t) < h.distance(c, t):
                yield case, with_predicted(case, c)


def _pair_and_alone_trials(case: Case) -> Iterator[Trial]:
    (t,), (b, c) = case.true, sorted(case.predicted)
    if case.hierarchy.distance(b, t) == case.hierarchy.distance(c, t) <= LIMIT:
        yield with_truth_predicted(case), with_predicted(case, b), case
        yield with_truth_predicted(case), with_predicted(case, c), case


def _costs_of_wrong_predictions(evaluator: Evaluator, trial: Trial) -> tuple[float, float] | None:
    """Costs of the second and the third case beside the first, the right prediction."""
    best, one, both = (evaluator.error_value(case) for case in trial)
    return None if best is None or one is None or both is None else (one - best, both - best)


def _at_most_twice_verdict(evaluator: Evaluator, trial: Trial) -> Verdict:
    costs = _costs_of_wrong_predictions(evaluator, trial)
    return None if costs is None else not clearly_greater(costs[1], 2 * costs[0])


def _explain_twice(evaluator: Evaluator, trial: Trial) -> str:
    costs = _costs_of_wrong_predictions(evaluator, trial)
    if costs is None:
        return "undefined"
    one, both = distinct_number_texts(*costs)
    return f"{both} > 2 · {one}"


def chain_cases(length: int) -> Iterator[Case]:
    """Cases of two chains below one root, of `length` classes, the true and the predicted class at their ends."""
    for left in range(1, length // 2 + 1):
        right = length - 1 - left
        edges = [(0 if i in (1, left + 1) else i - 1, i) for i in range(1, length)]
        h = Hierarchy.from_edges(
            [(class_name(a), class_name(b)) for a, b in edges], [class_name(i) for i in range(length)]
        )
        ends = frozenset([class_name(left)]), frozenset([class_name(left + right)])
        if left <= right and left + right > LIMIT:
            yield Case(h, *ends)
            yield Case(h, *ends[::-1])


def _nearer_step_trials(case: Case) -> Iterator[Trial]:
    """The prediction, and one step nearer on the way to the true class, both farther than LIMIT."""
    h, (t,), (p,) = case.hierarchy, case.true, case.predicted
    d = h.distance(p, t)
    for neighbour in sorted(h.parents(p)):
        if h.parents(neighbour) and LIMIT < h.distance(neighbour, t) < d:
            yield with_predicted(case, neighbour), case


def _moved_leaf_trials(case: Case) -> Iterator[Trial]:
    """One predicted leaf branches off the path between true class and other predicted class, then one step higher."""
    (t,), h = case.true, case.hierarchy
    for p, leaf in (sorted(case.predicted), sorted(case.predicted, reverse=True)):
        if t in (p, leaf) or h.children(leaf) or not h.parents(leaf) or p in h.ancestors(t):
            continue
        (q,) = h.parents(leaf)
        (meeting,) = h.lowest_common_ancestors(p, t)
        if q in h.ancestors(p) and meeting in h.ancestors(q):
            (above,) = h.parents(q)
            edges = [edge for edge in _weighted_edges(h) if edge[1] != leaf]
            yield case, case_on_hierarchy(case, Hierarchy.from_edges([*edges, (above, leaf)], h.classes))


# What one expects of any measure


_LEAST = Case.of([], ["A"], ["A"], ["A"])


def _in_range_verdict(evaluator: Evaluator, trial: Trial) -> Verdict:
    value = evaluator.value(trial[-1])
    least, most = evaluator.bounds(trial[-1])
    if value is None:
        return None
    if least is None or most is None or (least, most) != evaluator.bounds(trial[0]):
        return False
    return not clearly_greater(least, value) and not clearly_greater(value, most)


def _explain_range(evaluator: Evaluator, trial: Trial) -> str:
    bounds, of_one_class = (evaluator.bounds(case) for case in reversed(trial))
    if bounds != of_one_class:
        return f"the range is {bounds_in_words(*bounds)}, and on one class {bounds_in_words(*of_one_class)}"
    if None in bounds:
        return f"the range is {bounds_in_words(*bounds)}, which is not finite"
    return f"the value is {number(evaluator.value(trial[-1]))}, and the range {bounds_in_words(*bounds)}"


def bounds_in_words(least: float | None, most: float | None) -> str:
    """Bounds in words: `0 to ∞`."""
    return f"{'−∞' if least is None else number(least)} to {'∞' if most is None else number(most)}"


def _renaming_trials(case: Case) -> Iterator[Trial]:
    classes = sorted(case.hierarchy.classes)
    for others in (classes[::-1], [*classes[1:], *classes[:1]])[: len(classes) - 1]:
        yield case, rename_classes(case, dict(zip(classes, others, strict=True)))


def _reordering_trials(case: Case) -> Iterator[Trial]:
    others = dict.fromkeys(reorderings(case.hierarchy))
    yield from ((case, case_on_hierarchy(case, other)) for other in others if other != case.hierarchy)


def _exchange_verdict(evaluator: Evaluator, trial: Trial) -> Verdict:
    a, b = evaluator.value(trial[0]), evaluator.exchanged.value(trial[1])
    if a is None or b is None:
        return None
    # Precision and recall of the LCA-based measures follow from the graphs, which may be others as good.
    if evaluator.exchanged is not evaluator and not (
        evaluator.is_certain(trial[0]) and evaluator.exchanged.is_certain(trial[1])
    ):
        return None
    return nearly_equal(a, b)


def _explain_exchange(evaluator: Evaluator, trial: Trial) -> str:
    left, right = distinct_number_texts(evaluator.value(trial[0]), evaluator.exchanged.value(trial[1]))
    return f"{left} ≠ {right}"


def one_more_prediction_trials(case: Case, classes: Iterable[str]) -> Iterator[Trial]:
    """The case before each of these classes is predicted as well, and after."""
    for c in sorted(classes):
        yield case, with_predicted(case, *case.predicted, c)


def _two_wrong_trials(case: Case) -> Iterator[Trial]:
    (t,), h = case.true, case.hierarchy
    near, far = sorted(case.predicted, key=lambda c: (h.distance(c, t), c))
    if 0 < h.distance(near, t) < h.distance(far, t):
        yield with_predicted(case, near), with_predicted(case, far)


def _new_leaf_trials(case: Case) -> Iterator[Trial]:
    for parent in case.hierarchy.classes:
        yield case, case_on_hierarchy(case, with_child(case.hierarchy, parent, _unused_name(case.hierarchy)))


def _alternative_paths(key: str, claim: str, bases: BaseCases) -> Property:
    return Property(
        key,
        N_("Alternative paths"),
        claim,
        "A DAG is set against the same without one edge, where no distance between a predicted and a true class "
        "changes; the value must not change.",
        (N_("With the edge"), N_("Without it")),
        _edge_removal_trials,
        bases,
        group=PROBLEMS,
        source="K15 §2.2, Figure 2(c); §3.3, Figure 14",
    )


PROPERTIES: tuple[Property, ...] = (
    _alternative_paths(
        "alternative-paths",
        N_("a second way changes nothing"),
        BaseCases(most_tree_classes=0, most_dag_classes=5, most_true=1, most_predicted=1),
    ),
    _alternative_paths(
        "alternative-paths-many",
        N_("the same, up to two classes a side"),
        BaseCases(most_tree_classes=0, most_dag_classes=4, most_true=2, most_predicted=2),
    ),
    Property(
        "over-specialisation",
        N_("Over-specialisation"),
        N_("deeper is worse"),
        f"From the true class down a chain, each step up to distance {TOLD_APART} is worse than the one before, and "
        "those beyond are no better.",
        (N_("Nearer"), N_("Deeper")),
        lambda case: _farther_trials(case, case.hierarchy.descendants, case.hierarchy.children),
        BaseCases(most_tree_classes=6, most_dag_classes=0, most_true=1, most_predicted=1),
        _worse_with_distance_verdict,
        group=PROBLEMS,
        source="K15 §2.2, Figure 2(a); §3.5, Figure 17",
    ),
    Property(
        "under-specialisation",
        N_("Under-specialisation"),
        N_("higher is worse"),
        f"From the true class up a chain, each step up to distance {TOLD_APART} is worse than the one before, and "
        "those beyond are no better.",
        (N_("Nearer"), N_("Higher")),
        lambda case: _farther_trials(case, case.hierarchy.ancestors, case.hierarchy.parents),
        BaseCases(most_tree_classes=6, most_dag_classes=0, most_true=1, most_predicted=1),
        _worse_with_distance_verdict,
        group=PROBLEMS,
        source="K15 §2.2, Figure 2(b); §3.5, Figure 17",
    ),
    Property(
        "pairing",
        N_("Pairing problem"),
        N_("a second class as near at most doubles the cost"),
        "One class is true, two are predicted and equally near. Predicting both costs at most twice what either "
        "costs alone; the cost is how far the value is from that of the right prediction.",
        (N_("The right prediction"), N_("One of the two"), N_("Both")),
        _pair_and_alone_trials,
        BaseCases(most_tree_classes=6, most_dag_classes=0, most_true=1, most_predicted=2, exactly=True),
        _at_most_twice_verdict,
        _explain_twice,
        group=PROBLEMS,
        source="K15 §2.2, Figure 2(d); §3.2, Figure 12",
    ),
    Property(
        "long-distance",
        N_("Long distance problem"),
        N_("beyond a limit all is equal"),
        f"One class a side on two chains under one root. Of two predictions farther than {LIMIT} edges, K15's limit, "
        f"the farther is no worse and no better. A * fails so, and holds after the long-distance step with k = {CUT}.",
        (N_("Far"), N_("Farther")),
        _nearer_step_trials,
        BaseCases(LONGEST_CHAIN, 0, 1, 1, chains=True),
        group=PROBLEMS,
        source="K15 §2.2, Figure 2(e); §3.6, Figure 18",
        repair=lambda case: long_distance(case, CUT),
    ),
    Property(
        "path-counting",
        N_("Multiple path count"),
        N_("a shared path counts once"),
        "A second wrong class branches off the path between the true and the first wrong class. It adds one edge of "
        "its own wherever it does so, and the value stays when it branches off one step higher.",
        (N_("Branching off lower"), N_("Branching off higher")),
        _moved_leaf_trials,
        BaseCases(most_tree_classes=6, most_dag_classes=0, most_true=1, most_predicted=2, exactly=True),
        group=PROBLEMS,
        source="K15 §3.7, Figure 19",
    ),
    Property(
        "range",
        N_("Bounds"),
        N_("values stay in one range for all cases"),
        "The bounds that the measure states are finite, the same on every case, and kept.",
        (N_("One class, rightly predicted"), N_("The case")),
        lambda case: [(_LEAST, case)],
        check=_in_range_verdict,
        explain=_explain_range,
    ),
    Property(
        "identity",
        N_("Identity"),
        N_("best when right, and only then"),
        "Every prediction other than the true classes is worse than predicting exactly these.",
        (N_("The right prediction"), N_("Another one")),
        lambda case: [(with_truth_predicted(case), case)] if case.true != case.predicted else [],
        check=lambda r, t: _better_verdict(r, t[0], t[1]),
    ),
    Property(
        "renaming",
        N_("Renaming"),
        N_("other names change nothing"),
        "The same case with the names in reverse order, or each passed on to the next class.",
        (N_("The case"), N_("Under other names")),
        _renaming_trials,
        BaseCases(most_tree_classes=4),
    ),
    Property(
        "order",
        N_("Order of writing"),
        N_("edges and classes listed otherwise change nothing"),
        "The same case with its edges and classes written in reverse order, or with the first of them at the end. The "
        "true and the predicted classes are sets, which are met in another order where they have other names.",
        (N_("The case"), N_("Listed otherwise")),
        _reordering_trials,
        BaseCases(most_tree_classes=4),
    ),
    Property(
        "exchange",
        N_("Exchange"),
        N_("true and predicted exchanged give the same, precision the recall"),
        "Of a measure whose name ends in P the exchanged case is read by the one whose name ends in R, and the other "
        "way round; for those of the LCA-based ones where the optimal graphs are the only ones.",
        (N_("The case"), N_("Exchanged")),
        lambda case: [(case, Case(case.hierarchy, case.predicted, case.true))],
        BaseCases(most_tree_classes=4),
        _exchange_verdict,
        _explain_exchange,
        mirrored=True,
    ),
    Property(
        "adding-correct",
        N_("Adding a correct class"),
        N_("never hurts"),
        "A true class that was not predicted is predicted as well; the value gets no worse.",
        (N_("Before"), N_("With one more true class")),
        lambda case: one_more_prediction_trials(case, case.true - case.predicted),
        check=lambda r, t: _no_worse_verdict(r, t[1], t[0]),
    ),
    Property(
        "adding-wrong",
        N_("Adding a wrong class"),
        N_("never helps"),
        "A class that is not true is predicted as well; the value gets no better.",
        (N_("Before"), N_("With one more wrong class")),
        lambda case: one_more_prediction_trials(case, set(case.hierarchy.classes) - case.true - case.predicted),
        check=lambda r, t: _no_worse_verdict(r, t[0], t[1]),
    ),
    Property(
        "nearer",
        N_("Of two wrong classes"),
        N_("the nearer is better"),
        "One class is true; of two wrong predictions of one class, the one at the smaller distance has the better "
        f"value; where the other is farther than {TOLD_APART}, at least none worse.",
        (N_("The nearer"), N_("The farther")),
        _two_wrong_trials,
        BaseCases(most_tree_classes=6, most_dag_classes=0, most_true=1, most_predicted=2, exactly=True),
        _worse_with_distance_verdict,
        source="K15 §3.1, Figure 11",
    ),
    Property(
        "above",
        N_("Classes added above"),
        N_("classes above the common ancestor change nothing"),
        "One new class stands above the root.",
        (N_("The case"), N_("Below a new root")),
        lambda case: [(case, case_on_hierarchy(case, with_root_above(case.hierarchy, _unused_name(case.hierarchy))))],
        BaseCases(most_tree_classes=4),
        source="ours; K15 §2.4.2",
    ),
    Property(
        "irrelevant",
        N_("Irrelevant branches"),
        N_("branches without a mark change nothing"),
        "One new class without a mark hangs below any class.",
        (N_("The case"), N_("With one more class")),
        _new_leaf_trials,
        BaseCases(most_tree_classes=4, most_dag_classes=3),
    ),
)

BY_KEY = {p.key: p for p in PROPERTIES}


def property_named(key: str) -> Property:
    """The property of that key, or a HierviewError that says which there are."""
    if key not in BY_KEY:
        raise HierviewError(
            f"property {quoted(key)} is not known{suggestion(key, BY_KEY)}; known are {', '.join(BY_KEY)}"
        )
    return BY_KEY[key]
