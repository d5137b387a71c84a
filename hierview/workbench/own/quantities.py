"""The numbers of a case that a formula may name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ...measures.lca.graphs import lca_graphs
from ...measures.pairs.graph_induced import Gie, Mgia
from ...measures.sets.augmented import AUGMENTATIONS, augment
from ...model.case import Case


@dataclass(frozen=True)
class CaseQuantity:
    """A number of a case that a formula may name. value: None where undefined.  classes: those counted in it."""

    name: str
    text: str
    value: Callable[[Case], Fraction | int | None]
    classes: Callable[[Case], frozenset[str]] = lambda case: frozenset()


def _counted(name: str, text: str, classes: Callable[[Case], frozenset[str]]) -> CaseQuantity:
    return CaseQuantity(name, text, lambda case: len(classes(case)), classes)


def _augmented(augmentation: str, side: str) -> Callable[[Case], frozenset[str]]:
    def classes(case: Case) -> frozenset[str]:
        side_classes: frozenset[str] = getattr(augment(case, augmentation), side)
        return side_classes

    return classes


def _in_graph(side: str) -> Callable[[Case], frozenset[str]]:
    def classes(case: Case) -> frozenset[str]:
        graphs = lca_graphs(case, "minimal", True)
        return graphs.true & graphs.predicted if side == "common" else getattr(graphs, side)

    return classes


def _over_pairs(choose: Callable[[list[Fraction]], Fraction]) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        h = case.hierarchy
        distances = [h.distance(p, t) for p in case.predicted for t in case.true]
        return choose(distances) if distances else None

    return value


def _to_nearest(own: str, other: str) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        h, others = case.hierarchy, getattr(case, other)
        if not others:
            return None
        return sum((min(h.distance(c, o) for o in others) for c in getattr(case, own)), Fraction(0))

    return value


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _depths(side: str, choose: Callable[[list[Fraction]], Fraction]) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        depths = [Fraction(case.hierarchy.depth(c)) for c in getattr(case, side)]
        return choose(depths) if depths else None

    return value


def _f_error(measure: Gie | Mgia) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        pairing = measure.solution(case)
        return None if pairing is None else pairing.total

    return value


_WORDS = {
    "ancestors": "with all their ancestors",
    "tolerant": "with the ancestors that the other side comes near to",
    "descendants": "with all their descendants",
}


def _quantities() -> tuple[CaseQuantity, ...]:
    quantities = [
        _counted("P", "|P|, the predicted classes", lambda case: case.predicted),
        _counted("T", "|T|, the true classes", lambda case: case.true),
        _counted("both", "the classes that are true and predicted", lambda case: case.true & case.predicted),
    ]
    for augmentation in AUGMENTATIONS:
        if augmentation in _WORDS:
            words = _WORDS[augmentation]
            quantities += [
                _counted(f"P_{augmentation}", f"predicted, {words}", _augmented(augmentation, "predicted")),
                _counted(f"T_{augmentation}", f"true, {words}", _augmented(augmentation, "true")),
                _counted(f"both_{augmentation}", f"in both, {words}", _augmented(augmentation, "common")),
            ]
    return (
        *quantities,
        _counted("P_lca", "the minimal graph of the predicted side", _in_graph("predicted")),
        _counted("T_lca", "the minimal graph of the true side", _in_graph("true")),
        _counted("both_lca", "in both minimal graphs", _in_graph("common")),
        CaseQuantity("f_error", "the cheapest pairing, as often as needed, farthest 5, default 5", _f_error(Mgia())),
        CaseQuantity("f_error_once", "the cheapest pairing, each class once, farthest 5, default 5", _f_error(Gie())),
        CaseQuantity("d_min", "the least distance of a predicted and a true class", _over_pairs(min)),
        CaseQuantity("d_max", "the greatest such distance", _over_pairs(max)),
        CaseQuantity("d_mean", "the mean of all such distances", _over_pairs(_mean)),
        CaseQuantity("d_sum", "their sum", _over_pairs(lambda values: sum(values, Fraction(0)))),
        CaseQuantity("d_P", "distance to the nearest true class, over the predicted", _to_nearest("predicted", "true")),
        CaseQuantity("d_T", "distance to the nearest predicted class, over the true", _to_nearest("true", "predicted")),
        CaseQuantity("depth_P", "the greatest depth of a predicted class", _depths("predicted", max)),
        CaseQuantity("depth_T", "the greatest depth of a true class", _depths("true", max)),
        CaseQuantity("mean_depth_P", "the mean depth of the predicted classes", _depths("predicted", _mean)),
        CaseQuantity("mean_depth_T", "the mean depth of the true classes", _depths("true", _mean)),
        _counted("classes", "all classes of the hierarchy", lambda case: frozenset(case.hierarchy.classes)),
    )


QUANTITIES: dict[str, CaseQuantity] = {q.name: q for q in _quantities()}
NAMES = tuple(QUANTITIES)
