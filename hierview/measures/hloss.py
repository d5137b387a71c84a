"""H-loss (Cesa-Bianchi et al. 2006): only the topmost errors count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from ..explain import Formula, HierarchyPicture, Name, Row, Step, Symbol, Words, names, number
from ..languages import N_
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from .base import Ends, Measure, MeasureSpec, Result, Value, empty_side_notes, param, text_of
from .levels import pictured_classes
from .registry import register
from .telling import (
    MOST_STEPS,
    are_verb,
    count_words,
    looks_of,
    rest_clause,
    side_edges,
    sides_of,
    some_names,
    step_with_picture,
    sum_row,
    with_marks,
)


@dataclass(frozen=True)
class CountedErrors:
    """The sets with all ancestors, the errors that count with their costs, and those under them that do not."""

    true: frozenset[str]
    """The true classes with all ancestors."""
    predicted: frozenset[str]
    """The predicted classes with all ancestors."""
    counted: Mapping[str, Fraction]
    """Cost of each class that counts as an error."""
    spared: frozenset[str]
    """Wrong classes under a counted error, which do not count."""


def _shared_costs(h: Hierarchy, classes: Iterable[str]) -> dict[str, Fraction]:
    """Cost of each class where the roots share 1 and children share the cost of their parents."""
    costs: dict[str, Fraction] = {}
    todo = sorted(classes)
    while todo:
        c = todo[-1]
        open_ = [p for p in h.parents(c) if p not in costs]
        if open_:
            todo += open_
            continue
        todo.pop()
        shares = (costs[p] / len(h.children(p)) for p in h.parents(c))
        costs[c] = sum(shares, Fraction(0)) if h.parents(c) else Fraction(1, len(h.roots))
    return costs


@register
@dataclass(frozen=True)
class HLoss(Measure):
    """H-loss: what the topmost errors cost; what follows from them costs nothing.

    Formula: Σ c(i) over the classes i that only one of the sets with all ancestors holds and whose parents
    are not among these. Costs: with `costs="shared"` the roots share 1 and the children of a class share
    its cost, so that deeper errors cost less; a class with several parents gets a share from each.
    "equal": every class costs 1. Range: 0 to 1 for shared costs; lower is better. Always defined; with an
    empty side every root of the other side is an error. Source: Cesa-Bianchi et al. 2006.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "HLoss").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "HLoss",
        N_("Topmost errors only"),
        N_("Set-based"),
        "lower",
        "Cesa-Bianchi et al. 2006",
        ends=Ends("1", "0", where=N_("shared costs")),
        question=N_("What do the first wrong turns cost?"),
        how=(
            "Both sides are extended by all ancestors. A class that only one side holds is an error, but it counts "
            "only where no class above it is one: what follows from a wrong turn is not charged again. The root "
            "costs 1, and the children of a class share its cost.",
        ),
        see=("11a", "11b", "19b", "12a"),
        elsewhere=tuple(
            {
                "Cesa-Bianchi et al. 2006": "Defined on forests; the cost of a class with several parents is a reading "
                "of this tool, which keeps the value within 1.",
            }.items()
        ),
    )

    costs: str = param(
        "shared",
        N_("What an error costs: a share of its parent's cost, or 1."),
        label=N_("Costs"),
        choices=("shared", "equal"),
        named=True,
    )

    def _counted_errors(self, case: Case) -> CountedErrors:
        h = case.hierarchy
        true, predicted = h.closure(case.true), h.closure(case.predicted)
        wrong = true ^ predicted
        # A class whose parents are right has only right classes above it.
        top = [c for c in sorted(wrong) if not any(p in wrong for p in h.parents(c))]
        costs = _shared_costs(h, top) if self.costs == "shared" else dict.fromkeys(top, Fraction(1))
        return CountedErrors(true, predicted, {c: costs[c] for c in top}, wrong - set(top))

    def evaluate(self, case: Case) -> Result:
        errors = self._counted_errors(case)
        value = float(sum(errors.counted.values(), Fraction(0)))
        parts = {"cost": value, "errors": len(errors.counted), "spared": len(errors.spared)}
        return Result(str(self), value, parts, errors, empty_side_notes(case))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 1.0 if self.costs == "shared" else float(len(case.hierarchy)))

    def symbol(self) -> Row:
        return (Symbol("l", "H", "the costs of the topmost errors together"),)

    def symbols(self) -> Row:
        return ("Σ", Symbol("c", says="what an error costs"), "(", Symbol("i", says="a topmost error"), ")")

    def _formula(self, result: Result) -> Formula:
        row = sum_row((cost, (c,)) for c, cost in result.witness.counted.items())
        return Formula(self.symbol(), (self.symbols(), row or ("0",)), number(result.value))

    def _errors_picture(
        self, case: Case, errors: CountedErrors, title: Words, about: Iterable[str] = ()
    ) -> HierarchyPicture:
        """Both sides, the counted errors with their costs, the spared ones struck."""
        about, sides = set(about), sides_of(errors.true, errors.predicted)
        costs = {c: number(cost) for c, cost in errors.counted.items()}
        class_looks = with_marks(
            looks_of(pictured_classes(case), sides, about, values=costs, others="quiet"), errors.spared - about
        )
        return HierarchyPicture(title, class_looks, side_edges(case.hierarchy, sides))

    def _errors_words(self, errors: CountedErrors) -> Words:
        if not errors.counted:
            who = names(errors.true) if len(errors.true) <= 6 else (f"the same {len(errors.true)} classes",)
            return text_of("Both sides hold ", who, ", so there is no error.")
        start, verb, them = "The topmost errors are ", "cost", "them"
        if len(errors.counted) == 1:
            start, verb, them = "The topmost error is ", "costs", "it"
        text = text_of(start, some_names(errors.counted, 6), f", which {verb} {number(sum(errors.counted.values()))}.")
        if errors.spared:
            follows = f" follows from {them} and costs" if len(errors.spared) == 1 else f" follow from {them} and cost"
            text = text_of(text, " ", some_names(errors.spared, 6), follows, " nothing more.")
        return text

    def view(self, case: Case, result: Result, name: str) -> Step:
        errors: CountedErrors = result.witness
        wrong = len(errors.counted)
        title = (f"{count_words(wrong, 'error that counts', 'errors that count')}", f" · {number(result.value)}")
        picture = replace(self._errors_picture(case, errors, title, errors.counted), short=("The errors",))
        return Step(name, self._errors_words(errors), (picture,), self._formula(result))

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        errors: CountedErrors = result.witness
        wrong = errors.true ^ errors.predicted
        start = (
            f"With all ancestors, the true side holds {count_words(len(errors.true))} and the predicted side "
            f"{len(errors.predicted)}; {len(wrong)} {are_verb(wrong)} on one side only."
        )
        first = step_with_picture(
            "Sets", start, self._errors_picture(case, errors, ("Classes on one side only",), wrong)
        )
        return [first, *self._error_steps(case, errors), *self._spared_steps(case, errors, wrong)]

    def _error_steps(self, case: Case, errors: CountedErrors) -> list[Step]:
        """The errors that count, one by one, with what each costs."""
        h, steps = case.hierarchy, []
        costs = list(errors.counted.items())
        for c, cost in costs[:MOST_STEPS]:
            where, parents = "true" if c in errors.true else "predicted", h.parents(c)
            above: Words = ("no class is above it",)
            if parents:
                above = (f"its parent{'s' * (len(parents) > 1)} ", *names(parents), f" {are_verb(parents)} on both")
            words = (f" is on the {where} side only, and ", *above, ": the mistake is made here. ")
            picture = self._errors_picture(case, errors, ("The error ", Name(c)), [c])
            text = (Name(c), *words, *self._reason_sentence(h, c, cost))
            steps.append(step_with_picture("Errors", text, picture, fact=(Name(c), number(cost))))
        rest = dict(costs[MOST_STEPS:])
        if rest:
            them = rest_clause(len(rest), "topmost error costs", "topmost errors cost")
            more = f"{them} {number(sum(rest.values()))}{' together' if len(rest) > 1 else ''}."
            steps.append(
                step_with_picture("Errors", more, self._errors_picture(case, errors, ("The other errors",), rest))
            )
        return steps

    def _spared_steps(self, case: Case, errors: CountedErrors, wrong: frozenset[str]) -> list[Step]:
        steps, classes = [], sorted(errors.spared)
        for c in classes[:MOST_STEPS]:
            over = wrong.intersection(case.hierarchy.parents(c))
            text = (Name(c), " is spared, as ", *names(over), f" above it {are_verb(over)} wrong already.")
            steps.append(
                step_with_picture("Spared", text, self._errors_picture(case, errors, ("Spared: ", Name(c)), [c]))
            )
        rest = classes[MOST_STEPS:]
        if rest:
            more = f"{count_words(len(rest), 'more class is', 'more classes are')} spared, too."
            steps.append(step_with_picture("Spared", more, self._errors_picture(case, errors, ("Spared",), rest)))
        return steps

    def _reason_sentence(self, h: Hierarchy, c: str, cost: Fraction) -> Words:
        """Sentence on the cost of an error, and the reason."""
        if self.costs == "equal":
            return ("It costs 1, like every error.",)
        parents, roots = h.parents(c), len(h.roots)
        if not parents:
            return (f"It costs {number(cost)}, as " + ("the root." if roots == 1 else f"one of {roots} roots."),)
        if len(parents) > 1:
            share = " share what they are worth among their children; what comes to "
            return (*names(parents), share, Name(c), f" is {number(cost)}.")
        parent, children = Name(parents[0]), len(h.children(parents[0]))
        if children == 1:
            return (f"It costs {number(cost)}, all that ", parent, " is worth, as its only child.")
        worth = f" is worth, {number(cost * children)}, is shared by its {children} children."
        return (f"It costs {number(cost)}: what ", parent, worth)

    def aim(self, case: Case) -> Words:
        return (
            "HLoss counts a mistake once, where it is made first on the way down from the root: what follows from it "
            "costs nothing more.",
        )
