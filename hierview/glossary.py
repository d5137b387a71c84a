"""Terms of this field, each in a sentence: for whoever meets one in a sentence or under a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .languages import _, cached_per_language


@dataclass(frozen=True)
class Term:
    """A term and what it means."""

    name: str
    """The term."""
    says: str
    """Meaning of the term."""
    written: str = ""
    """Its forms in sentences, parted by bars, as one text of the interface."""

    @property
    def forms(self) -> tuple[str, ...]:
        """How it is written in English sentences, and in those of the language that is spoken; symbols are the same.

        One in capitals is met in capitals alone.
        """
        return tuple(
            dict.fromkeys(form for text in (self.written, _(self.written)) if text for form in text.split(" | "))
        )

    @cached_property
    def key(self) -> str:
        """The term as an id, of letters, digits and hyphens."""
        return re.sub(r"\W+|_", "-", self.name.replace("Ŷ", "Yhat").lower()).strip("-")


TERMS: tuple[Term, ...] = (
    # The hierarchy
    Term("root", "The class at the top, which has no parent.", "root | roots"),
    Term("leaf", "A class at the bottom, which has no child.", "leaf | leaves of the hierarchy"),
    Term("edge", "One line of the hierarchy, from a parent down to a child.", "edge | edges"),
    Term("DAG", "A hierarchy in which a class may have several parents, and no way leads back to its start.", "DAG"),
    Term("ancestor", "A class that is reached by going up, from parent to parent.", "ancestor | ancestors"),
    Term("descendant", "A class that is reached by going down, from child to child.", "descendant | descendants"),
    Term("closure", "Some classes together with all their ancestors.", "closure | closures"),
    Term("artificial class", "A class that is not in the data, such as a root drawn above several roots."),
    Term(
        "classes not drawn",
        "So many classes in which nothing is marked or counted, standing as one; no number changes.",
    ),
    Term(
        "long-distance step",
        "The hierarchy is shortened until no two marked classes are farther apart than a given distance.",
        "long-distance step",
    ),
    # The two sides
    Term("true", "A class that the thing really belongs to."),
    Term("predicted", "A class that the classifier put the thing into."),
    Term("true and predicted", "A class that the classifier got right."),
    Term("side", "The true or the predicted classes, with all that the measure adds to them.", "side | sides"),
    Term("true side", "The true classes, with all that the measure adds to them.", "true side"),
    Term("predicted side", "The predicted classes, with all that the measure adds to them.", "predicted side"),
    Term(
        "augmented set",
        "One side's classes with those that the measure adds, mostly all their ancestors.",
        "augmented set | augmented sets | augmented | Y_aug | Ŷ_aug",
    ),
    Term("Y", "The true classes.", "Y"),
    Term("Ŷ", "The predicted classes.", "Ŷ"),
    Term("symmetric difference", "The classes that are in exactly one of two sets.", "symmetric difference | △"),
    Term(
        "over-specialisation", "Predicting a class below the true one: too specific.", "over-specialisation | too deep"
    ),
    Term(
        "under-specialisation",
        "Predicting a class above the true one: too general.",
        "under-specialisation | not deep enough",
    ),
    Term(
        "specificity",
        "How much it tells to belong to a class: the deeper or rarer the class, the more. (Not the specificity of "
        "medical tests.)",
        "specificity | information content",
    ),
    # Distances and climbs
    Term(
        "distance",
        "The number of edges on the shortest way between two classes; where edges have weights, their sum.",
        "distance | distances",
    ),
    Term("climb", "A way up from a class, from parent to parent.", "climb | climbs | climbed | climbing"),
    Term(
        "lowest common ancestor",
        "The LCA of two classes: where the shortest way between them stops going up and turns down. With several "
        "parents to a class, there may be more than one.",
        "lowest common ancestor | lowest common ancestors | common ancestor | common ancestors | LCA | LCAs",
    ),
    Term(
        "LCA graph",
        "All climbs of one side's classes to their lowest common ancestors.",
        "LCA graph | LCA graphs | G_t | G_p",
    ),
    Term("extended graphs", "The LCA graphs with every lowest common ancestor that was found.", "extended graphs"),
    Term(
        "minimal graphs",
        "The LCA graphs with as few lowest common ancestors as leave each class one.",
        "minimal graphs",
    ),
    Term("path of the true side", "Lines that the true side goes along."),
    Term("path of the predicted side", "Lines that the predicted side goes along."),
    # Pairs
    Term("pairing", "Which true class answers for which predicted one.", "pairing | pairings"),
    Term("pair", "A predicted and a true class that answer for each other; the number at it is its cost."),
    Term("pair only considered", "Two classes that could answer for each other; the number is what that would cost."),
    Term("may be paired", "Two classes that could answer for each other; the number is what that would cost."),
    Term("left to the default", "This class answers to no other; it pays the default cost."),
    Term("cost", "What a pair adds to the error, mostly the distance of its two classes.", "cost | costs"),
    Term(
        "default class",
        "A stand-in for the partner of a class that is left alone; to be paired with it costs D_max.",
        "default class | default classes | default",
    ),
    Term(
        "DT, the true side's default",
        "The default class for predicted classes that no true class answers to.",
        "DT | D_T",
    ),
    Term(
        "DP, the predicted side's default",
        "The default class for true classes that no predicted class answers to.",
        "DP | D_P",
    ),
    Term(
        "default cost", "D_max: what a class pays that is left alone. It is a setting.", "default cost | D_max | Dₘₐₓ"
    ),
    Term("farthest pair", "The longest distance at which two classes may be paired. It is a setting.", "farthest pair"),
    Term("f_error", "What all pairs of the cheapest pairing cost together.", "f_error"),
    Term(
        "flow",
        "How many units go along a line from the source to the sink. A unit between two classes is a pair, so the "
        "cheapest flow is the cheapest pairing.",
        "flow | flows",
    ),
    Term(
        "[least; most] units",
        "How many units of flow a line has to carry, and how many it may: at least 1 where a class must be paired.",
        "bounds",
    ),
    # Marks of a picture
    Term("in focus", "What the sentence above is about."),
    Term("dropped", "Was found first and is not needed, so it is not counted."),
    Term("the darker, the worse", "The number in the class is a score; its ground is darker where it is worse."),
    # Counts along paths
    Term("TP", "A class rightly predicted: on the true and on the predicted path.", "TP"),
    Term("FP", "A class wrongly predicted: on the predicted path alone.", "FP"),
    Term("FN", "A class that was missed: on the true path alone.", "FN"),
    Term("TN", "A class that was rightly passed by.", "TN"),
    Term("TIE", "The distance between one true and one predicted class.", "TIE"),
)


_BY_NAME = {term.name: term for term in TERMS}


def term(name: str) -> Term:
    """The term of that name; a KeyError where there is none."""
    return _BY_NAME[name]


@cached_per_language
def _forms() -> tuple[dict[str, Term], re.Pattern[str]]:
    """Every written form with its term, and a pattern that finds the longest ones first."""
    forms = {form: term for term in TERMS for form in term.forms}
    either = "|".join(
        # What begins a sentence is written with a capital.
        re.escape(form) if not form.islower() else f"(?i:{re.escape(form[0])}){re.escape(form[1:])}"
        for form in sorted(forms, key=len, reverse=True)
    )
    return forms, re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


def term_of(symbol: str) -> Term | None:
    """The term that a symbol stands for, such as `D_max`."""
    return _forms()[0].get(symbol)


def term_pieces(text: str) -> Iterator[tuple[str, Term | None]]:
    """The pieces of a text, each with the term that it is, if it is one.

    >>> [(piece, term and term.name) for piece, term in term_pieces("The climbs meet.")]
    [('The ', None), ('climbs', 'climb'), (' meet.', None)]
    """
    forms, pattern = _forms()
    start = 0
    for match in pattern.finditer(text):
        if start < match.start():
            yield text[start : match.start()], None
        written = match.group()
        yield written, forms.get(written) or forms[written[0].lower() + written[1:]]
        start = match.end()
    if start < len(text):
        yield text[start:], None
