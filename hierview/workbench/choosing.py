"""Which measure to use: questions about what is needed, the measures that remain, and what speaks against the others.

Each answer asks for properties. Which measures keep to them is computed once, in full, and ships as `sheets.json`
(`computed_sheets` makes it, a test compares); what a measure fails on is searched for when it is asked, so that nobody
is excluded without a case that shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..languages import N_
from ..measures import Measure, parse_measure
from ..model.case import Case
from .sheets.behaviour import Budget, behaviour_sheet, counterexamples
from .sheets.k15_tables import TABLE_13
from .sheets.properties import BY_KEY, PROPERTIES, Property, Trial, one_more_prediction_trials
from .sheets.shipped import shipped_signs
from .sheets.signs import Evidence, Sheet

CANDIDATES = ("GIE", "MGIA", "hF", "SDL", "LCaF", "HCM", 'hF(augmentation="none")')


@dataclass(frozen=True)
class Option:
    """One answer to a question about what is needed."""

    key: str
    """Key of the answer."""
    text: str
    """The answer in words."""
    property_keys: tuple[str, ...] = ()
    """Properties that it asks for."""
    reason: str = ""
    """The answer as a paragraph states it; "" for nothing."""


@dataclass(frozen=True)
class Need:
    """A question about what is needed, with its answers."""

    key: str
    """Key of the question."""
    question: str
    """The question."""
    options: tuple[Option, ...]
    """Its answers."""


def _wanted_option(key: str, says: str, because: str, *needs: str) -> Option:
    return Option(key, says, needs, because)


_YES, _NO = N_("Yes"), Option("no", N_("No"))
_NO_MATTER = N_("That does not matter")
_FARTHER = "a miss should cost more the farther away it is"

NEEDS: tuple[Need, ...] = (
    Need(
        "dag",
        N_("Can a class have several parents?"),
        (_wanted_option("yes", _YES, "a class may have several parents", "alternative-paths"), _NO),
    ),
    Need(
        "several",
        N_("Can one thing have several true or several predicted classes?"),
        (_wanted_option("yes", _YES, "one instance may have several classes", "pairing"), _NO),
    ),
    Need(
        "inner",
        N_("Can an inner class be the true or the predicted one?"),
        (
            _wanted_option(
                "yes", _YES, "inner classes may be true or predicted", "over-specialisation", "under-specialisation"
            ),
            Option("no", N_("No, leaves only")),
        ),
    ),
    Need(
        "farther",
        N_("Should a miss cost more the farther away it is?"),
        (
            _wanted_option("yes", _YES, _FARTHER, "nearer"),
            _wanted_option("limit", N_("Yes, up to a limit"), f"{_FARTHER}, up to a limit", "nearer", "long-distance"),
            Option("no", _NO_MATTER),
        ),
    ),
    Need(
        "scale",
        N_("Will values from different hierarchies stand beside each other?"),
        (
            _wanted_option(
                "yes",
                N_("Yes, on one scale"),
                "values from different hierarchies should share one scale",
                "range",
                "above",
            ),
            _NO,
        ),
    ),
    Need(
        "once",
        N_("Two wrong classes lie on one path: should the part that they share count once?"),
        (
            _wanted_option(
                "yes", N_("Yes, once"), "a path that two wrong classes share should count once", "path-counting"
            ),
            Option("no", N_("No, or that does not matter")),
        ),
    ),
    Need(
        "ancestor",
        N_("Besides a right class, one of its ancestors is predicted. What is that?"),
        (
            _wanted_option(
                "free", N_("Nothing wrong"), "an ancestor of a right prediction should cost nothing", "ancestors"
            ),
            _wanted_option(
                "wrong", N_("One class too many"), "only the true classes themselves should be perfect", "identity"
            ),
            Option("any", _NO_MATTER),
        ),
    ),
    Need(
        "more",
        N_("Should one more right class never make the value worse?"),
        (
            _wanted_option(
                "yes", N_("Never"), "one more right class should never make a value worse", "adding-correct"
            ),
            Option("no", _NO_MATTER),
        ),
    ),
)

Answers = Mapping[str, str]  # a question's key, and that of its answer


def _ancestor_trials(case: Case) -> Iterable[Trial]:
    above = {a for p in case.true & case.predicted for a in case.hierarchy.ancestors(p)}
    return one_more_prediction_trials(case, above - case.true - case.predicted)


ANCESTORS = Property(
    "ancestors",
    N_("Ancestors besides"),
    N_("an ancestor of a right prediction costs nothing"),
    "An ancestor of a class that is rightly predicted is predicted as well; the value stays.",
    (N_("Without it"), N_("With the ancestor")),
    _ancestor_trials,
)
_PROPERTIES = {**BY_KEY, ANCESTORS.key: ANCESTORS}

# What it means that a measure fails, in the words of whoever uses it.
FAULTS: Mapping[str, str] = {
    "alternative-paths": N_("a second way to a class changes the value"),
    "alternative-paths-many": N_("with several classes, a second way changes the value"),
    "over-specialisation": N_("going deeper need not cost more"),
    "under-specialisation": N_("going higher need not cost more"),
    "pairing": N_("a second class as near can more than double the cost"),
    "long-distance": N_("beyond the limit distance still counts"),
    "path-counting": N_("a path that two classes share counts more than once"),
    "range": N_("the range differs from case to case"),
    "identity": N_("other predictions than the true classes can be perfect"),
    "renaming": N_("the names of the classes can change the value"),
    "order": N_("the order in which edges are written can change the value"),
    "exchange": N_("exchanging true and predicted can change the value"),
    "adding-correct": N_("one more right class can make the value worse"),
    "adding-wrong": N_("one more wrong class can make the value better"),
    "nearer": N_("a nearer miss need not be better than a farther one"),
    "above": N_("classes above the root change the value"),
    "irrelevant": N_("branches without a mark change the value"),
    "ancestors": N_("an ancestor of a right prediction changes the value"),
}


@dataclass(frozen=True)
class ReasonAgainst:
    """An answer that a measure does not go with."""

    need: str
    """Key of the question."""
    rule: Property
    """The property that the measure lacks."""
    evidence: Evidence
    """The smallest case against it."""

    @property
    def fault(self) -> str:
        """The fault, in a few words."""
        return FAULTS[self.rule.key]


@dataclass(frozen=True)
class JudgedMeasure:
    """A measure judged by the answers: what speaks against it, and what it leaves out."""

    measure: Measure
    """The measure."""
    reasons_against: tuple[ReasonAgainst, ...]
    """Answers that it does not go with, and why; empty where it remains."""
    only_after_step: tuple[Property, ...]
    """Properties that it has once the long-distance step was taken."""
    lacking: tuple[Property, ...]
    """Properties that it lacks and that were not asked for."""

    @property
    def remains(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons_against

    @property
    def limits(self) -> tuple[str, ...]:
        """Faults that the measure overlooks, in a few words; one with one class a side is not said of several, too."""
        keys = {rule.key for rule in self.lacking}
        plain = "alternative-paths" in keys
        return tuple(FAULTS[key] for key in FAULTS if key in keys and not (plain and key == "alternative-paths-many"))


@dataclass(frozen=True)
class Advice:
    """K15's advice for such data: the setting, the measures that Table 13 names, those of its five that remain here."""

    setting: str
    """The setting of Table 13."""
    printed: tuple[str, ...]
    """The measures that the table names."""
    remaining: tuple[str, ...]
    """Those of its five that remain here."""

    @property
    def agrees(self) -> bool:
        """Whether both name the same."""
        return set(self.printed) == set(self.remaining)


@dataclass(frozen=True)
class Consequences:
    """Consequences of some answers, measure by measure."""

    answers: Answers
    """The answers."""
    judged: tuple[JudgedMeasure, ...]
    """Each measure under these answers."""

    @property
    def remaining(self) -> tuple[JudgedMeasure, ...]:
        """The measures that nothing speaks against."""
        return tuple(s for s in self.judged if s.remains)

    @property
    def answers_to_take_back(self) -> tuple[tuple[Need, tuple[JudgedMeasure, ...]], ...]:
        """Each question whose answer, taken back, lets measures remain, with these."""
        options = chosen_options(self.answers)
        rests = {need: {k: v for k, v in self.answers.items() if k != need.key} for need in options}
        return tuple((need, back) for need, rest in rests.items() if (back := consequences(rest).remaining))

    @property
    def k15_advice(self) -> Advice | None:
        """K15's advice, once it is known whether things have several classes and classes several parents."""
        kinds = {"several": ("single-label", "multi-label"), "dag": ("tree", "DAG")}
        if not all(key in self.answers for key in kinds):
            return None
        setting = ", ".join(words[self.answers[key] == "yes"] for key, words in kinds.items())
        remain = tuple(str(s.measure) for s in self.remaining)
        return Advice(setting, TABLE_13[setting][0], tuple(m for m in remain if m in CANDIDATES[:5]))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Wishes, as a paragraph states them."""
        return tuple(option.reason for option in chosen_options(self.answers).values() if option.reason)


def chosen_options(answers: Answers) -> dict[Need, Option]:
    """Those of the given answers that exist, as options by question, in the order of the questions."""
    return {need: option for need in NEEDS for option in need.options if answers.get(need.key) == option.key}


def usable_answers(answers: Answers) -> dict[str, str]:
    """Those of the given answers that exist, as keys of options by keys of questions."""
    return {need.key: option.key for need, option in chosen_options(answers).items()}


def needed_properties(answers: Answers) -> dict[str, str]:
    """The properties that answers ask for, each with the question that asks for it."""
    questions: dict[str, str] = {}
    for need, option in chosen_options(answers).items():
        for needed in option.property_keys:
            # With several classes a side, a second way is another matter than with one.
            several = needed == "alternative-paths" and answers.get("several") == "yes"
            questions["alternative-paths-many" if several else needed] = need.key
    return questions


def consequences(answers: Answers) -> Consequences:
    """Consequences of answers; what cannot be used of them asks for nothing."""
    questions = needed_properties(answers)
    return Consequences(usable_answers(answers), tuple(_judge(text, questions) for text in CANDIDATES))


def _judge(text: str, questions: Mapping[str, str]) -> JudgedMeasure:
    """A measure under answers. questions: by the property that each asks for."""
    signs = shipped_signs()[text]
    exclusions = tuple(
        ReasonAgainst(need, _PROPERTIES[key], case)
        for key, need in questions.items()
        if signs[key] == "−" and (case := smallest_counterexample(text, key)) is not None
    )
    after_step = tuple(_PROPERTIES[key] for key in questions if signs[key] == "*")
    lacks = tuple(_PROPERTIES[key] for key, sign in signs.items() if sign == "−" and key not in questions)
    return JudgedMeasure(parse_measure(text), exclusions, after_step, lacks)


@lru_cache(maxsize=256)
def smallest_counterexample(measure: str, key: str) -> Evidence | None:
    """The smallest case on which a measure fails a property, computed; None where no small one is found."""
    return next(counterexamples(parse_measure(measure), _PROPERTIES[key]), None)


def computed_sheets(budget: Budget = Budget(), texts: Iterable[str] = CANDIDATES) -> list[Sheet]:
    """The sheets of the candidates, computed anew: in full as they ship, by `sheets_json`."""
    rules = (*PROPERTIES, ANCESTORS)
    return [behaviour_sheet(parse_measure(text), budget, properties=rules) for text in texts]
