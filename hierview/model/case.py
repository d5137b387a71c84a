"""The problem: a hierarchy with the true and the predicted classes of one instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal, Self

from ..errors import CaseError, quoted, suggestion
from .extra import Extra
from .hierarchy import Hierarchy

_SAME: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Published:
    """A value as somebody printed it, and why it differs from the definition, if it does."""

    printed: str
    """The value as it stands in print, with the digits that are given there."""
    because: str = ""
    """Why it differs from the definition; "" where it does not."""


@dataclass(frozen=True)
class Draft:
    """A hierarchy and marks that may still be unfinished: empty, or with nothing marked.

    Marks are checked against the hierarchy; the rest of the fields are what a case file may hold.
    `positions` holds (class, x, y), where somebody put a class; `stood` (class, x), how far right it stood when the
    hierarchy was last edited, so that the drawing keeps still; `published` (measure text or measure text + ".part",
    Published).
    """

    hierarchy: Hierarchy
    """The hierarchy of all classes."""
    true: frozenset[str] = frozenset()
    """The true classes; each is in the hierarchy."""
    predicted: frozenset[str] = frozenset()
    """The predicted classes; each is in the hierarchy."""
    name: str = ""
    """Name of the case in lists and files; "" for none."""
    source: str = ""
    """Origin of the case, such as a paper and its figure."""
    note: str = ""
    """Remark on the case, as plain text."""
    measures: tuple[str, ...] = ()
    """Texts of the measures that the case is about, in the order in which they are shown."""
    published: tuple[tuple[str, Published], ...] = ()
    """Printed values, each with the text of its measure, or this text and ".part"."""
    positions: tuple[tuple[str, float, float], ...] = ()
    """Where somebody put classes: class, x and y."""
    artificial: frozenset[str] = frozenset()
    """Classes that were added and are not of the data, such as a common root."""
    extra: Extra = Extra()
    """Paths, scores and other numbers that some measures and rules need."""
    stood: tuple[tuple[str, float], ...] = ()
    """How far right each class stood when the hierarchy was last edited, so that the drawing keeps still."""

    def __post_init__(self) -> None:
        for side in ("true", "predicted", "artificial"):
            marked = getattr(self, side)
            if isinstance(marked, str):
                raise CaseError(f"{side} must be several class names, not the one text {quoted(marked)}")
            object.__setattr__(self, side, frozenset(marked))
            if unknown := [c for c in map(str, marked) if c not in self.hierarchy]:
                c, word = min(unknown), {"artificial": "artificial class"}.get(side, f"{side} class")
                raise CaseError(f"{word} {quoted(c)} is not in the hierarchy{suggestion(c, self.hierarchy.classes)}")

    def __repr__(self) -> str:
        """One line, however large it is."""
        h = self.hierarchy
        what = _texts_or_count([f"{parent}>{child}" for parent, child in h.edges] or h.classes, "edges")
        sides = "".join(f"; {s} {_texts_or_count(sorted(getattr(self, s)), 'classes')}" for s in ("true", "predicted"))
        return f"<{type(self).__name__}{f' {quoted(self.name)}' * bool(self.name)}: {what}{sides}>"

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def case(self) -> Case:
        """The finished case, or a CaseError that says what is missing."""
        return Case(**self._fields())

    def unfinished(self) -> Draft:
        """A plain draft with the same fields. It equals no `Case`: a draft and a case are never equal."""
        return Draft(**self._fields())

    @property
    def marked(self) -> tuple[str, ...]:
        """All marked classes, by name."""
        return tuple(sorted(self.true | self.predicted))

    def mark(self, c: str) -> Literal["true", "predicted", "both", "none"]:
        """`true`, `predicted`, `both` or `none`."""
        if c in self.true:
            return "both" if c in self.predicted else "true"
        return "predicted" if c in self.predicted else "none"

    def fields_on(self, hierarchy: Hierarchy, renamed: Mapping[str, str] = _SAME) -> dict[str, Any]:
        """The fields that speak of classes, on another hierarchy: with new names, and without classes that are gone."""
        there, now = hierarchy._index, renamed.get

        def still(names: Iterable[str]) -> frozenset[str]:
            return frozenset(name for c in names if (name := now(c, c)) in there)

        return {
            "hierarchy": hierarchy,
            "true": still(self.true),
            "predicted": still(self.predicted),
            "artificial": still(self.artificial),
            "positions": tuple((now(c, c), x, y) for c, x, y in self.positions if now(c, c) in there),
            "stood": tuple((now(c, c), x) for c, x in self.stood if now(c, c) in there),
            "extra": self.extra.for_hierarchy(hierarchy, renamed),
        }

    def sides_with(self, c: str, mark: str) -> dict[str, frozenset[str]]:
        """The true and the predicted classes by side, where `c` has the mark "true", "predicted", "both" or "none"."""
        return {
            side: marked | {c} if mark in (side, "both") else marked - {c}
            for side, marked in (("true", self.true), ("predicted", self.predicted))
        }

    def edited(self, **changes: Any) -> Self:
        """The case with another hierarchy or other marks: what was said and published of it no longer holds.

        With another prediction the answers that were told level by level, or lie outside, do not hold, either.
        """
        answered = self.extra.levels or self.extra.unknown
        if answered and changes.get("predicted", self.predicted) != self.predicted and "extra" not in changes:
            changes["extra"] = replace(self.extra, levels=(), unknown=())
        return replace(self, **changes, published=(), source="", note="")

    def neighbourhood(self, most: int) -> Self:
        """The case itself, or where it has more than `most` classes, what lies around the marked ones.

        That is the marked classes with all their ancestors and the paths between: all that distances, closures upwards
        and LCAs depend on; nothing where nothing is marked.
        """
        if len(self.hierarchy) <= most:
            return self
        near = self.hierarchy.restricted(self.hierarchy.closure(self.true | self.predicted))
        return replace(self, **self.fields_on(near))


def _texts_or_count(texts: Sequence[str], what: str) -> str:
    """A few texts, or how many there are."""
    return (", ".join(texts) or "none") if len(texts) <= 12 else f"{len(texts):,} {what}"


@dataclass(frozen=True, repr=False)
class Case(Draft):
    """A finished problem: at least one class is marked.

    One side may be empty (an instance without any predicted class is still an answer); both may not.
    Immutable and hashable. Make one from plain data with `Case.of`.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.true and not self.predicted:
            raise CaseError("no class is marked; mark at least one true or predicted class")

    def _repr_svg_(self) -> str:
        """The drawing, which a notebook shows."""
        # What draws stands above this room, which names it nowhere else and loads it when a notebook asks.
        return str(import_module(f"{__name__.partition('.')[0]}.notebook").case_svg(self))

    @classmethod
    def of(
        cls,
        edges: Hierarchy | Iterable[Sequence[Any]],
        true: Iterable[str],
        predicted: Iterable[str],
        classes: Iterable[str] = (),
        **rest: Any,
    ) -> Case:
        """A case of edges as for `Hierarchy.from_edges`, or a hierarchy, of the marked classes and of further fields.

        >>> Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]).marked
        ('Music', 'Theater')
        """
        hierarchy = edges if isinstance(edges, Hierarchy) else Hierarchy.from_edges(edges, classes)
        return cls(hierarchy, true, predicted, **rest)  # type: ignore[arg-type]

    @property
    def published_values(self) -> Mapping[str, Published]:
        """The printed values by measure text."""
        return dict(self.published)


def long_distance(case: Case, k: int) -> Case:
    """The case cut above its marked classes so that no two are farther apart than `k` edges.

    k: even, at least 2; anything else is a CaseError. Does nothing where every marked class is within
    distance k of the nearest class of the other set, or where one side is empty. Otherwise each marked
    class keeps its ancestors at fewer than k/2 climbs (counted in edges), and one artificial root
    stands above whatever lost its parents and above every class at climb k/2 - 1; new edges weigh 1.
    Published values, positions, root paths and probabilities do not survive; scores, similarities and
    neighbours of kept classes do. Near classes are cut too: a distance within k can rise, up to k.
    Source: K15 §3.6 and §4.3, read so that it serves one pair and whole data sets alike.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 2 or k % 2:
        raise CaseError(f"the long-distance limit k must be an even number from 2 on, not {quoted(k)}")
    h = case.hierarchy
    sides = ((case.true, case.predicted), (case.predicted, case.true))
    if (
        not case.true
        or not case.predicted
        or all(min(h.distance(c, other) for other in others) <= k for own, others in sides for c in own)
    ):
        return case
    near: set[str] = set()
    top: set[str] = set()
    for c in case.marked:
        level, reached = {c}, {c}
        for climb in range(k // 2):
            near |= level
            if climb == k // 2 - 1:
                top |= level
            level = {p for x in level for p in h.parents(x)} - reached
            reached |= level
    rest = h.restricted(near)
    root = h.free_name()
    under_root = [c for c in rest.classes if c in top or not rest.parents(c)]
    weights = {(root, c): Fraction(1) for c in under_root} | dict(rest.weights)
    cut = Hierarchy((root, *rest.classes), weights).labelled(rest.labels)
    return case.edited(
        hierarchy=cut,
        positions=(),
        stood=(),
        artificial=(case.artificial & near) | {root},
        extra=case.extra.for_cut_hierarchy(cut),
    )


def case_line(case: Case) -> str:
    """A case in a line: its edges, then its marks."""
    edges = ", ".join(f"{a}>{b}" for a, b in case.hierarchy.edges) or ", ".join(case.hierarchy.classes)
    true, predicted = (", ".join(sorted(side)) or "none" for side in (case.true, case.predicted))
    return f"{edges}; true {true}; predicted {predicted}"
