"""Rules for the words of a measure's steps, which somebody reads who knows only precision and recall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..errors import quoted
from ..explain import Formula, Name, NetworkPicture, Row, Step, Symbol, formula_text, plain, spelled_out, terms_of
from ..measures import Measure
from ..model.case import Case

MOST_STEPS = 45  # to click through, however many classes are marked

# One thing with a verb for many, many with a verb for one, and slips of the pen.
_WRONG = (
    r"\b1 (?:classes|edges|partners|pairs|predictions|errors|leaves|paths|ancestors|descendants)\b",
    r"\b(?:[2-9]|\d\d+) (?:class|edge|partner|pair|prediction|error|leaf|path|ancestor|descendant)\b",
    r"\b1 (?:class|edge|partner|pair|error|path) (?:are|have|lie|stand|tell|bring|add|count)\b",
    r"\b(?:[2-9]|\d\d+) (?:classes|pairs|errors|paths) (?:is|has|lies|stands|tells|brings|adds|counts)\b",
    r"\bits ancestors [^,.;]+ joins\b",
    r"\bits (?:ancestors|descendants) (?!.* and )[^,.;0-9]+ join\b",
    r"  ",
    r" ,",
    r" \.",
    r"\.\.",
    r",,",
    r": :",
    r"\(\)",
    r"\bNone\b",
    r"^[a-z ]*\.$",
)
# Terms of flows, known only beside a network.
_OF_FLOWS = r"\bDT\b|\bDP\b|\bsink\b|\bsource\b|\[\d"
# Signs and numbers as school teaches them, and names of values that the words before introduce.
_SIGNS = {"+", "−", "·", "(", ")", ",", "√", "²", "…", "max\u00a0", "min\u00a0", "min", "max", "−1"}


def length(measure: Measure, case: Case) -> Iterator[str]:
    """Whether the steps are too many, on a case with many classes."""
    steps = len(measure.explain(case, measure.evaluate(case)))
    if steps > MOST_STEPS:
        many = f"where {len(case.marked)} classes are marked it has {steps} steps"
        yield f"{many}; what is beyond {MOST_STEPS} is told in one sentence"


def entirely(measure: Measure, case: Case) -> Iterator[str]:
    """Wishes to the words and formulas of the steps."""
    result = measure.evaluate(case)
    steps = measure.explain(case, result)
    if result.value is not None and len(steps) < 2:
        yield "it has nothing before its answer: explain gives the answer alone"
    sentences = [plain(step.text) for step in steps]
    twice = [sentence for i, sentence in enumerate(sentences) if sentence in sentences[:i]]
    yield from (f"two steps say the same: {quoted(sentence, 80)}" for sentence in twice)
    for step in steps:
        yield from _sentence(case, step)
    yield from _aim(plain(measure.aim(case)), sentences)
    yield from _symbols(steps)


def _sentence(case: Case, step: Step) -> Iterator[str]:
    text = plain(step.text)
    step_text = quoted(text, 80)
    specific = any(isinstance(word, Name) for word in step.text) or re.search(r"\d", text)
    if not specific and case.true and case.predicted and case.true != case.predicted:
        yield f"the step {step_text} would read the same on any case; it names no class and no number"
    if not text.endswith("."):
        yield f"the step {step_text} does not end in a full stop"
    for pattern in _WRONG:
        if slip := re.search(pattern, text):
            yield f"the step {step_text} holds {quoted(slip[0])}, which is no good English"
    if (term := re.search(_OF_FLOWS, text)) and not any(isinstance(p, NetworkPicture) for p in step.pictures):
        yield f"the step {step_text} speaks of {quoted(term[0])} and shows no network"


def _aim(aim: str, sentences: Sequence[str]) -> Iterator[str]:
    if not aim or aim[-1] not in ".?":
        yield f"its aim is {quoted(aim, 80)}; a sentence is expected"
    elif len(sentences) > 1 and not sentences[0].startswith(aim + " "):
        yield "its first step does not begin with its aim; begun(self.aim(case), steps) puts it there"


def _symbols(steps: Sequence[Step]) -> Iterator[str]:
    """Symbols of formulas that no line below them explains."""
    explained: set[str] = set()
    for i, (step, lines) in enumerate(zip(steps, spelled_out(steps), strict=True)):
        here = [str(what) for what, _ in lines]
        explained |= set(here)
        if len(set(here)) < len(here) or not all(says.strip() for _, says in lines):
            formula = formula_text(step.formula) if step.formula else ""
            yield f"below {quoted(formula, 80)} a symbol is told twice, or not at all"
        for side in step.formula.sides if step.formula else ():
            yield from _unsaid(side, explained, set(here) if i == len(steps) - 1 else explained)


def _unsaid(side: Row, known: set[str], here: set[str]) -> Iterator[str]:
    """Terms of one side of a formula that are said neither before nor, if it is the answer's, here."""
    for term in terms_of(Formula((), (side,), "")):
        if isinstance(term, Symbol) and str(term) not in known & here:
            yield f"the symbol {quoted(term)} is not explained; Symbol(…, says=…) does, and the answer explains all"
        elif isinstance(term, str) and term not in _SIGNS | known and not re.fullmatch(r"[\d./]+", term):
            yield f"{quoted(term)} stands in a formula and is not explained; a Symbol that says what it is would be"
