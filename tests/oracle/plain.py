"""A case as plain sets, and what is said and drawn of it as plain texts and sets: the ground of `tests/oracle/said`.

In texts a class stands in brackets, ‹Pop›, and so do the classes behind a number of a formula: 2‹Arts, Pop›.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .brute import _ancestors, _climbs, _distance, _hierarchy, _lca, _shortest_climbs, _under_one_root

# A case


class Facts:
    """A case on plain sets: `true`, `predicted`, and the hierarchy as {class: {parent: weight}}.

    extra: what else the case carries, each as a case file has it: `paths`, `similarity`, `order`, `labels`.
    """

    def __init__(self, parents, true, predicted, extra=None):
        self.parents, self.true, self.predicted = parents, frozenset(true), frozenset(predicted)
        self.extra: Mapping[str, Any] = extra or {}

    @classmethod
    def of(cls, edges, true, predicted, classes=(), extra=None) -> Facts:
        return cls(_hierarchy(edges, classes), true, predicted, extra)

    @cached_property
    def under_new_root(self) -> Facts:
        """The case below one more root, which stands above all others."""
        return Facts(_under_one_root(self.parents), self.true, self.predicted, self.extra)

    @cached_property
    def rooted(self) -> Facts:
        """The case below one root: an artificial one where it has several."""
        return self if len(self.roots) == 1 else self.under_new_root

    @cached_property
    def artificial(self) -> str | None:
        """The root that `rooted` adds."""
        return None if self.rooted is self else self.rooted.root

    @cached_property
    def marked(self) -> frozenset[str]:
        return self.true | self.predicted

    def side(self, word: str) -> frozenset[str]:
        return self.true if word == "true" else self.predicted

    @cached_property
    def roots(self) -> frozenset[str]:
        return frozenset(c for c, above in self.parents.items() if not above)

    @property
    def root(self) -> str:
        """The only root."""
        (root,) = self.roots
        return root

    @cached_property
    def edges(self) -> frozenset[tuple[str, str]]:
        """(parent, child)."""
        return frozenset((p, c) for c, above in self.parents.items() for p in above)

    @cached_property
    def weighted(self) -> bool:
        return any(weight != 1 for above in self.parents.values() for weight in above.values())

    @cached_property
    def above(self) -> dict[str, frozenset[str]]:
        """The ancestors of every class."""
        return {c: frozenset(_ancestors(self.parents, c)) for c in self.parents}

    @cached_property
    def below(self) -> dict[str, frozenset[str]]:
        """The descendants of every class."""
        return {c: frozenset(d for d in self.parents if c in self.above[d]) for c in self.parents}

    def closure(self, classes: Iterable[str]) -> frozenset[str]:
        return frozenset(classes).union(*(self.above[c] for c in classes))

    @cached_property
    def pictured(self) -> frozenset[str]:
        """The classes of which pictures speak: all, or of more than 200 the marked ones and those above them."""
        return frozenset(self.parents) if len(self.parents) <= 200 else self.closure(self.marked)

    def children(self, c: str) -> frozenset[str]:
        return frozenset(d for d, above in self.parents.items() if c in above)

    # Below one root

    def distance(self, u: str, v: str) -> Fraction:
        return _distance(self.rooted.parents, u, v)

    def lcas(self, u: str, v: str) -> frozenset[str]:
        return frozenset(_lca(self.rooted.parents, u, v))

    def climbs(self, c: str, top: str) -> list[frozenset[str]]:
        """The classes on each of the shortest climbs from a class to one above it."""
        return _shortest_climbs(self.rooted.parents, c, top)

    @cached_property
    def edges_up(self) -> dict[str, dict[str, int]]:
        """The fewest edges from every class up to itself and to each of its ancestors, whatever these weigh."""
        return {
            c: {a: min(len(path) - 1 for path, _ in ways if path[-1] == a) for a in {path[-1] for path, _ in ways}}
            for c in self.parents
            for ways in [_climbs(self.parents, c)]
        }


# Texts


def cls(c: str) -> str:
    return f"‹{c}›"


def names(classes: Iterable[str], last: str = "and") -> str:
    """`‹A›, ‹B› and ‹C›`; semicolons part names that hold commas."""
    *first, end = sorted(classes)
    comma = "; " if any(", " in c for c in (*first, end)) else ", "
    return f"{comma.join(map(cls, first))} {last} {cls(end)}" if first else cls(end)


def some(classes: Iterable[str], most: int = 8, what: str = "classes") -> str:
    """Classes by name, or how many they are; nothing where there are none."""
    classes = set(classes)
    return "" if not classes else names(classes) if len(classes) <= most else f"{len(classes)} {what}"


def count(things: int, one: str = "class", many: str = "classes") -> str:
    return f"{things} {one if things == 1 else many}"


@cache
def num(value: Any, digits: int = 2) -> str:
    """A number with at most so many decimals, rounded half up; one figure of what would be 0 and is not."""
    if value is None:
        return "–"
    if isinstance(value, Fraction):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
    else:
        exact = round(Decimal(repr(float(value))), 10)
    rounded = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP).normalize()
    return f"{float(value):.1g}" if not rounded and value else "0" if not rounded else f"{rounded:f}"


def counted(classes: Iterable[str]) -> str:
    """A number of a formula that counts classes."""
    classes = set(classes)
    return amount(len(classes), classes)


def amount(value: Any, classes: Iterable[str], digits: int = 2) -> str:
    """A number of a formula that classes bring."""
    classes = sorted(set(classes))
    return num(value, digits) + (f"‹{', '.join(classes)}›" if classes else "")


def empty_sides(f: Facts) -> list[str]:
    """Notes that every measure has where nothing is true, or nothing predicted."""
    empty = [side for side in ("true", "predicted") if not f.side(side)]
    return [f"No {side} class: the value follows the convention for an empty side." for side in empty]


class Alternatives:
    """Texts of which one is shown, each with the condition under which it is, both over the same names of a moment.

    `used`: the texts that some case has reached.
    """

    def __init__(self, rows: Iterable[tuple[str, str]]):
        self.rows = [
            (text, compile(f"({when})", when, "eval"), compile(f"f'''{text}'''", text, "eval")) for when, text in rows
        ]
        self.used = set[str]()

    def said(self, **moment: Any) -> str:
        """The text of a moment: of the one alternative whose condition holds."""
        known = _WORDS | moment
        hold = [(text, shown) for text, when, shown in self.rows if eval(when, known)]
        assert len(hold) == 1, f"{len(hold)} alternatives hold of {moment}: {hold}"
        self.used.add(hold[0][0])
        said: str = eval(hold[0][1], known)
        return said


_WORDS: dict[str, Any] = {"names": names, "some": some, "count": count, "num": num, "cls": cls, "amount": amount}


def tables(family: str) -> dict[str, Alternatives]:
    """The tables of `said/family.md`, by their headings: when, text. `–` is no text."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (Path(__file__).parent / "said" / f"{family}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found[line[3:]] = []
        elif line.startswith("| ") and not line.startswith("| when"):
            when, text = line.strip("| ").split(" | ")
            rows.append((when, text.replace("–", "") if text == "–" else text))
    return {heading: Alternatives(rows) for heading, rows in found.items()}


# Pictures and steps, as dictionaries that can be compared


def picture(title: str, **roles: Any) -> dict[str, Any]:
    """A picture of the hierarchy: its title, and in each role the classes, edges or texts; empty roles are left out.

    t, p: classes on a side, those of both sides in both.  about: outlined.  quiet, dropped.  lca: with the sign.
    values: what is written into classes.  t_edges, p_edges.  links: (predicted, true, label, chosen).  root: an
    artificial root that is drawn.  marks, tints, picks: what else looks say.
    """
    return {"title": title, **{role: what for role, what in roles.items() if what}}


def columns(title: str, lists: Iterable[tuple[str, str, list]], links: Any = ()) -> dict[str, Any]:
    """Columns of classes, each (heading, side, classes), perhaps with links between them."""
    return {"title": title, "columns": list(lists), **({"links": list(links)} if links else {})}


def step(title: str, text: str, *pictures: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A step: title, text, pictures; more: formula, fact (its two halves), aside (lines beside the formula)."""
    return {"title": title, "text": text, "pictures": list(pictures), **{k: what for k, what in more.items() if what}}
