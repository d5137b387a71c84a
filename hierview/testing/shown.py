"""Rules for what a measure shows: its views, its steps, their words, pictures and formulas, on a case.

Somebody reads the words who knows only precision and recall.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..errors import quoted
from ..explain import (
    Formula,
    HierarchyPicture,
    Name,
    NetworkPicture,
    PairsPicture,
    Picture,
    Row,
    SetsPicture,
    Step,
    Symbol,
    Words,
    formula_text,
    number,
    plain,
    terms_of,
    with_meanings,
)
from ..measures import Measure, Result
from ..model.case import Case
from .answered import error_text

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
# What is said of the marks of classes: `Pop and Rock are true.`
_SAID = re.compile(
    r" (?:is|are) (both true and predicted|(?:not )?true|(?:not )?predicted)"
    r"(?:$|[.;:]| and (?!true|predicted)|, (?!if|or|unless))"
)


def drawing_faults(measure: Measure, case: Case, result: Result) -> Iterator[str]:
    """Sentences on the views and steps of any measure that cannot be made, or say what cannot be right."""
    try:
        views = [measure.view(case, result, name) for name in measure.views(case)]
        steps = measure.explain(case, result)
        yield from dict.fromkeys(fault for step in (*views, *steps) for fault in _contradictions(case, step))
        if not steps:
            yield "explain gives no step"
    except Exception as error:
        yield f"its pictures raise {error_text(error)}"


def _contradictions(case: Case, step: Step) -> Iterator[str]:
    """Sentences on what a step says of a class that cannot be right here, however a measure defines its sides."""
    here, h = f"the step {quoted(step.title)}", case.hierarchy
    for words in (step.text, *step.aside):
        for c, said in _clauses_by_class(words):
            so = all(c in getattr(case, word) for word in said.split() if word in ("true", "predicted"))
            if c in h and so == said.startswith("not "):
                yield f"{here} says that {quoted(c)} is {said}, which it is not in the case"
    shown = {place for picture in step.pictures for place in _classes_by_place(picture)}
    for side, word in (("t", "true"), ("p", "predicted")):
        marked: frozenset[str] = getattr(case, word)
        near = h.closure(marked or h.roots) | h.downward_closure(marked)  # a root may stand for an empty side
        for c in sorted({str(c) for on, c in shown if on in (side, "both") and c in h} - near):
            yield f"{here} shows {quoted(c)} on the {word} side; it is neither {word} nor above or below a {word} class"
        yield from _unknown_things(f"in {here} the {word} ends", (c for on, c in shown if on == word), {*marked, None})
    for picture in (picture for picture in step.pictures if isinstance(picture, HierarchyPicture)):
        for c, look in picture.looks.items():
            if look.mark is not None and c in h and look.mark != case.mark(c):
                yield f"{here} marks {quoted(c)} as {look.mark}; in the case its mark is {case.mark(c)}"


def _clauses_by_class(words: Words) -> Iterator[tuple[str, str]]:
    """The classes with which a clause begins, each with what the clause says of their marks."""
    classes, begins = list[str](), True
    for word in words:
        if isinstance(word, Name) and begins:
            classes.append(word.text)
        elif not classes or str(word) not in (", ", "; ", " and "):
            said = _SAID.match(str(word))
            yield from ((c, said[1]) for c in classes if said)
            classes, begins = [], str(word).endswith((". ", "; "))


def _classes_by_place(picture: Picture) -> Iterator[tuple[str, str | None]]:
    """The classes that a picture has on a side, "t", "p" or "both", and those that it pairs, "true" or "predicted"."""
    if isinstance(picture, HierarchyPicture):
        yield from ((look.side, c) for c, look in picture.looks.items())
        yield from ((side, c) for edge, side in picture.edges.items() for c in edge)
    elif isinstance(picture, SetsPicture | PairsPicture):
        columns = picture.columns if isinstance(picture, SetsPicture) else (picture.left, picture.right)
        yield from ((column.side, c) for column in columns for c in column.classes)
    elif isinstance(picture, NetworkPicture):
        yield from ((node.kind, node.name) for column in picture.columns for node in column)
    for link in picture.links if isinstance(picture, HierarchyPicture | PairsPicture) else ():
        yield from (("predicted", link.predicted), ("true", link.true))


def own_view_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Faults in the views and steps of one of hierview's own measures."""
    result = measure.evaluate(case)
    views = measure.views(case)
    if not views or len(set(views)) < len(views):
        yield f"its views are {quoted(', '.join(views))}; one or several are expected, each once"
        return
    steps = measure.explain(case, result)
    answers = [measure.view(case, result, name) for name in views]
    for step in (*answers, *steps):
        yield from _contradictions(case, step)
        yield from _step_faults(case, result, step)
    for step in (*answers, *steps[-1:]):
        yield from _answer_faults(result, step)
    yield from _formula_faults(measure, answers[0].formula)


def _step_faults(case: Case, result: Result, step: Step) -> Iterator[str]:
    """Faults of a step whose words, pictures or formula are about no class of the case, nor its artificial root."""
    root = getattr(result.witness, "root", None)
    if root not in (None, case.hierarchy.free_name(), case.hierarchy.rooted().artificial_root):
        yield f"its witness names the root {quoted(root)}, which is no artificial root of the case"
    if not step.title or not plain(step.text).strip():
        yield "a step has no title, or no words"
    if not step.pictures:
        yield f"the step {quoted(step.title)} has no picture"
    names_shown = {word.text for words in _step_words(step) for word in words if isinstance(word, Name)}
    if step.formula:
        names_shown |= {c for num in step.formula.numbers for c in num.classes}
    yield from (
        f"the step {quoted(step.title)} names {quoted(c)}, which is no class"
        for c in sorted(names_shown.difference(case.hierarchy.classes, [root]))
    )
    for picture in step.pictures:
        yield from (
            f"in a picture of the step {quoted(step.title)} {fault}" for fault in _picture_faults(case, picture, root)
        )
    for num in step.formula.numbers if step.formula else ():
        if num.counts and num.text != str(len(num.classes)):
            many = len(num.classes)
            yield f"the number {quoted(num.text)} stands for {many} classes; where it is no count, counts=False"


def _step_words(step: Step) -> Iterator[Words]:
    yield step.text
    yield from step.aside
    yield from step.fact or ()
    for picture in step.pictures:
        yield picture.title
        yield from [c.heading for c in picture.columns] if isinstance(picture, SetsPicture) else [picture.short]


def _unknown_things(what: str, things: Iterable[object], known: Iterable[object]) -> Iterator[str]:
    strange = set(things) - set(known)
    if strange:
        yield f"{what} {quoted(', '.join(sorted(map(str, strange))))} should not be"


def _picture_faults(case: Case, picture: Picture, root: str | None) -> Iterator[str]:
    """Faults of a picture: things shown that the case does not hold."""
    h = case.hierarchy
    every = {*h.classes, *([root] if root else [])}
    if isinstance(picture, HierarchyPicture):
        yield from _unknown_things("the root", [picture.root], [None, root])
        yield from _unknown_things("the classes", picture.looks, every)
        yield from _unknown_things("the edges", picture.edges, {*h.edges, *((picture.root, c) for c in h.roots)})
    elif isinstance(picture, PairsPicture):
        left, right = picture.left.classes, picture.right.classes
        yield from _unknown_things("the predicted ends", (link.predicted for link in picture.links), left)
        yield from _unknown_things("the true ends", (link.true for link in picture.links), right)
    elif isinstance(picture, NetworkPicture):
        nodes = {node for column in picture.columns for node in column}
        yield from _unknown_things("the ends", (node for arc in picture.arcs for node in (arc.tail, arc.head)), nodes)
    elif isinstance(picture, SetsPicture):
        yield from _unknown_things("the classes", (c for column in picture.columns for c in column.classes), every)


def _answer_faults(result: Result, step: Step) -> Iterator[str]:
    """Fault of a view, or of the last step, whose formula does not end in the value."""
    if result.value is None:
        if step.formula is not None:
            yield f"it is undefined, and {quoted(step.title)} shows a formula"
    elif not isinstance(step.formula, Formula):
        yield f"{quoted(step.title)} shows no formula"
    elif step.formula.value != number(result.value):
        yield f"the formula of {quoted(step.title)} ends in {quoted(step.formula.value)}, not in the value"


def _formula_faults(measure: Measure, formula: Formula | None) -> Iterator[str]:
    """Fault where the formula of the answer is not the one on the measure's card, with numbers."""
    if formula is None or len(formula.sides) < 2:
        return
    if formula.left != measure.symbol() or formula.sides[0] != measure.symbols():
        own = formula_text(Formula(measure.symbol(), (measure.symbols(),), ""))
        yield f"the formula of its first view does not begin with its own, {quoted(own, 80)}"
    if Formula((), formula.sides[:1], "").numbers:
        yield "symbols holds numbers; they belong into the formula of a view"


# Words


def length_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Fault where the steps are too many, on a case with many classes."""
    steps = len(measure.explain(case, measure.evaluate(case)))
    if steps > MOST_STEPS:
        many = f"where {len(case.marked)} classes are marked it has {steps} steps"
        yield f"{many}; what is beyond {MOST_STEPS} is told in one sentence"


def word_faults(measure: Measure, case: Case) -> Iterator[str]:
    """Faults in the words and formulas of the steps."""
    result = measure.evaluate(case)
    steps = measure.explain(case, result)
    if result.value is not None and len(steps) < 2:
        yield "it has nothing before its answer: explain gives the answer alone"
    sentences = [plain(step.text) for step in steps]
    twice = [sentence for i, sentence in enumerate(sentences) if sentence in sentences[:i]]
    yield from (f"two steps say the same: {quoted(sentence, 80)}" for sentence in twice)
    for step in steps:
        yield from _sentence_faults(case, step)
    yield from _aim_faults(plain(measure.aim(case)), sentences)
    yield from _unexplained_symbols(steps)


def _sentence_faults(case: Case, step: Step) -> Iterator[str]:
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


def _aim_faults(aim: str, sentences: Sequence[str]) -> Iterator[str]:
    if not aim or aim[-1] not in ".?":
        yield f"its aim is {quoted(aim, 80)}; a sentence is expected"
    elif len(sentences) > 1 and not sentences[0].startswith(aim + " "):
        yield "its first step does not begin with its aim; begun(self.aim(case), steps) puts it there"


def _unexplained_symbols(steps: Sequence[Step]) -> Iterator[str]:
    """Symbols of formulas that no line below them explains."""
    explained: set[str] = set()
    for i, (step, lines) in enumerate(zip(steps, with_meanings(steps), strict=True)):
        here = [str(what) for what, _ in lines]
        explained |= set(here)
        if len(set(here)) < len(here) or not all(says.strip() for _, says in lines):
            formula = formula_text(step.formula) if step.formula else ""
            yield f"below {quoted(formula, 80)} a symbol is told twice, or not at all"
        for side in step.formula.sides if step.formula else ():
            yield from _unexplained_terms(side, explained, set(here) if i == len(steps) - 1 else explained)


def _unexplained_terms(side: Row, explained_before: set[str], explained_here: set[str]) -> Iterator[str]:
    """Terms of one side of a formula that are said neither before nor, if it is the answer's, here."""
    for term in terms_of(Formula((), (side,), "")):
        if isinstance(term, Symbol) and str(term) not in explained_before & explained_here:
            yield f"the symbol {quoted(term)} is not explained; Symbol(…, says=…) does, and the answer explains all"
        elif isinstance(term, str) and term not in _SIGNS | explained_before and not re.fullmatch(r"[\d./]+", term):
            yield f"{quoted(term)} stands in a formula and is not explained; a Symbol that says what it is would be"
