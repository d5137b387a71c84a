"""CoPHE: leaves counted at their ancestors, so that several under one ancestor count several times."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

from ...explain import HierarchyPicture, Name, Step, Words, join_words
from ...languages import N_
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import MeasureSpec, Result, param, text_of
from ..by_level.answers import longest_depths
from ..registry import register
from ..telling import MOST_STEPS, count_words, step_with_picture
from .family import NOTHING, ClassCount, Classes, CountedShare, Sides, counts_spec, share_param, sides_picture

Leaves = Counter[str]  # how many leaves stand at or below each class
_MOST_COUNTED = 4  # classes of a layer that are told with their numbers


@dataclass(frozen=True)
class Layer:
    """The counts of one layer: how many true and predicted leaves each of its classes stands for."""

    title: str
    """Name of the classes of the layer."""
    true: Leaves
    """Number of true leaves that each class stands for."""
    predicted: Leaves
    """Number of predicted leaves that each class stands for."""

    @property
    def classes(self) -> Classes:
        """All classes that stand for a leaf."""
        return frozenset((*self.true, *self.predicted))

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Leaves on both sides, true and predicted ones."""
        return (self.true & self.predicted).total(), self.true.total(), self.predicted.total()


def _counts_at_parents(h: Hierarchy, leaves: Leaves, per: str) -> Leaves:
    """The counts of leaves at the parents of where they are counted; those at a root stay there."""
    above: Leaves = Counter()
    for c, count in leaves.items():
        for parent in h.parents(c) or (c,):
            above[parent] += count if per == "path" else 1
    return above


def bottom_layers(h: Hierarchy, classes: Classes, most: int, per: str) -> list[Leaves]:
    """The counts of leaves by layer: at themselves, at their parents, and so on; a root counts in the last alone."""
    layers: list[Leaves] = [Counter() for _ in range(most + 1)]
    for leaf in classes:
        here: Leaves = Counter([leaf])
        for k in range(most + 1):
            here = _counts_at_parents(h, here, per) if k else here
            if per == "leaf":
                here = Counter(dict.fromkeys(here, 1))
            layers[k].update({c: n for c, n in here.items() if k == most or h.parents(c)})
    return layers


def _height(h: Hierarchy) -> int:
    """Most edges from a root down to a leaf."""
    return max(longest_depths(h).values()) - (len(h.roots) > 1)


def count_paths_up(h: Hierarchy, leaf: str) -> Leaves:
    """Number of paths from a leaf up to each of its ancestors, and to itself."""
    ways: Leaves = Counter({leaf: 1})
    above = h.closure([leaf])
    for c in reversed([c for c in h.top_down if c in above]):
        for parent in h.parents(c):
            ways[parent] += ways[c]
    return ways


def depth_layers(h: Hierarchy, classes: Classes, per: str) -> Leaves:
    """The counts of leaves at themselves and at each of their ancestors but a root."""
    counted: Leaves = Counter()
    for leaf in classes:
        ways = count_paths_up(h, leaf)
        counted.update({c: n if per == "path" else 1 for c, n in ways.items() if h.parents(c) or c == leaf})
    return counted


@register
@dataclass(frozen=True)
class CountPreserving(CountedShare):
    """Count-preserving hierarchical evaluation: leaves counted at each of their ancestors, as often as they are there.

    Formula: F1 = 2r / (t + p), P = r / p or R = r / t; t = Σ n(Y), p = Σ n(Ŷ) and r = Σ min(n(Y), n(Ŷ)) over the
    classes of all layers, n the number of leaves of a side at or below a class. With `layers="bottom"` layer 0 are the
    leaves, layer 1 their parents, up to `max_layer`; a root counts in the last layer alone. "depth" takes every class
    but the roots once. `sets=True` counts a class once, however many leaves it stands for. Where a class has several
    parents a leaf counts once for each ancestor, or with `per="path"` once for each path. Range: 0 to 1; higher is
    better; 0/0 is 0. Undefined where a class that is no leaf is marked. Source: Falis et al. 2021.

    >>> edges = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
    >>> evaluate(Case.of(edges, ["Pop", "Theater"], ["Pop", "Rock"]), "CoPHE").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = counts_spec(
        "CoPHE",
        N_("Leaves counted at their ancestors"),
        source="Falis et al. 2021",
        imperfect=N_("It counts leaves alone, and is undefined where another class is marked."),
        question=N_("How many leaves are right, and how many below the right ancestors?"),
        how=(
            "Every leaf is counted once as itself and once at each ancestor that takes part. Two predicted leaves "
            "below one ancestor count twice there, so that one too many shows. What both sides have in common is set "
            "against what each of them has.",
        ),
        see=("11b", "12a", "13b"),
        elsewhere=(("CoPHE", "Repeats the root above short branches, and counts it in the last layer alone."),),
    )
    things: ClassVar[tuple[str, str]] = ("leaf", "leaves")

    layers: str = param(
        "bottom",
        N_("Whether ancestors are counted from the leaves up, or all of them but the root."),
        label=N_("Layers from"),
        choices=("bottom", "depth"),
        named=True,
    )
    max_layer: int | str = param(
        1,
        N_("Edges above the leaves up to which ancestors count, from the bottom."),
        label=N_("Highest layer"),
        words=("root",),
        at_least=0,
        at_most=1000,
    )
    sets: bool = param(
        False, N_("Whether a class counts once, however many leaves it stands for."), label=N_("As sets")
    )
    per: str = param(
        "leaf",
        N_("Whether a leaf counts once for each ancestor, or for each path to it."),
        label=N_("Counted by"),
        choices=("leaf", "path"),
        named=True,
    )
    of: str = share_param()

    def offered(self, case: Case) -> tuple[str, ...]:
        hidden = {"max_layer"} if self.layers == "depth" else set()
        if self.per == "leaf" and not any(len(case.hierarchy.parents(c)) > 1 for c in case.hierarchy.classes):
            hidden.add("per")
        return tuple(name for name in self.params() if name not in hidden)

    def _layers(self, case: Case) -> list[Layer]:
        h = case.hierarchy
        if self.layers == "depth":
            rows = [tuple(depth_layers(h, side, self.per) for side in (case.true, case.predicted))]
            titles = ["All classes"]
        else:
            most = _height(h) if self.max_layer == "root" else int(self.max_layer)
            both = (bottom_layers(h, side, most, self.per) for side in (case.true, case.predicted))
            rows = list(zip(*both, strict=True))
            titles = ["The leaves", "Their parents", *(f"{k} edges above the leaves" for k in range(2, most + 1))]
        if self.sets:
            rows = [tuple(Counter(dict.fromkeys(side, 1)) for side in row) for row in rows]
        return [Layer(title, *row) for title, row in zip(titles, rows, strict=False)]

    def sides(self, case: Case) -> Sides | str:
        marked, inner = len(case.marked), [c for c in case.marked if case.hierarchy.children(c)]
        if inner:
            are_none = "1 is no leaf" if len(inner) == 1 else f"{len(inner)} are no leaves"
            return f"of {count_words(marked, 'marked class', 'marked classes')}, {are_none}"
        layers = self._layers(case)
        sizes = [sum(row) for row in zip(*(layer.sizes for layer in layers), strict=True)]
        true, predicted = (NOTHING.union(*(getattr(layer, side) for layer in layers)) for side in ("true", "predicted"))
        common = NOTHING.union(*(layer.true & layer.predicted for layer in layers))
        counted = [ClassCount(n, classes) for n, classes in zip(sizes, (common, true, predicted), strict=True)]
        return Sides(counted[0], counted[1], counted[2], layers)

    def letter_meanings(self) -> tuple[str, str, str]:
        counted = "leaves, counted once in each layer"
        return f"the {counted}, on both sides", f"the true {counted}", f"the predicted {counted}"

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        if result.value is None:
            return []
        layers: list[Layer] = result.witness.told
        steps = [self._step(case, layer) for layer in layers[:MOST_STEPS]]
        if rest := layers[MOST_STEPS:]:
            common, true, predicted = (sum(row) for row in zip(*(layer.sizes for layer in rest), strict=True))
            them = f"{len(rest)} more layers have" if rest[1:] else "One more layer has"
            text = f"{them} {true} true and {predicted} predicted, {common} of them on both sides."
            sides = [NOTHING.union(*(getattr(layer, side) for layer in rest)) for side in ("true", "predicted")]
            picture = sides_picture(case, "The other layers", sides[0], sides[1], sides[0] | sides[1])
            steps.append(step_with_picture("Layers", text, picture))
        return steps

    def _step(self, case: Case, layer: Layer) -> Step:
        told = [(Name(c), f" {layer.true[c]} true and {layer.predicted[c]} predicted") for c in sorted(layer.classes)]
        more = f"; and {len(told) - _MOST_COUNTED} more" if len(told) > _MOST_COUNTED else ""
        common, true, predicted = layer.sizes
        counts = text_of(join_words(told[:_MOST_COUNTED]), more) if told else ("no class counts",)
        text = text_of(
            f"{layer.title}: ", counts, f". On both sides: {common} of {true} true and {predicted} predicted."
        )
        fact = (layer.title.lower(), f"{common} of {true} and {predicted}")
        return step_with_picture("Layers", text, layer_picture(case, layer), fact=fact)

    def answer_picture(self, case: Case, sides: Sides) -> HierarchyPicture:
        layers: list[Layer] = sides.told
        true, predicted = (Counter[str](), Counter[str]())
        for layer in layers:
            true.update(layer.true)
            predicted.update(layer.predicted)
        return layer_picture(case, Layer("All layers", true, predicted))

    def aim(self, case: Case) -> Words:
        return ("CoPHE asks how many leaves are right, and how many stand below the right ancestors.",)


def layer_picture(case: Case, layer: Layer) -> HierarchyPicture:
    """Classes of a layer with the numbers of true and of predicted leaves that they stand for."""
    values = {c: f"{layer.true[c]} | {layer.predicted[c]}" for c in layer.classes}
    true, predicted = frozenset(layer.true), frozenset(layer.predicted)
    picture = sides_picture(case, f"{layer.title} · true | predicted", true, predicted, values=values)
    return replace(picture, short=(layer.title,))
