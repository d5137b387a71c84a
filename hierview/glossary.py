"""Terms of this field, each in a sentence: for whoever meets one in a sentence or under a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .languages import N_, _, by_language


@dataclass(frozen=True)
class Term:
    """A term and what it means. written: its forms in sentences, parted by bars, as one text of the interface."""

    name: str
    says: str
    written: str = ""

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
    Term(N_("root"), N_("The class at the top, which has no parent."), N_("root | roots")),
    Term(N_("leaf"), N_("A class at the bottom, which has no child."), N_("leaf | leaves of the hierarchy")),
    Term(N_("edge"), N_("One line of the hierarchy, from a parent down to a child."), N_("edge | edges")),
    Term(
        N_("DAG"),
        N_("A hierarchy in which a class may have several parents, and no way leads back to its start."),
        "DAG",
    ),
    Term(
        N_("ancestor"),
        N_("A class that is reached by going up, from parent to parent."),
        N_("ancestor | ancestors"),
    ),
    Term(
        N_("descendant"),
        N_("A class that is reached by going down, from child to child."),
        N_("descendant | descendants"),
    ),
    Term(N_("closure"), N_("Some classes together with all their ancestors."), N_("closure | closures")),
    Term(N_("artificial class"), N_("A class that is not in the data, such as a root drawn above several roots.")),
    Term(
        N_("classes not drawn"),
        N_("So many classes in which nothing is marked or counted, standing as one; no number changes."),
    ),
    Term(
        N_("long-distance step"),
        N_("The hierarchy is shortened until no two marked classes are farther apart than a given distance."),
        N_("long-distance step"),
    ),
    # The two sides
    Term(N_("true"), N_("A class that the thing really belongs to.")),
    Term(N_("predicted"), N_("A class that the classifier put the thing into.")),
    Term(N_("true and predicted"), N_("A class that the classifier got right.")),
    Term(
        N_("side"), N_("The true or the predicted classes, with all that the measure adds to them."), N_("side | sides")
    ),
    Term(N_("true side"), N_("The true classes, with all that the measure adds to them."), N_("true side")),
    Term(
        N_("predicted side"), N_("The predicted classes, with all that the measure adds to them."), N_("predicted side")
    ),
    Term(
        N_("augmented set"),
        N_("One side's classes with those that the measure adds, mostly all their ancestors."),
        N_("augmented set | augmented sets | augmented | Y_aug | Ŷ_aug"),
    ),
    Term("Y", N_("The true classes."), "Y"),
    Term("Ŷ", N_("The predicted classes."), "Ŷ"),
    Term(
        N_("symmetric difference"),
        N_("The classes that are in exactly one of two sets."),
        N_("symmetric difference | △"),
    ),
    Term(
        N_("over-specialisation"),
        N_("Predicting a class below the true one: too specific."),
        N_("over-specialisation | too deep"),
    ),
    Term(
        N_("under-specialisation"),
        N_("Predicting a class above the true one: too general."),
        N_("under-specialisation | not deep enough"),
    ),
    Term(
        N_("specificity"),
        N_(
            "How much it tells to belong to a class: the deeper or rarer the class, the more. (Not the specificity of "
            "medical tests.)"
        ),
        N_("specificity | information content"),
    ),
    # Distances and climbs
    Term(
        N_("distance"),
        N_("The number of edges on the shortest way between two classes; where edges have weights, their sum."),
        N_("distance | distances"),
    ),
    Term(N_("climb"), N_("A way up from a class, from parent to parent."), N_("climb | climbs | climbed | climbing")),
    Term(
        N_("lowest common ancestor"),
        N_(
            "The LCA of two classes: where the shortest way between them stops going up and turns down. With several "
            "parents to a class, there may be more than one."
        ),
        N_("lowest common ancestor | lowest common ancestors | common ancestor | common ancestors | LCA | LCAs"),
    ),
    Term(
        N_("LCA graph"),
        N_("All climbs of one side's classes to their lowest common ancestors."),
        N_("LCA graph | LCA graphs | G_t | G_p"),
    ),
    Term(
        N_("extended graphs"),
        N_("The LCA graphs with every lowest common ancestor that was found."),
        N_("extended graphs"),
    ),
    Term(
        N_("minimal graphs"),
        N_("The LCA graphs with as few lowest common ancestors as leave each class one."),
        N_("minimal graphs"),
    ),
    Term(N_("path of the true side"), N_("Lines that the true side goes along.")),
    Term(N_("path of the predicted side"), N_("Lines that the predicted side goes along.")),
    # Pairs
    Term(N_("pairing"), N_("Which true class answers for which predicted one."), N_("pairing | pairings")),
    Term(N_("pair"), N_("A predicted and a true class that answer for each other; the number at it is its cost.")),
    Term(
        N_("pair only considered"),
        N_("Two classes that could answer for each other; the number is what that would cost."),
    ),
    Term(N_("may be paired"), N_("Two classes that could answer for each other; the number is what that would cost.")),
    Term(N_("left to the default"), N_("This class answers to no other; it pays the default cost.")),
    Term(N_("cost"), N_("What a pair adds to the error, mostly the distance of its two classes."), N_("cost | costs")),
    Term(
        N_("default class"),
        N_("A stand-in for the partner of a class that is left alone; to be paired with it costs D_max."),
        N_("default class | default classes | default"),
    ),
    Term(
        N_("DT, the true side's default"),
        N_("The default class for predicted classes that no true class answers to."),
        "DT | D_T",
    ),
    Term(
        N_("DP, the predicted side's default"),
        N_("The default class for true classes that no predicted class answers to."),
        "DP | D_P",
    ),
    Term(
        N_("default cost"),
        N_("D_max: what a class pays that is left alone. It is a setting."),
        N_("default cost | D_max | Dₘₐₓ"),
    ),
    Term(
        N_("farthest pair"),
        N_("The longest distance at which two classes may be paired. It is a setting."),
        N_("farthest pair"),
    ),
    Term(N_("f_error"), N_("What all pairs of the cheapest pairing cost together."), N_("f_error")),
    Term(
        N_("flow"),
        N_(
            "How many units go along a line from the source to the sink. A unit between two classes is a pair, so the "
            "cheapest flow is the cheapest pairing."
        ),
        N_("flow | flows"),
    ),
    Term(
        N_("[least; most] units"),
        N_("How many units of flow a line has to carry, and how many it may: at least 1 where a class must be paired."),
        N_("bounds"),
    ),
    # Marks of a picture
    Term(N_("in focus"), N_("What the sentence above is about.")),
    Term(N_("dropped"), N_("Was found first and is not needed, so it is not counted.")),
    Term(
        N_("the darker, the worse"), N_("The number in the class is a score; its ground is darker where it is worse.")
    ),
    # Counts along paths
    Term("TP", N_("A class rightly predicted: on the true and on the predicted path."), "TP"),
    Term("FP", N_("A class wrongly predicted: on the predicted path alone."), "FP"),
    Term("FN", N_("A class that was missed: on the true path alone."), "FN"),
    Term("TN", N_("A class that was rightly passed by."), "TN"),
    Term(N_("TIE"), N_("The distance between one true and one predicted class."), "TIE"),
)

_BY_NAME = {term.name: term for term in TERMS}


def term(name: str) -> Term:
    """The term of that name; a KeyError where there is none."""
    return _BY_NAME[name]


@by_language
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
    """The text in pieces, each with the term that it is, if it is one.

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
