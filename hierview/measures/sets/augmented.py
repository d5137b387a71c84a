"""Augmented sets (K15 §2.4): what both sides hold once the hierarchy has added to them."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.case import Case
from ...model.hierarchy import Hierarchy, cached_by_hierarchy

AUGMENTATIONS = ("ancestors", "tolerant", "descendants", "none")


@dataclass(frozen=True)
class Sets:
    """The augmented sets, and the artificial root that is counted in them, if any."""

    true: frozenset[str]
    """The true classes with those that were added."""
    predicted: frozenset[str]
    """The predicted classes with those that were added."""
    root: str | None = None
    """The artificial root that is counted in them; None for none."""

    @property
    def common(self) -> frozenset[str]:
        """The classes of both sets."""
        return self.true & self.predicted


def _without_intolerable(own: frozenset[str], other: frozenset[str], h: Hierarchy) -> frozenset[str]:
    """`own` without the classes that `other` neither holds nor holds a parent of; roots stay (K15 Eq. 4, 5)."""
    return frozenset(c for c in own if c in other or not h.parents(c) or any(p in other for p in h.parents(c)))


@cached_by_hierarchy
def _augment(h: Hierarchy, true: frozenset[str], predicted: frozenset[str], augmentation: str, root: str) -> Sets:
    if root == "virtual":
        h = h.under_new_root()
    if augmentation == "none":
        sets = (true, predicted)
    elif augmentation == "descendants":
        sets = (h.downward_closure(true), h.downward_closure(predicted))
    else:
        sets = (h.closure(true), h.closure(predicted))
        if augmentation == "tolerant":
            sets = (_without_intolerable(sets[0], sets[1], h), _without_intolerable(sets[1], sets[0], h))
    if root == "omitted" and len(h.roots) == 1:
        sets = (sets[0] - set(h.roots), sets[1] - set(h.roots))
    return Sets(*sets, h.artificial_root if root == "virtual" else None)


def augment(case: Case, augmentation: str = "ancestors", root: str = "counted") -> Sets:
    """The augmented sets Y_aug and Ŷ_aug of a case.

    augmentation: "none"; "ancestors" (K15 Eq. 2, 3); "descendants" (Ipeirotis 2001); "tolerant"
    (Cesa-Bianchi 2006, K15 Eq. 4, 5: both drops look at the ancestor sets as they were before either).
    root: "counted"; "omitted", the one root is not counted (above several roots it is artificial, and
    not counted anyway); "virtual", one more root above all is counted.
    """
    return _augment(case.hierarchy, case.true, case.predicted, augmentation, root)
