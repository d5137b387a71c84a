"""Ways to count one number over data: a value on each of the axes on which tools and papers differ.

The text of a counting names the axes that are not at their default: `F[closed, root=counted, instance]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from ..errors import MeasureError, quoted, suggestion
from ..languages import N_, _

# The first value of each axis is the default.
AXES: Mapping[str, tuple[str, ...]] = {
    "sets": (
        *("closed", "given", "reduced", "truth-closed", "paths", "paths as given", "constrained"),
        *("level", "layers", "layers as sets", "pairs"),
    ),
    "root": ("omitted", "counted", "virtual"),
    "average": ("pooled", "instance", "class", "union", "mistakes", "class means"),
    "f": ("each", "means"),
    "classes": ("all", "seen", "true", "split"),
    "class_weight": ("equal", "support"),
    "zero": ("0", "1", "skip", "nan", "error"),
    "absent": ("none", "drop", "drop-both", "wrong", "carry"),
    "unknown": ("own", "ignored", "instance out"),
    "weight": ("1", "IA", "information"),
    "names": ("class", "path", "name"),
    "duplicates": ("set", "gold list", "both lists"),
}
PRF = ("P", "R", "F")
BETAS = {"F": 1.0, "F0.5": 0.5, "F2": 2.0}
OF_INSTANCES = ("Jaccard", "exact", "Hamming", "SDL")
OF_PAIRS = ("edges", "LCA height", "1 - LCA height", "Wu-Palmer")
PENALISED = "penalised F"  # of one tool alone; never a choice for a paper
QUANTITIES = (*PRF, "F0.5", "F2", *OF_INSTANCES, *OF_PAIRS, PENALISED)
NUMBERED = ("level", "layers", "layers as sets")
LOWER = frozenset({"Hamming", "SDL", "edges", "LCA height"})
_LONGEST = 300  # characters of a text


@dataclass(frozen=True)
class Counting:
    """A way to count over instances, one value on each axis."""

    sets: str = "closed"
    """Which classes of an instance are compared, such as "closed", with all ancestors."""
    level: int = 0
    """The level that is compared, from 1 on, for `sets` that have one; else 0."""
    root: str = "omitted"
    """Whether the root is omitted, counted, or a virtual one is added and counted."""
    average: str = "pooled"
    """What is averaged or pooled: instances, classes, or all counts together."""
    f: str = "each"
    """Whether F is taken of each instance or class, or of the mean precision and recall."""
    classes: str = "all"
    """The classes that an average over classes takes."""
    class_weight: str = "equal"
    """Whether classes weigh the same in an average, or by their number of true instances."""
    zero: str = "0"
    """What 0/0 counts: a number, left out, undefined, or an error."""
    absent: str = "none"
    """What an instance counts that lacks an answer on a level."""
    unknown: str = "own"
    """What a class outside the hierarchy counts."""
    weight: str = "1"
    """Weight of each class in the sums."""
    names: str = "class"
    """What makes two classes the same: the class, its path, or its last name."""
    duplicates: str = "set"
    """Whether a label that is given twice counts once or twice."""
    swap: bool = False
    """Whether precision and recall are exchanged."""

    def __str__(self) -> str:
        words = []
        for field in fields(self):
            value, name = getattr(self, field.name), field.name
            if name == "sets":
                words.append(f"{value} {self.level}" if self.level else value)
            elif name != "level" and value != field.default:
                bare = name in ("average", "absent") or name == "swap"
                words.append("swap" if name == "swap" else value if bare else f"{name}={value}")
        return ", ".join(words)

    @property
    def count_differing_axes(self) -> int:
        """The number of axes on which the counting differs from hierview's own means."""
        return sum(getattr(self, field.name) != getattr(OWN, field.name) for field in fields(self))

    @property
    def is_fault(self) -> bool:
        """Whether no paper should count so: all sets united, P and R exchanged, answers left out, labels twice."""
        out = self.unknown == "instance out" or self.absent == "drop-both"
        return self.swap or self.average == "union" or out or self.duplicates != "set"

    def with_text(self, text: str) -> Counting:
        """The counting changed as a text says, such as "given, root=counted". Raises MeasureError."""
        changes: dict[str, str | int | bool] = {}
        for word in filter(None, map(str.strip, text[:_LONGEST].split(","))):
            changes |= _parse_change(word)
        return replace(self, **changes)  # type: ignore[arg-type]


OWN = Counting(root="counted", average="instance")  # hierview's own means


@dataclass(frozen=True)
class CountedQuantity:
    """A quantity under a counting: one number over data."""

    quantity: str
    """The quantity, such as "F"."""
    counting: Counting
    """The way in which it is counted."""

    def __str__(self) -> str:
        return f"{self.quantity}[{self.counting}]"

    @property
    def in_words(self) -> str:
        """The plain words on how the quantity is counted."""
        return claim_words(self.counting, self.quantity)


def parse_counted_quantity(text: str) -> CountedQuantity:
    """The counted quantity that a text names. Raises MeasureError with what is accepted.

    >>> str(parse_counted_quantity("F[root=counted, instance]")), parse_counted_quantity("F").counting == Counting()
    ('F[closed, root=counted, instance]', True)
    """
    match = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", text.strip()[:_LONGEST])
    if match is None or match[1].strip() not in QUANTITIES:
        name = text.partition("[")[0].strip()
        raise MeasureError(
            f"{quoted(text)} is no way to count{suggestion(name, QUANTITIES)}; one such as F[closed, root=omitted, "
            f"pooled] is, of {', '.join(QUANTITIES)}"
        )
    return CountedQuantity(match[1].strip(), Counting().with_text(match[2] or ""))


def _parse_change(word: str) -> dict[str, str | int | bool]:
    """What a word of a counting's text says, as fields."""
    axis, sign, value = (part.strip() for part in word.partition("="))
    if not sign:
        axis, value = next(((name, word) for name, values in AXES.items() if word in values), ("", word))
    if word == "swap":
        return {"swap": True}
    if numbered := re.fullmatch(rf"({'|'.join(NUMBERED)}) (\d{{1,4}})", word):
        return {"sets": numbered[1], "level": int(numbered[2])}
    if value not in AXES.get(axis, ()):
        known = AXES.get(axis) or tuple(f"{name}={one}" for name, values in AXES.items() for one in values)
        raise MeasureError(f"{quoted(word)} is on no axis{suggestion(value, known)}; known are {', '.join(known)}")
    return {axis: value}


# In words


_AVERAGES = {
    "pooled": N_("All instances in one sum"),
    "instance": N_("Mean over instances"),
    "class": N_("Mean over classes"),
    "union": N_("The sets of all instances united first"),
    "mistakes": N_("Mean over mistakes"),
    "class means": N_("Mean over the means of the true classes"),
}
_MEANS = {
    "instance": N_("F of mean P and mean R"),
    "class": N_("F of mean P and mean R over classes"),
}
_CLASSES = {
    "all": N_("those that never occur included"),
    "seen": N_("those that are true or predicted somewhere"),
    "true": N_("those that are true somewhere"),
    "split": N_("P over predicted, R and F over true ones"),
}
_SETS = {
    "given": N_("classes as given, without ancestors"),
    "reduced": N_("only the most specific classes of each set"),
    "truth-closed": N_("ancestors added to the true classes alone"),
    "paths": N_("whole paths down to leaves"),
    "paths as given": N_("whole paths down to leaves, every class of which must be answered"),
    "constrained": N_("a class is right only with all its ancestors"),
    "level": N_("level {level} alone"),
    "layers": N_("layers from the leaves up to {level}, each with how often it is reached"),
    "layers as sets": N_("layers from the leaves up to {level}"),
}
_ROOTS = {
    "omitted": N_("the root left out"),
    "counted": N_("the root counted"),
    "virtual": N_("one more root counted above all"),
}
_OTHERS: Mapping[str, Mapping[str, str]] = {  # of the other axes, what is not the usual
    "absent": {
        "drop": N_("without instances whose truth ends above"),
        "drop-both": N_("without instances whose truth or answer ends above"),
        "wrong": N_("a branch that ends above counts as a class of its own"),
        "carry": N_("the last class of a branch stands for what is missing below"),
    },
    "zero": {
        "1": N_("0/0 is 1"),
        "skip": N_("0/0 left out of the mean"),
        "nan": N_("0/0 makes it undefined"),
        "error": N_("0/0 ends with an error"),
    },
    "unknown": {
        "ignored": N_("unknown classes ignored"),
        "instance out": N_("instances with unknown classes left out"),
    },
    "weight": {
        "IA": N_("classes weighted by their information accretion"),
        "information": N_("classes weighted by their information"),
    },
    "names": {
        "path": N_("classes of one name at one level are one class"),
        "name": N_("classes of one name are one class"),
    },
    "duplicates": {
        "gold list": N_("a true label that is given twice counts twice"),
        "both lists": N_("a label that is given twice counts twice"),
    },
}
_QUANTITIES = {
    "exact": N_("Share of instances that are wholly right"),
    "Jaccard": N_("Jaccard index, mean over instances"),
    "Hamming": N_("Wrong classes per instance, over the number of all classes"),
    "SDL": N_("Wrong classes per instance"),
    "edges": N_("edges between the two classes"),
    "LCA height": N_("height of the lowest common ancestor"),
    "1 - LCA height": N_("one minus the height of the lowest common ancestor, as a share of the greatest"),
    "Wu-Palmer": N_("similarity by Wu and Palmer"),
    "penalised F": N_("F times a penalty that can exceed 1"),
}
ROOTED = ("closed", "given", "truth-closed", "reduced")


def claim_words(counting: Counting, quantity: str = "F") -> str:
    """The plain words, to be read aloud, on how a quantity is counted.

    >>> claim_words(Counting(average="class", classes="seen"))
    'Mean over classes, those that are true or predicted somewhere, the root left out'
    """
    c, of_pairs = counting, counting.sets == "pairs"
    first = _(_AVERAGES[c.average])
    if c.f == "means" and quantity in BETAS:
        first = _(_MEANS[c.average])
    if quantity in _QUANTITIES and not of_pairs:
        first = _(_QUANTITIES[quantity])
    parts = [first]
    if of_pairs:
        parts.append(_(_QUANTITIES[quantity]))
    elif c.average == "class":
        weighted = [_("each weighted by how often it is true")] if c.class_weight == "support" else []
        parts += [*weighted, _(_CLASSES[c.classes])]
    if c.sets in _SETS:
        parts.append(_(_SETS[c.sets], level=c.level))
    if c.sets in ROOTED and (c.sets != "given" or c.root == "omitted"):
        parts.append(_(_ROOTS[c.root]))
    for axis, words in _OTHERS.items():
        if (value := getattr(c, axis)) in words:
            parts.append(_(words[value]))
    if c.swap:
        parts.append(_("precision and recall exchanged"))
    return ", ".join(parts)
